import { progressFlag } from "../../cli/byte-progress.ts";
import { command } from "../../cli/spec.ts";

export const profilesDownload = command({
  words: "profiles download",
  operation: "profiles.download",
  description:
    "The file is named after the profile and what it is: .tar.zst, .tar or, for a legacy profile, .json whatever format was asked for. It holds logins: keep it as you keep passwords.",
  flags: [
    {
      name: "out",
      kind: "string",
      placeholder: "FILE",
      summary: "Where it goes; the profile's name in this folder when left out; - is stdout",
    },
    {
      name: "extract",
      kind: "string",
      placeholder: "DIR",
      summary: "Unpack it into this new folder instead of saving it",
    },
    { name: "force", kind: "boolean", summary: "Replace a file that exists" },
    progressFlag,
  ],
  examples: [
    { line: "profiles download work", does: "Save it as work.tar.zst" },
    { line: "profiles download work --format tar --out - | tar t", does: "See what is in it" },
    { line: "profiles download work --extract work-profile", does: "Have it as a folder" },
  ],
  run: () => import("./download.run.ts"),
});
