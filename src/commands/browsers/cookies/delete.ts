import { command } from "../../../cli/declare/command.ts";
import { cookieChange, fieldsOfDeletion } from "../lib/record-modes.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const cookiesDelete = command({
  words: "browsers cookies delete",
  ...cookieChange,
  summary: "Delete the cookies of a name",
  args: { ...sessionArgs, name: { summary: "Name of the cookie", field: ["body", "name"] } },
  fields: fieldsOfDeletion,
  exits: { "outcome-failed": "there is no such cookie" },
  seeAlso: ["browsers cookies clear", "browsers cookies list"],
  examples: [
    { line: "browsers cookies delete shop sid", does: "The page in front gets it no longer" },
    { line: "browsers cookies delete shop sid --domain example.com --path /app", does: "One of a domain and a path" },
  ],
  run: () => import("./delete.run.ts"),
});
