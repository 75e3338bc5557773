import { command } from "../../cli/declare/command.ts";
import { progressFlags } from "../../cli/transfer/progress-flags.ts";

export const profilesInspect = command({
  words: "profiles inspect",
  effects: "none",
  summary: "Summarise the content of a profile, without values",
  requests: true,
  calls: ["profiles.download"],
  description:
    "Shows the size, cookies by domain with their number and expiry, and the origins with stored data, but no names or values. An argument with a / or an ending .zst, .tar or .json is a file, - is stdin; anything else is a profile of the service, which is read without saving it.",
  args: {
    source: {
      word: "profile|file",
      kind: "path",
      summary: "Profile id or name, or a file of profiles download",
    },
  },
  flags: progressFlags,
  examples: [
    { line: "profiles inspect work", does: "Show which logins a profile holds" },
    { line: "profiles inspect ./work.tar.zst -o json", does: "The same for a file, as JSON" },
    { line: "profiles inspect work --query 'cookies[].domain' -o json", does: "Only the domains" },
  ],
  output: async () => (await import("../lib/outputs.ts")).profilesInspectOutput,
  run: () => import("./inspect.run.ts"),
});
