import { type ErrorCode, errorCodes } from "../../../contract/errors.ts";
import { exitCode } from "../../../core/exit-codes.ts";
import { exitOfCode } from "../help-exits.ts";
import { entries, type HelpSection, section, text } from "../help-page.ts";

export const sections: readonly HelpSection[] = [
  {
    blocks: [
      text(
        "The error object of -o json has the code as error.code. Each meaning is followed by the HTTP status and the exit code of the command.",
      ),
    ],
  },
  section(
    "Error codes",
    entries(
      Object.entries(errorCodes).map(([code, { status, meaning }]) => [
        code,
        `${meaning} (${status}, exit ${exitCode(exitOfCode(code as ErrorCode))})`,
      ]),
    ),
  ),
];
