import { CliError, type Found, missingArgument } from "../../core/errors.ts";
import { CURRENT_SESSION } from "../../core/session-word.ts";
import type { ResolvedSettings } from "../../settings/resolve.ts";
import type { ArgSpec } from "../declare/spec.ts";
import type { ParsedWords } from "./parse.ts";

/** Session and path of `SESSION:PATH`; undefined for a path of this machine. A Windows drive is not a session. */
export function placeInSession(word: string): { readonly session: string; readonly path: string } | undefined {
  const [, session, path = ""] = /^([^/\\:]{2,}):(.*)$/s.exec(word) ?? [];
  return session === undefined ? undefined : { session, path };
}

/** Session that the word at a position among the arguments names; undefined for an argument without a session. */
export function sessionAt(args: readonly ArgSpec[], at: number, word: string): string | undefined {
  const kind = argAt(args, at)?.session;
  if (kind === undefined) return undefined;
  return kind === "prefix" ? placeInSession(word)?.session : word;
}

/** Word at a position among the arguments, with its session replaced. */
export function withSessionAt(args: readonly ArgSpec[], at: number, word: string, session: string): string {
  return argAt(args, at)?.session === "prefix" ? `${session}:${placeInSession(word)?.path ?? ""}` : session;
}

/** The argument of a word; a repeated last argument takes all remaining words. */
function argAt(args: readonly ArgSpec[], at: number): ArgSpec | undefined {
  const last = args.at(-1);
  return args[at] ?? (last?.repeat ? last : undefined);
}

/** Replaces `@current` by the current session. Without one, reports a missing argument, or the typed `@current`. */
export function withCurrentSession(
  { args: words, withoutSession }: Pick<ParsedWords, "args" | "withoutSession">,
  args: readonly ArgSpec[],
  { session }: Pick<ResolvedSettings, "session">,
): Found<readonly string[]> {
  const { value } = session;
  const places = words.flatMap((word, at) => (sessionAt(args, at, word) === CURRENT_SESSION ? [at] : []));
  if (value !== undefined) {
    const named = words.map((word, at) => (places.includes(at) ? withSessionAt(args, at, word, value) : word));
    return { value: named, problems: [] };
  }
  if (withoutSession) {
    const name = args.findLast(({ required }) => required)?.name ?? "";
    return { value: words.slice(1), problems: [missingArgument(name)] };
  }
  if (places.length > 0) {
    const [first = 0] = places;
    const { name } = args[Math.min(first, args.length - 1)] as ArgSpec;
    const message = "there is no current session; choose one with browserctl browsers use SESSION";
    return { value: words, problems: [{ path: `<${name}>`, message }] };
  }
  return { value: words, problems: [] };
}

/** Adds a hint to the error of a command whose current session the service does not know. */
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
