import { command } from "../../cli/declare/command.ts";
import { apiKeyColumns, newKeyFlags } from "./lib/key-words.ts";

export const apiKeysCreate = command({
  words: "api-keys create",
  effects: "secrets",
  operation: "apiKeys.create",
  description:
    "The key is for the project in effect (--project, BROWSERCTL_PROJECT or the context's), otherwise for the whole organization. It is shown once: a pipe gets the key alone, -o json the record with it.",
  args: { name: { summary: "Name for it, as --name", required: false, field: ["body", "name"] } },
  flags: {
    ...newKeyFlags,
    organization: { kind: "boolean", summary: "For the whole organization, whatever project is in effect" },
  },
  fields: {
    name: { placeholder: "NAME" },
    days_to_expire: { placeholder: "DAYS" },
    project_id: { placeholder: "ID", summary: "Id of the project it is for, instead of the project in effect" },
  },
  // The scope may have to be looked up first.
  preview: "calls",
  columns: apiKeyColumns,
  seeAlso: ["help ci"],
  examples: [
    { line: "api-keys create ci --project shop --expires-in 90d", does: "A key of one project, for a pipeline" },
    { line: "api-keys create ci --out-file ci.key", does: "Write the key to a new file (mode 0600)" },
    { line: "api-keys create ci | gh secret set BROWSERCTL_TOKEN", does: "Pass the key on without showing it" },
  ],
  output: async () => (await import("../lib/outputs.ts")).newKeyOutput(),
  run: () => import("./create.run.ts"),
});
