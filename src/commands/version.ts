import { command } from "../cli/declare/command.ts";

export const versionCommand = command({
  words: "version",
  effects: "none",
  summary: "Print the version of this program",
  examples: [
    { line: "version", does: "The same as --version" },
    { line: "version -o json", does: "The same as a JSON string" },
  ],
  fixedText: () => import("./version/lib/version-text.ts"),
});
