import { command } from "../../cli/declare/command.ts";
import { apiKeyColumns, newKeyFlags } from "./lib/key-words.ts";

export const apiKeysRotate = command({
  words: "api-keys rotate",
  effects: "secrets",
  operation: "apiKeys.rotate",
  description:
    "Creates a new key with the name and the scope of the old one, which still works for the grace period. The new key is shown once: a pipe gets the key alone, -o json the record with it.",
  flags: newKeyFlags,
  fields: {
    days_to_expire: {
      placeholder: "DAYS",
      clear: { name: "never-expires", value: null, summary: "The new key has no end" },
    },
    expire_in_days: {
      name: "grace",
      placeholder: "TIME",
      summary: "Time for which the old key still works, in whole days (expire_in_days); 0d ends it at once",
    },
  },
  columns: apiKeyColumns,
  exits: { declined: "declined by the user; nothing was done" },
  seeAlso: ["help ci"],
  examples: [
    { line: "api-keys rotate p5c1n8s3h7d2f6j9b4g0l8z1", does: "A new key; the old one works for 7 more days" },
    {
      line: "api-keys rotate p5c1n8s3h7d2f6j9b4g0l8z1 --grace 0d --out-file ci.key --force",
      does: "Replace a leaked key at once, after confirmation",
    },
  ],
  output: async () => (await import("../lib/outputs.ts")).newKeyOutput(),
  run: () => import("./rotate.run.ts"),
});
