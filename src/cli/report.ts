import { CliError, problemText } from "../core/errors.ts";
import { exitCode } from "../core/exit-codes.ts";
import { ClosedPipeError, type Io } from "../core/io.ts";
import { sanitize, sanitizeLine } from "../core/sanitize.ts";
import { maskUserinfo, replaceUserinfo } from "../core/userinfo.ts";
import { jsonText } from "../render/json.ts";

/** Milliseconds that the last error of an interrupted command waits for a reader. */
const LAST_WRITE_MS = 1_000;

export interface ReportOptions {
  debug: boolean;
}

/** Reports an error on stderr, as text or as one JSON object, and returns the exit code. */
export async function reportError(thrown: unknown, io: Io, options: ReportOptions): Promise<number> {
  if (thrown instanceof ClosedPipeError) return exitCode("ok");
  const error = asCliError(thrown);
  const json = io.jsonErrors;
  let text = `${json ? jsonText(errorValue(error, io.takeHeldWarnings()), 0) : replaceUserinfo(await errorText(error, io))}\n`;
  if (options.debug && !json) {
    for (let at: unknown = thrown; at instanceof Error; at = at.cause)
      text += `${replaceUserinfo(sanitizeLines(at.stack ?? String(at)))}\n`;
  }
  // The process ends next: a pipe takes a long text only bit by bit. An interrupted command does not wait long for its reader.
  if (io.interruption?.aborted) io.interruption = AbortSignal.timeout(LAST_WRITE_MS);
  await io.writeError(text).catch(() => {});
  return error.exitNumber;
}

/** The error itself, or that of a bug. */
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

async function errorText(error: CliError, io: Io): Promise<string> {
  const { problems = [], innerError, extra, typed } = error.options;
  const { message, details, hint } = typed ?? {
    message: error.message,
    details: (error.options.details ?? []).map(detailText),
    hint: undefined,
  };
  const label = await style(io, "error:", "red");
  const lines = [`${label} ${sanitize(message).replaceAll("\n", "\n  ")}`];
  const unsaid = problems.map(problemText).filter((text) => problems.length > 1 || !isRepeated(text, message));
  lines.push(...unsaid.map((text) => `  ${sanitizeLine(text)}`));
  lines.push(...details.filter((text) => !isRepeated(text, message)).map((text) => `  ${sanitizeLine(text)}`));
  if (innerError?.message && innerError.message !== message)
    lines.push(`  ${sanitizeLine(String(innerError.message))}`);
  if (typeof extra?.["token_from"] === "string")
    lines.push(`  the refused token came from ${sanitizeLine(extra["token_from"])}`);
  if (typeof extra?.["project_from"] === "string") {
    const from = sanitizeLine(extra["project_from"]);
    lines.push(`  the request was for project "${sanitizeLine(String(extra["project"]))}", from ${from}`);
  }
  if (typeof extra?.["net_error"] === "number")
    lines.push(`  net_error: ${extra["net_error"]} ${sanitizeLine(String(extra["net_error_name"]))}`);
  const next = hint ?? error.options.hint;
  if (next !== undefined) lines.push(`${await style(io, "hint:", "cyan")} ${sanitizeLine(next)}`);
  return lines.join("\n");
}

/** A detail as it came from a service, in whatever form it sends them; a bare number gets its name. */
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

async function style(io: Io, text: string, colour: "red" | "cyan"): Promise<string> {
  if (!io.colour("stderr")) return text;
  const { Chalk } = await import("chalk");
  return new Chalk({ level: 1 })[colour](text);
}

function sanitizeLines(text: string): string {
  return text.split("\n").map(sanitizeLine).join("\n");
}
