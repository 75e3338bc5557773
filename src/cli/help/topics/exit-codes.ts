import { exitFacts } from "../../../core/exit-facts.ts";
import { entries, type HelpSection, lines, section, text } from "../help-page.ts";

export const sections: readonly HelpSection[] = [
  section(
    "Exit codes",
    entries(exitFacts.map(({ name, code, when }) => [`${String(code).padStart(3)}  ${name}`, when])),
  ),
  section(
    "In a script",
    lines(
      "browserctl browsers get shop -q && echo 'it runs'",
      "case $? in",
      "  4) browserctl browsers create shop ;;",
      "  5) browserctl local start ;;",
      "esac",
    ),
    text(
      "browsers run and browsers process exec exit with the code of the command that they run: 128 plus the number of the signal that ended it, 127 for a command that does not exist.",
    ),
  ),
];
