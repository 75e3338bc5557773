import { posix } from "node:path";
import { SESSION_HOME } from "../../contract/session-home.ts";
import { parseDuration } from "../../core/duration.ts";
import type { Found, Problem } from "../../core/errors.ts";
import { endOfMinute, epochMs, sinceTimestamp } from "../../core/timestamp.ts";
import type { ArgSpec, FlagSpec } from "../declare/spec.ts";
import { didYouMean } from "../route/suggest.ts";

/** Windows paths, which are not valid in a session. */
const OF_WINDOWS = /^[A-Za-z]:[\\/]|\\/;

/**
 * Absolute path in a session: a relative one is below the home. An empty path and a Windows path are returned unchanged
 * and refused later.
 */
export function remotePath(path: string): string {
  const stays = path === "" || path.startsWith("/") || OF_WINDOWS.test(path);
  return stays ? path : posix.join(SESSION_HOME, path);
}

/** Words of the arguments, with the defaults of those that were omitted; paths in a session are absolute. */
export function argWords(words: readonly string[], args: readonly ArgSpec[]): readonly string[] {
  const omitted = args.slice(words.length).flatMap(({ default: word }) => word ?? []);
  const last = args.length - 1;
  return [...words, ...omitted].map((word, at) =>
    args[Math.min(at, last)]?.kind === "remote-path" ? remotePath(word) : word,
  );
}

/**
 * Converts the words of one flag to its value. The validator checks ranges and lengths of the operation's fields. Flags of
 * kind `text` stay words until their source is read.
 */
export function flagValue(flag: FlagSpec, words: readonly (string | boolean)[], now: () => number): Found<unknown> {
  const problems: Problem[] = [];
  const value = converted(flag, words, {
    now,
    fail: (message) => void problems.push({ path: `--${flag.name}`, message }),
  });
  return { value, problems };
}

interface Conversion {
  readonly now: () => number;
  readonly fail: Fail;
}

function converted(flag: FlagSpec, words: readonly (string | boolean)[], { fail, now }: Conversion): unknown {
  const last = words.at(-1);
  if (flag.kind === "boolean") return flag.constant !== undefined && last === true ? flag.constant : last;
  if (flag.kind === "pairs") return pairs(words as readonly string[], flag.meanings, fail);
  const convert = (word: string): unknown => {
    switch (flag.kind) {
      case "integer":
        return /^[+-]?\d+$/.test(word) ? Number(word) : fail(`must be a whole number, not "${word}"`);
      case "number":
        return word.trim() !== "" && Number.isFinite(Number(word))
          ? Number(word)
          : fail(`must be a number, not "${word}"`);
      case "enum":
        return meaningOf(enumValue(word, flag.choices ?? [], fail), flag.meanings);
      case "duration":
        return duration(word, flag.unit, fail);
      case "remote-path":
        return remotePath(word);
      case "since":
        return word.replace(/\s+ago$/, "");
      case "time":
        return time(word, now(), fail);
      case "viewport":
        return viewport(word, fail);
      case "reference":
        return flag.meanings && Object.hasOwn(flag.meanings, word)
          ? flag.meanings[word]
          : /^[a-z][a-z0-9]{23}$/.test(word)
            ? { id: word }
            : { name: word };
      default:
        return word;
    }
  };
  return flag.repeat ? words.map((word) => convert(String(word))) : convert(String(last));
}

type Fail = (message: string) => undefined;

/** A time in UTC. Durations go back from the end of this minute, so that commands of one minute mean the same time. */
function time(word: string, now: number, fail: Fail): string | undefined {
  const whole = /^\d{4}-\d\d-\d\d$/.test(word) ? `${word}T00:00:00Z` : word;
  const timestamp = sinceTimestamp(whole, endOfMinute(now));
  if (timestamp !== undefined) return new Date(epochMs(timestamp)).toISOString();
  return fail(
    `must be a time such as 2026-03-01T09:30:00Z, a day such as 2026-03-01, or a duration back from now such as 24h, not "${word}"`,
  );
}

function enumValue(word: string, choices: readonly string[], fail: Fail): string | undefined {
  const exact =
    choices.find((choice) => choice === word) ?? choices.find((choice) => choice.toLowerCase() === word.toLowerCase());
  return exact ?? fail(`must be one of ${choices.join(", ")}, not "${word}"${didYouMean(word, choices)}`);
}

/** Value that a word stands for; the word itself if it has no special meaning. */
function meaningOf(word: string | undefined, meanings: FlagSpec["meanings"]): unknown {
  return word !== undefined && meanings && Object.hasOwn(meanings, word) ? meanings[word] : word;
}

const unitMs = { days: 86_400_000, seconds: 1_000 } as const;

function duration(word: string, unit: FlagSpec["unit"], fail: Fail): number | undefined {
  if (unit !== undefined && /^[+-]?\d+$/.test(word)) return Number(word);
  try {
    // Nothing waits for a lifetime, so the limit of timers does not apply.
    const milliseconds = parseDuration(word, unit === "days" ? Number.POSITIVE_INFINITY : undefined);
    if (unit === undefined || unit === "milliseconds") return milliseconds;
    const whole = milliseconds / unitMs[unit];
    return Number.isInteger(whole) ? whole : fail(`must be whole ${unit}, not "${word}"`);
  } catch (error) {
    return fail((error as Error).message);
  }
}

function viewport(word: string, fail: Fail): unknown {
  const match = /^(\d+)x(\d+)(?:@(\d+))?$/i.exec(word);
  if (!match) return fail(`must be WIDTHxHEIGHT, such as 1280x720, not "${word}"`);
  const [, width, height, rate] = match;
  return { width: Number(width), height: Number(height), ...(rate !== undefined && { refresh_rate: Number(rate) }) };
}

function pairs(
  words: readonly string[],
  meanings: FlagSpec["meanings"],
  fail: Fail,
): Record<string, unknown> | undefined {
  const result: Record<string, unknown> = {};
  const form = meanings ? `must be NAME=${Object.keys(meanings).join("|")}` : "must be KEY=VALUE";
  let failed = false;
  for (const word of words) {
    const at = word.indexOf("=");
    const value = word.slice(at + 1);
    if (at < 1 || (meanings && !Object.hasOwn(meanings, value))) {
      fail(`${form}, not "${word}"`);
      failed = true;
      continue;
    }
    Object.defineProperty(result, word.slice(0, at), {
      value: meaningOf(value, meanings),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return failed ? undefined : result;
}
