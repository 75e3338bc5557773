import { command } from "../../cli/command.ts";

export const versionCommand = command({
  words: "version",
  summary: "Print the version of this program",
  examples: [{ line: "version", does: "The same as --version" }],
  fixedText: () => import("./version-text.ts"),
});
