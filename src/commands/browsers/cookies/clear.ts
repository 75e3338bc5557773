import { command } from "../../../cli/declare/command.ts";
import { cookieChange, fieldsOfDeletion } from "../lib/record-modes.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const cookiesClear = command({
  words: "browsers cookies clear",
  ...cookieChange,
  summary: "Delete the cookies that the page in front gets",
  description: "With --all-sites every cookie of the browser is deleted, after confirmation; --yes confirms.",
  args: sessionArgs,
  fields: { ...fieldsOfDeletion, name: { summary: "Only cookies of this name" } },
  exits: { declined: "declined by the user; nothing was done", "outcome-failed": "the domain is none" },
  seeAlso: ["browsers cookies delete", "browsers storage clear"],
  examples: [
    { line: "browsers cookies clear shop", does: "Log the page out of its website" },
    { line: "browsers cookies clear shop --domain example.com", does: "Those of a domain and the hosts below it" },
    { line: "browsers cookies clear shop --all-sites --yes", does: "Everything, in a script" },
  ],
  run: () => import("./clear.run.ts"),
});
