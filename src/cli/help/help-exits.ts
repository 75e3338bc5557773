import { commonCodes, type ErrorCode, errorCodes } from "../../contract/errors.ts";
import type { PlainOperation } from "../../contract/plain.ts";
import { type ExitName, exitCode, exitNumbers, exitOfAnswer } from "../../core/exit-codes.ts";
import type { CommandSpec } from "../declare/spec.ts";
import type { HelpEntry } from "./help-page.ts";

/** Codes that follow from the form of an operation and are not specific to the command. */
const formal: ReadonlySet<ErrorCode> = new Set([
  ...commonCodes,
  "chaos_error",
  "disk_full",
  "gone",
  "not_supported_locally",
  "payload_too_large",
  "range_not_satisfiable",
]);

/** Codes in whose place a command that runs another one ends as a shell would: 127 and 126. */
const ofCommands: readonly ErrorCode[] = ["command_not_found", "command_not_executable"];

/** Meanings of exits that follow from the form of a command. */
const ofForm = {
  "outcome-failed": "the service reported that it was not done",
  "local-file": "a file here is missing, exists already, or cannot be read or written",
  declined: "declined by the user",
} as const;

/**
 * Exit codes of a command in the order of their numbers: `4  not-found` with the API's error codes. Collected from the
 * errors of its operation, its form and its declaration.
 */
export function exitsOf(spec: CommandSpec, operation: PlainOperation | undefined): HelpEntry[] {
  const skipped = spec.exits?.own === undefined ? formal : new Set([...formal, ...ofCommands]);
  const codes = Map.groupBy(
    (operation?.errors ?? []).filter((code) => !skipped.has(code)),
    exitOfCode,
  );
  const form = new Map<ExitName, string>();
  if (operation?.response.kind === "json" && operation.response.done) add("outcome-failed");
  if (operation?.bodyKind !== undefined || operation?.response.kind === "file") add("local-file");
  if (spec.question) add("declined");
  function add(name: keyof typeof ofForm): void {
    form.set(name, ofForm[name]);
  }
  const names = Object.keys(exitNumbers) as ExitName[];
  const rows = names.flatMap((name): HelpEntry[] => {
    const meaning = spec.exits?.[name] ?? form.get(name);
    const own = codeList(codes.get(name) ?? []);
    if (meaning === undefined && own === undefined) return [];
    return [[`${String(exitCode(name)).padStart(3)}  ${name}`, [meaning, own].filter((each) => each).join("; ")]];
  });
  return spec.exits?.own === undefined ? rows : [["  *  own", spec.exits.own], ...rows];
}

/** One code with its meaning, or the names of several codes, for `help error-codes`. */
function codeList(codes: readonly ErrorCode[]): string | undefined {
  const [first, second] = codes;
  if (first === undefined) return undefined;
  if (second !== undefined) return codes.join(", ");
  const meaning = errorCodes[first].meaning.replace(/\.$/, "");
  return `${meaning.charAt(0).toLowerCase()}${meaning.slice(1)} (${first})`;
}

/** Exit of a call that the service refused with this code. */
export function exitOfCode(code: ErrorCode): ExitName {
  return exitOfAnswer(errorCodes[code].status, code);
}
