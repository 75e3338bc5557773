import { command } from "../../cli/declare/command.ts";

export const localUninstall = command({
  words: "local uninstall",
  effects: { service: true, settings: true },
  summary: "Remove everything that this program has stored on this machine",
  description:
    "Stops the local service, and removes its state with all profiles and files of sessions, the settings with their tokens, completion of all shells, and caches, after confirmation. Tokens in the keychain stay until browserctl logout removes them, and .browserctl.json files in your directories are left alone. The program itself is removed by what installed it, such as npm uninstall -g browserctl.",
  flags: { check: { kind: "boolean", summary: "Only name what is stored; remove nothing" } },
  exits: { declined: "declined by the user; nothing was done" },
  seeAlso: ["local reset", "logout", "completion uninstall"],
  examples: [
    { line: "local uninstall --check", does: "See what is there" },
    { line: "local uninstall", does: "Remove it, after confirmation" },
  ],
  output: async () => (await import("./lib/outputs.ts")).localUninstallOutput,
  run: () => import("./uninstall.run.ts"),
});
