import { command } from "../cli/declare/command.ts";

export const schema = command({
  words: "schema",
  effects: "none",
  summary: "Print the JSON Schemas of a command",
  description:
    "Prints the schemas of the command's arguments, of its output under -o json, and of its error. Without a command, prints those of all commands.",
  args: { command: { summary: "Words of a command, such as browsers create", required: false, repeat: true } },
  seeAlso: ["openapi", "api", "help output"],
  examples: [
    { line: "schema browsers create", does: "Show what the command takes and prints" },
    { line: "schema browsers list --query output", does: "Show the schema of its output alone" },
  ],
  output: async () => (await import("./schema/lib/schema-output.ts")).schemaOutput,
  run: () => import("./schema.run.ts"),
});
