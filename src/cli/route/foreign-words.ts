import type { Problem } from "../../core/errors.ts";
import { table } from "../../core/table.ts";
import { didYouMean } from "./suggest.ts";

/** Flags of other tools, and their replacements. */
const foreignFlags = table<string>({
  "--json": "use -o json",
  "--jsonl": "use -o jsonl",
  "--yaml": "use -o yaml",
  "--csv": "use -o csv",
  "--format": "use -o FORMAT, or --template TEXT",
  "--jq": "use --query EXPR (JMESPath)",
  "--url": "use --base-url URL for the service, or --start-url URL for the page of a session",
  "--host": "use --base-url URL",
  "--endpoint": "use --base-url URL",
  "--token": "a token is never a flag; use BROWSERCTL_TOKEN, or browserctl login",
  "--api-key": "a token is never a flag; use BROWSERCTL_TOKEN, or browserctl login",
  "--verbose": "use --debug",
  "-v": "use --debug, or --version",
  // Unknown to commands that change something.
  "--watch": "only commands that read something can be repeated",
  "--timeout-seconds":
    "the idle limit of a session is set by browsers create --timeout-seconds, shown by browsers get, and cannot be changed",
  "--force": "use --yes to skip the question",
});

/** Problem of a flag that a command does not have, with its replacement or the nearest known flag. */
export function unknownFlag(flag: string, known: readonly string[]): Problem {
  const meaning = foreignFlags.get(flag);
  const foreign = meaning === undefined ? undefined : `; ${meaning}`;
  return { path: flag, message: `unknown flag${foreign ?? didYouMean(flag, known)}`, kind: "unknown-flag" };
}
