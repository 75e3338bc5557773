import { command } from "../../cli/declare/command.ts";
import { proxyColumns } from "./lib/columns.ts";

export const proxiesCheck = command({
  words: "proxies check",
  effects: "none",
  operation: "proxies.check",
  idField: "id",
  description:
    "With --url, requests that page through the proxy. Without it, tests the connection to the proxy, its user and password.",
  fields: { url: { placeholder: "URL" } },
  columns: proxyColumns,
  exits: { "outcome-failed": "the proxy does not work" },
  examples: [
    { line: "proxies check x5p2r9o4x7y1k8e3n6t0l9m2", does: "Test it and store the result" },
    { line: "proxies check x5p2r9o4x7y1k8e3n6t0l9m2 --url https://example.com", does: "Request a page through it" },
  ],
  run: () => import("./check.run.ts"),
});
