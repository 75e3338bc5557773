import { preview, shownBody } from "../../cli/call-and-render.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { readJson } from "../../client/call.ts";
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
  const value = (await readJson(
    await client.send(client.request(operation, request, shownBody(context, request))),
  )) as Execution;
  const plain = globals.output === "text" && globals.query === undefined && globals.fields === undefined;
  if (plain) for (const text of [value.stdout, value.stderr]) print(io, text);
  if (!value.success) {
    throw new CliError("outcome-failed", value.error ?? "the code failed", {
      code: "script_failed",
      extra: { stdout: value.stdout ?? "", stderr: value.stderr ?? "" },
    });
  }
  if (!plain) return { kind: "value", value };
  return { kind: "value", value: value.result ?? null };
};

function print(io: { tty: { stderr: boolean }; report(text: string): void }, text: string | undefined): void {
  if (text) io.report((io.tty.stderr ? sanitize(text) : text).replace(/\n$/, ""));
}
