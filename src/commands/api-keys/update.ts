import { command } from "../../cli/declare/command.ts";
import { apiKeyColumns } from "./lib/key-words.ts";

export const apiKeysUpdate = command({
  words: "api-keys update",
  effects: "none",
  operation: "apiKeys.update",
  idField: "id",
  fields: { name: { placeholder: "NAME" } },
  columns: apiKeyColumns,
  examples: [
    { line: "api-keys update p5c1n8s3h7d2f6j9b4g0l8z1 --name nightly", does: "Rename it" },
    {
      line: "api-keys update p5c1n8s3h7d2f6j9b4g0l8z1 --name nightly -o json",
      does: "Rename it, and print the record as JSON",
    },
  ],
});
