import { command } from "../cli/declare/command.ts";

export const openapi = command({
  words: "openapi",
  effects: "none",
  summary: "Print the API as an OpenAPI 3.1 document",
  flags: {
    out: { kind: "string", placeholder: "FILE", summary: "Write it to this file; - is stdout" },
    force: { kind: "boolean", summary: "Replace the file if it exists" },
  },
  seeAlso: ["api", "local support"],
  examples: [
    { line: "openapi --out openapi.json", does: "Save the document" },
    { line: "openapi -o yaml", does: "Print it as YAML" },
  ],
  output: async () => (await import("./lib/outputs.ts")).openapiOutput,
  run: () => import("./openapi.run.ts"),
});
