import { command } from "../../cli/declare/command.ts";

export const apiKeysDelete = command({
  words: "api-keys delete",
  effects: "none",
  operation: "apiKeys.delete",
  description:
    "The key stops working at once, and event streams that were opened with it end. CDP connections stay open: the address of a session authorizes them.",
  question: { about: "apiKeys.get", text: "Revoke API key {thing}? Programs that use it stop working." },
  done: "Revoked API key {id}.",
  examples: [
    { line: "api-keys delete p5c1n8s3h7d2f6j9b4g0l8z1", does: "Revoke one, after confirmation" },
    { line: "api-keys delete p5c1n8s3h7d2f6j9b4g0l8z1 --yes", does: "Revoke it in a script" },
  ],
});
