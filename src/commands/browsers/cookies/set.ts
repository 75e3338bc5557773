import { command } from "../../../cli/declare/command.ts";
import { cookieChange } from "../lib/record-modes.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const cookiesSet = command({
  words: "browsers cookies set",
  ...cookieChange,
  summary: "Set a cookie",
  description: "Without --domain it is for the host of the page in front alone; with it, for the hosts below it too.",
  args: {
    ...sessionArgs,
    name: { summary: "Name of the cookie", field: ["body", "name"] },
    value: { summary: "Value; --secret in its place", required: false },
  },
  fields: {
    action: false,
    name: false,
    value: false,
    secret: false,
    all_sites: false,
    expires: { placeholder: "WHEN" },
    domain: { summary: "Domain that gets the cookie, with the hosts below it" },
    path: { summary: "Path below which pages get it; / by default" },
  },
  flags: {
    secret: { kind: "text", placeholder: "SOURCE", summary: "Value that is never printed" },
  },
  exits: { "outcome-failed": "the browser would not keep such a cookie, with the rule that it breaks" },
  seeAlso: ["browsers cookies list", "browsers cookies delete"],
  examples: [
    { line: "browsers cookies set shop theme dark", does: "For the host of the page, until the browser ends" },
    {
      line: "browsers cookies set shop sid --secret env:PASSWORD --domain example.com --secure --http-only --expires 30d",
      does: "For a domain, with a value that is never printed",
    },
  ],
  run: () => import("./set.run.ts"),
});
