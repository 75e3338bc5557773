import { allGlobalFlags } from "../../declare/global-flags.ts";
import { flagSummary, flagTerm } from "../help.ts";
import { entries, type HelpSection, section, text } from "../help-page.ts";

export const sections: readonly HelpSection[] = [
  {
    blocks: [
      text(
        "These flags may stand before or after the words of a command. A command takes only those that affect it: --input where it sends JSON, --all where it lists pages, --dry-run and --print where it makes requests.",
      ),
    ],
  },
  section("Flags", entries(allGlobalFlags.map((flag) => [flagTerm(flag), flagSummary(flag, undefined)]))),
  section(
    "Values",
    entries([
      ["TIME", "a number with a unit: 500ms, 30s, 5m, 2h, 1h30m, 7d"],
      ["TEXT", "taken literally; where the flag lists them, - reads stdin, @file a file and env:NAME a variable"],
      ["KEY=VALUE", "one pair; repeat the flag for more"],
      ["--FLAG=VALUE", "the same as two words; needed for a value that is a flag too, such as --name=--all"],
      ["ID|NAME", "24 lower-case letters and digits are an id, anything else is a name"],
    ]),
  ),
];
