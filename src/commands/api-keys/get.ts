import { command } from "../../cli/declare/command.ts";
import { apiKeyColumns } from "./lib/key-words.ts";

export const apiKeysGet = command({
  words: "api-keys get",
  effects: "none",
  operation: "apiKeys.get",
  idField: "id",
  columns: apiKeyColumns,
  examples: [
    { line: "api-keys get p5c1n8s3h7d2f6j9b4g0l8z1", does: "Show its scope, its expiry and who created it" },
    { line: "api-keys get p5c1n8s3h7d2f6j9b4g0l8z1 --include-deleted", does: "Show it after its deletion too" },
  ],
});
