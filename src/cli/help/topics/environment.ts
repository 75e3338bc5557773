import { readVariables } from "../../../core/variables.ts";
import { entries, examples, type HelpSection, section, text } from "../help-page.ts";

export const sections: readonly HelpSection[] = [
  {
    blocks: [
      text(
        "A flag overrides a variable; a variable overrides .browserctl.json and the settings file. An empty variable counts as not set.",
      ),
    ],
  },
  section("Environment", entries(readVariables)),
  section(
    "Examples",
    examples(
      ["config explain", "Show which flag, variable or file each value came from"],
      ["config path", "Show the directories in use"],
      ["doctor --only environment", "Find variables that are wrong, misspelt or override a stored value"],
    ),
  ),
];
