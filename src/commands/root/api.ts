import { command } from "../../cli/command.ts";

export const api = command({
  words: "api",
  summary: "Make any call of the service",
  description:
    "The answer is printed as it came. Fields of -F are sent as the query with GET, HEAD and DELETE, and as a JSON body otherwise; true, false, null and numbers keep their type.",
  requests: true,
  args: {
    method: { summary: "GET, POST, PUT, PATCH, DELETE or HEAD" },
    path: { summary: "Path below the base URL, such as /browsers" },
  },
  flags: {
    field: {
      short: "F",
      kind: "string",
      repeat: true,
      placeholder: "KEY=VALUE",
      summary: "Field of the query or the JSON body; a.b=1 is nested, a[]=1 a list",
    },
    header: {
      short: "H",
      kind: "string",
      repeat: true,
      placeholder: "'NAME: VALUE'",
      summary: "Header of the request",
    },
    input: { kind: "string", placeholder: "JSON", summary: "Body as it stands: text, -, @file or env:NAME" },
    include: { short: "i", kind: "boolean", summary: "Print the status line and headers first" },
    out: { kind: "string", placeholder: "FILE", summary: "Write the answer to a file; - is stdout" },
    force: { kind: "boolean", summary: "Replace the file if it exists" },
  },
  seeAlso: ["openapi", "help scripting"],
  examples: [
    { line: "api GET /browsers -F status=all", does: "List sessions with the plain call" },
    {
      line: "api POST /browsers -F headless=true -F viewport.width=800 -F viewport.height=600",
      does: "Create a session",
    },
    { line: "api POST /browsers --input @session.json", does: "The same from a file" },
  ],
  output: async () => (await import("./outputs.ts")).apiOutput,
  run: () => import("./api.run.ts"),
});
