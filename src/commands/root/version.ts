import { command } from "../../cli/spec.ts";

export const versionCommand = command({
  words: "version",
  summary: "Print the version of this program",
  examples: [{ line: "version", does: "The same as --version" }],
  fixedText: () => import("./version-text.ts"),
});
