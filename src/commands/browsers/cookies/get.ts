import { command } from "../../../cli/declare/command.ts";
import { cookieReading } from "../lib/record-modes.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const cookiesGet = command({
  words: "browsers cookies get",
  ...cookieReading,
  effects: "secrets",
  reads: true,
  summary: "Print the value of a cookie",
  description:
    "Of cookies with the same name, the one of the longest path is printed; -o json has all. A value that --secret gave is hidden here too.",
  args: { ...sessionArgs, name: { summary: "Name of the cookie", field: ["body", "name"] } },
  fields: { name: false, values: false },
  exits: { "outcome-failed": "there is no such cookie" },
  seeAlso: ["browsers cookies list", "browsers cookies set"],
  examples: [
    { line: "browsers cookies get shop sid", does: "The value alone" },
    { line: "browsers cookies get shop sid --domain example.com", does: "That of a domain, on whatever page" },
  ],
  run: () => import("./get.run.ts"),
});
