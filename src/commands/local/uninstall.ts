import { command } from "../../cli/command.ts";

export const localUninstall = command({
  words: "local uninstall",
  effects: { service: true, settings: true },
  summary: "Remove everything that this program has stored on this machine",
  description:
    "Stops the local service, and removes its state with all profiles and files of sessions, the settings with their tokens, completion of all shells, and caches. Names everything and asks first; --dry-run only names it. Tokens in the keychain, and .browserctl.json files in your directories, stay: browserctl logout removes the first. The program itself is removed by what installed it, such as npm uninstall -g browserctl.",
  flags: { dryRun: { kind: "boolean", summary: "Name what would be removed, and remove nothing" } },
  exits: { declined: "declined by the user; nothing was done" },
  seeAlso: ["local reset", "logout", "completion uninstall"],
  examples: [
    { line: "local uninstall --dry-run", does: "See what is there" },
    { line: "local uninstall", does: "Remove it, after confirmation" },
  ],
  output: async () => (await import("./outputs.ts")).localUninstallOutput,
  run: () => import("./uninstall.run.ts"),
});
