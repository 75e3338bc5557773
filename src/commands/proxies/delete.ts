import { command } from "../../cli/declare/command.ts";

export const proxiesDelete = command({
  words: "proxies delete",
  effects: "none",
  operation: "proxies.delete",
  question: { about: "proxies.get", text: "Delete proxy {thing}? Running sessions keep it until they end." },
  done: "Deleted proxy {id}.",
  examples: [
    { line: "proxies delete x5p2r9o4x7y1k8e3n6t0l9m2 --yes", does: "Delete it without a question" },
    { line: "proxies delete x5p2r9o4x7y1k8e3n6t0l9m2", does: "Delete it after confirmation" },
  ],
});
