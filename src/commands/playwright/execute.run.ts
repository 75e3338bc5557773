import { preview } from "../../cli/call-and-render.ts";
import { sourceOf } from "../../cli/source.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { readJson } from "../../client/call.ts";
import { CODE_NAME } from "../../contract/limits.ts";
import { CliError } from "../../core/errors.ts";
import { sanitize } from "../../core/sanitize.ts";

interface Execution {
  success: boolean;
  result?: unknown;
  error?: string;
  stdout?: string;
  stderr?: string;
}

/** The result goes to stdout, what the code printed to stderr; code that failed is exit 8 with its message. */
export const run: CommandRun = async (context) => {
  const shown = await preview(context);
  if (shown) return shown;
  const { io, globals, operation, request } = context;
  if (!operation) throw new Error("executing code is a call");
  const client = await context.client();
  const value = (await readJson(await client.send(client.request(operation, request)))) as Execution;
  const plain = globals.output === "text" && globals.query === undefined && globals.fields === undefined;
  if (plain) for (const text of [value.stdout, value.stderr]) print(io, text);
  if (!value.success) {
    throw new CliError("outcome-failed", inFile(value.error ?? "the code failed", context.args[1]), {
      code: "script_failed",
      extra: { stdout: value.stdout ?? "", stderr: value.stderr ?? "" },
    });
  }
  if (!plain) return { kind: "value", value };
  return { kind: "value", value: value.result ?? null };
};

/** The error with the name of the file that the code came from. */
function inFile(error: string, word: string | undefined): string {
  const source = sourceOf(word ?? "");
  if (source.from !== "file") return error;
  const place = new RegExp(`^(\\s+at (?:.*[ (])?)${CODE_NAME}(?=:\\d+:\\d+\\)?$)`, "gm");
  return error.replace(place, (_, before: string) => before + source.path);
}

function print(io: { tty: { stderr: boolean }; report(text: string): void }, text: string | undefined): void {
  if (text) io.report((io.tty.stderr ? sanitize(text) : text).replace(/\n$/, ""));
}
