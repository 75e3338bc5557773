import { CliError, missingArgument, type Problem } from "../core/errors.ts";
import { CURRENT_SESSION } from "../core/session-word.ts";
import type { ResolvedSettings } from "../settings/resolve.ts";
import type { ParsedWords } from "./parse.ts";
import type { ArgSpec } from "./spec.ts";

/** True for an argument at a place among the words; a last argument that repeats has all further ones. */
export function isSessionAt(args: readonly ArgSpec[], at: number): boolean {
  const last = args.at(-1);
  return (args[at] ?? (last?.repeat ? last : undefined))?.session !== undefined;
}

/**
 * The words with the current session in place of `@current`. Where there is none, adds the problem: of an argument that is
 * missing as always, or of a typed `@current`.
 */
export function withCurrentSession(
  { args: words, withoutSession }: Pick<ParsedWords, "args" | "withoutSession">,
  args: readonly ArgSpec[],
  { session }: Pick<ResolvedSettings, "session">,
  problems: Problem[],
): readonly string[] {
  const { value } = session;
  const places = words.flatMap((word, at) => (word === CURRENT_SESSION && isSessionAt(args, at) ? [at] : []));
  if (value !== undefined) return words.map((word, at) => (places.includes(at) ? value : word));
  if (withoutSession) {
    problems.push(missingArgument(args.findLast(({ required }) => required)?.name ?? ""));
    return words.slice(1);
  }
  if (places.length > 0) {
    const [first = 0] = places;
    const { name } = args[Math.min(first, args.length - 1)] as ArgSpec;
    const message = "there is no current session; choose one with browserctl browsers use SESSION";
    problems.push({ path: `<${name}>`, message });
  }
  return words;
}

/** The error of a command with the way out, where the service does not know the current session that it took. */
export function aboutCurrentSession(
  error: unknown,
  words: readonly string[],
  { session }: Pick<ResolvedSettings, "session">,
): unknown {
  const { value } = session;
  if (!(error instanceof CliError) || error.exit !== "not-found" || value === undefined) return error;
  if (!words.includes(value) || !error.message.includes(value)) return error;
  const hint = "the current session has ended; choose another one: browserctl browsers use SESSION";
  return new CliError(error.exit, error.message, { ...error.options, hint, cause: error });
}
