import { command } from "../../../cli/declare/command.ts";
import { forceFlag } from "../../browsers/fs/lib/out-flags.ts";
import { connectionArgs } from "./lib/connection-args.ts";

export const authConnectionsScreenshot = command({
  words: "auth connections screenshot",
  effects: "none",
  reads: true,
  watch: false,
  summary: "Save the screenshot of a failed login",
  operation: "local.loginScreenshots",
  preview: "calls",
  description:
    "The page at the moment of the failure, as a PNG. Every field is covered, and every text that has a value of the login. The last 5 are kept; none of a login that was canceled.",
  args: {
    ...connectionArgs,
    login: { required: false, summary: "Id of the login in the timeline; the newest with a screenshot when left out" },
  },
  fields: { login_id: false },
  flags: {
    out: { kind: "string", placeholder: "FILE", summary: "Write the PNG to a file; - is stdout" },
    ...forceFlag,
  },
  seeAlso: ["auth connections explain", "auth connections timeline"],
  examples: [
    {
      line: "auth connections screenshot a6u2t8h4c0o5n9n3e7c1t8i2 --out failed.png",
      does: "The page on which the last login failed",
    },
    {
      line: "auth connections screenshot a6u2t8h4c0o5n9n3e7c1t8i2 t4k8w2c6 --out earlier.png --force",
      does: "That of an earlier login, in place of the file",
    },
  ],
  run: () => import("./screenshot.run.ts"),
});
