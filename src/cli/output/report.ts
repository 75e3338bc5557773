import { CliError, problemText } from "../../core/errors.ts";
import { exitCode } from "../../core/exit-codes.ts";
import { ClosedPipeError, type Io } from "../../core/io.ts";
import { indentRest } from "../../core/sanitize.ts";
import { Styled, styled } from "../../core/styled.ts";
import { maskUserinfo, replaceUserinfo } from "../../core/userinfo.ts";
import { jsonText } from "../../render/json.ts";
import { paletteOf } from "../../render/palette.ts";

/** Milliseconds that the last error of an interrupted command waits for a reader. */
const LAST_WRITE_MS = 1_000;

/** Maximum number of details that a text shows. */
const MAX_DETAILS = 100;

export interface ReportOptions {
  debug: boolean;
}

/** Reports an error on stderr, as text or as one JSON object, and returns the exit code. */
export async function reportError(thrown: unknown, io: Io, options: ReportOptions): Promise<number> {
  if (thrown instanceof ClosedPipeError) return exitCode("ok");
  const error = asCliError(thrown);
  const json = io.jsonErrors;
  const lines = json ? [Styled.of(jsonText(errorValue(error, io.takeHeldWarnings()), 0))] : await errorLines(error, io);
  if (options.debug && !json) {
    for (let at: unknown = thrown; at instanceof Error; at = at.cause)
      lines.push(Styled.of(indentRest(replaceUserinfo(at.stack ?? String(at)))));
  }
  // The process ends next, and a pipe takes a long text only in parts. An interrupted command does not wait long for
  // its reader.
  if (io.interruption?.aborted) io.interruption = AbortSignal.timeout(LAST_WRITE_MS);
  await io.writeError(Styled.lines(lines)).catch(() => {});
  return error.exitNumber;
}

/** The error itself, or an error that reports a bug. */
export function asCliError(thrown: unknown): CliError {
  if (thrown instanceof CliError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new CliError("bug", `unexpected: ${message}`, {
    cause: thrown,
    hint: "run it again with --debug and report what it prints",
  });
}

/** The JSON form, which scripts read; passwords in addresses are masked. */
export function errorValue(error: CliError, warnings: readonly string[] = []): { readonly error: unknown } {
  const { problems, details, innerError, httpStatus, hint, extra } = error.options;
  const own = problems?.map((each) => ({ code: "invalid_input", message: problemText(each) }));
  return maskUserinfo({
    error: {
      code: error.code,
      message: error.message,
      details: details ?? own ?? [],
      ...(innerError && { inner_error: innerError }),
      ...(httpStatus !== undefined && { http_status: httpStatus }),
      exit_code: error.exitNumber,
      ...(hint !== undefined && { hint }),
      ...extra,
      ...(warnings.length > 0 && { warnings }),
    },
  }) as { readonly error: unknown };
}

async function errorLines(error: CliError, io: Io): Promise<Styled[]> {
  const { problems = [], innerError, extra, typed } = error.options;
  const { message, details, hint } = typed ?? {
    message: error.message,
    details: (error.options.details ?? []).map(detailText),
    hint: undefined,
  };
  const palette = await paletteOf(io.colour("stderr"));
  const line = (text: string): Styled => styled`  ${replaceUserinfo(text)}`;
  const lines = [styled`${palette.bad("error:")} ${Styled.of(indentRest(replaceUserinfo(message)))}`];
  const unsaid = problems.map(problemText).filter((text) => problems.length > 1 || !isRepeated(text, message));
  lines.push(...unsaid.map(line));
  const shown = details.slice(0, MAX_DETAILS);
  lines.push(...shown.filter((text) => !isRepeated(text, message)).map(line));
  if (details.length > shown.length) lines.push(line(`… ${details.length - shown.length} more; -o json has them`));
  if (innerError?.message && innerError.message !== message) lines.push(line(String(innerError.message)));
  if (typeof extra?.["token_from"] === "string") lines.push(line(`the refused token came from ${extra["token_from"]}`));
  if (typeof extra?.["project_from"] === "string")
    lines.push(line(`the request was for project "${extra["project"]}", from ${extra["project_from"]}`));
  if (typeof extra?.["net_error"] === "number")
    lines.push(line(`net_error: ${extra["net_error"]} ${extra["net_error_name"]}`));
  const next = hint ?? error.options.hint;
  if (next !== undefined) lines.push(styled`${palette.literal("hint:")} ${replaceUserinfo(next)}`);
  return lines;
}

/** Text of a detail from a service, in any form; a bare number gets its name. */
export function detailText(detail: { code?: unknown; message?: unknown }): string {
  const { code, message } = detail ?? {};
  if (typeof message === "string" && typeof code === "string" && /^\d+$/.test(message)) return `${code}: ${message}`;
  const text = message ?? code ?? detail;
  return typeof text === "string" ? text : JSON.stringify(text);
}

/** True when the error's own message already contains a detail, with or without the field's path before it. */
function isRepeated(detail: string, message: string): boolean {
  return message.includes(detail) || message.includes(detail.replace(/^[\w.[\]-]+: /, ""));
}
