import type { Run } from "../../../cli/declare/body.ts";
import { sourceOf } from "../../../cli/input/source.ts";
import { CODE_NAME } from "../../../contract/limits.ts";
import { CliError } from "../../../core/errors.ts";
import type { playwrightExecute } from "./execute.ts";

/** Prints the result to stdout and the output of the code to stderr. Exit 8 with the message of code that failed. */
export const run: Run<typeof playwrightExecute> = async (body) => {
  const { anyValue, args, call, log, request, value, wantsValue } = body;
  const execution = await call("playwright.execute", request);
  const { success, result, error = "the code failed", stdout = "", stderr = "" } = execution;
  for (const text of wantsValue ? [] : [stdout, stderr]) if (text !== "") await log(asLines(text));
  if (!success) {
    throw new CliError("outcome-failed", inFile(error, args.code), {
      code: "script_failed",
      extra: { stdout, stderr },
    });
  }
  return wantsValue ? value(execution) : anyValue(result ?? null);
};

/** Replaces the internal name of the code in a stack with the name of its file. */
function inFile(error: string, word: string): string {
  const source = sourceOf(word);
  if (source.from !== "file") return error;
  const place = new RegExp(`^(\\s+at (?:.*[ (])?)${CODE_NAME}(?=:\\d+:\\d+\\)?$)`, "gm");
  return error.replace(place, (_, before: string) => before + source.path);
}

/** Text that ends with a newline. */
function asLines(text: string): string {
  return `${text.replace(/\n$/, "")}\n`;
}
