import { command, table } from "../../../cli/declare/command.ts";
import type { CookiesResult } from "../../../page-agent/requests.ts";
import { cookieReading } from "../lib/record-modes.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const cookiesList = command({
  words: "browsers cookies list",
  ...cookieReading,
  effects: { secrets: ["values"] },
  reads: true,
  description: "HttpOnly cookies are listed too. Values are left out unless --values is given.",
  args: sessionArgs,
  fields: { name: false, values: false },
  flags: { values: { kind: "boolean", summary: "Print values too", field: ["body", "values"] } },
  columns: table<CookiesResult[number]>([
    { path: "name", keep: true },
    { path: "domain" },
    { path: "path" },
    { path: "expires", as: "until", none: "with the browser" },
    { path: "flags" },
    { path: "value" },
  ]),
  exits: { "outcome-failed": "the domain is none" },
  seeAlso: ["browsers cookies get", "browsers storage list"],
  examples: [
    { line: "browsers cookies list shop", does: "Cookies that the page in front gets, without values" },
    { line: "browsers cookies list shop --domain example.com", does: "Those of a domain, on whatever page" },
    { line: "browsers cookies list shop --all-sites -o json --query '[].name'", does: "Names of all in the browser" },
  ],
  run: () => import("./list.run.ts"),
});
