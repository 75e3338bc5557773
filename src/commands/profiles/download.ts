import { progressFlags } from "../../cli/byte-progress.ts";
import { command } from "../../cli/command.ts";

export const profilesDownload = command({
  words: "profiles download",
  operation: "profiles.download",
  description:
    "The file is named after the profile and what it is: .tar.zst, .tar or, for a legacy profile, .json whatever format was asked for. It holds logins: keep it as you keep passwords.",
  flags: {
    out: {
      kind: "string",
      placeholder: "FILE",
      summary: "Where it goes; the profile's name in this folder when left out; - is stdout",
    },
    extract: { kind: "string", placeholder: "DIR", summary: "Unpack it into this new folder instead of saving it" },
    force: { kind: "boolean", summary: "Replace a file that exists" },
    ...progressFlags,
  },
  examples: [
    { line: "profiles download work", does: "Save it as work.tar.zst" },
    { line: "profiles download work --format tar --out - | tar t", does: "See what is in it" },
    { line: "profiles download work --extract work-profile", does: "Have it as a folder" },
  ],
  run: () => import("./download.run.ts"),
});
