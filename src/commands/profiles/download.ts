import { command } from "../../cli/declare/command.ts";
import { progressFlags } from "../../cli/transfer/progress-flags.ts";

export const profilesDownload = command({
  words: "profiles download",
  effects: "none",
  reads: false,
  operation: "profiles.download",
  description:
    "The file is named after the profile and its format: .tar.zst, .tar or, for a legacy profile, always .json. It holds logins: protect it like passwords.",
  flags: {
    out: {
      kind: "string",
      placeholder: "FILE",
      summary: "File to write; named after the profile in this directory by default; - is stdout",
    },
    extract: { kind: "string", placeholder: "DIR", summary: "Unpack it into this new directory instead of saving it" },
    force: { kind: "boolean", summary: "Replace the file if it exists" },
    ...progressFlags,
  },
  examples: [
    { line: "profiles download work", does: "Save it as work.tar.zst" },
    { line: "profiles download work --format tar --out - | tar t", does: "List its files" },
    { line: "profiles download work --extract work-profile", does: "Unpack it into a directory" },
  ],
  run: () => import("./download.run.ts"),
});
