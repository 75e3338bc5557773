/** Range from which each latency is drawn, in milliseconds. */
export interface ChaosLatency {
  readonly min_ms: number;
  readonly max_ms: number;
}

/**
 * Fault injection of the local service, for tests of programs that use it. Probabilities are 0 to 1. assumed: not part of
 * the API.
 */
export interface Chaos {
  /** Delay before the handler of every operation of the API. */
  readonly latency?: ChaosLatency;
  /** Probability that a request is answered 503 `chaos_error` without effect. */
  readonly error?: number;
  /** Probability for each event of a stream that the connection is cut in the middle of the event. */
  readonly drop_stream?: number;
  /** Probability for each file answer that the connection is cut in the middle of the file. */
  readonly cut_download?: number;
  /** Probability that loading an extension live fails, so that the browser restarts. */
  readonly extension_live?: number;
  /** Seed of the random generator: the same seed and the same requests in the same order give the same faults. */
  readonly seed?: number;
}

/** Error in a specification: the key and its rule. */
export interface ChaosProblem {
  readonly path: string;
  readonly message: string;
}

/** The largest seed. */
export const MAX_SEED = 2 ** 32 - 1;
const MAX_LATENCY_MS = 60_000;

const keys = ["latency", "error", "drop-stream", "cut-download", "extension-live", "seed"] as const;
type Key = (typeof keys)[number];
const chances = {
  error: "error",
  "drop-stream": "drop_stream",
  "cut-download": "cut_download",
  "extension-live": "extension_live",
} as const;

/** Specification shown in help and in errors. */
export const CHAOS_EXAMPLE = "latency=200ms,error=5%,drop-stream=10%,cut-download=1%";

/**
 * Reads a specification such as `latency=50ms-200ms,error=5%,drop-stream=0.5%,extension-live=fail,seed=42`: each key at
 * most once, at least one fault. Latency is 0 to 60 s, probabilities are 0% to 100%, `fail` is 100%, the seed is a whole
 * number of 32 bits. All errors are reported together; the faults are valid only without errors.
 */
export function parseChaos(text: string): { chaos: Chaos; problems: ChaosProblem[] } {
  const chaos: { -readonly [Name in keyof Chaos]: Chaos[Name] } = {};
  const problems: ChaosProblem[] = [];
  if (text.trim() === "") return { chaos, problems: [{ path: "chaos", message: `is empty; write ${CHAOS_EXAMPLE}` }] };
  const seen = new Set<string>();
  for (const entry of text.split(",").map((part) => part.trim())) {
    const at = entry.indexOf("=");
    const key = (at < 0 ? entry : entry.slice(0, at)).trim();
    const value = at < 0 ? undefined : entry.slice(at + 1).trim();
    const problem = isKey(key) ? readEntry(key, value, seen, chaos) : unknownKey(entry, key);
    if (problem !== undefined) problems.push({ path: isKey(key) ? key : "chaos", message: problem });
  }
  if (problems.length === 0 && seen.size === 1 && seen.has("seed"))
    problems.push({ path: "chaos", message: `"${text}" names no fault; write ${CHAOS_EXAMPLE}` });
  return { chaos, problems };
}

/** Specification that {@link parseChaos} reads as the same faults, with keys in a fixed order and `fail` as 100%. */
export function formatChaos(chaos: Chaos): string {
  const { latency, seed } = chaos;
  const parts: string[] = [];
  if (latency) {
    const { min_ms, max_ms } = latency;
    parts.push(`latency=${min_ms}ms${max_ms === min_ms ? "" : `-${max_ms}ms`}`);
  }
  for (const [key, field] of Object.entries(chances)) {
    const chance = chaos[field];
    if (chance !== undefined) parts.push(`${key}=${percent(chance)}`);
  }
  if (seed !== undefined) parts.push(`seed=${seed}`);
  return parts.join(",");
}

/** Adds a random seed when none was given, so that it can be reported and reused. */
export function withSeed(chaos: Chaos): Chaos & { readonly seed: number } {
  return { ...chaos, seed: chaos.seed ?? Math.floor(Math.random() * (MAX_SEED + 1)) };
}

function isKey(key: string): key is Key {
  return (keys as readonly string[]).includes(key);
}

function unknownKey(entry: string, key: string): string {
  if (key === "") return `"${entry}" has no key; write KEY=VALUE with one of ${keys.join(", ")}`;
  return `unknown fault "${key}"; known: ${keys.join(", ")}`;
}

/** Reads an entry into `chaos`; returns the error, if any. */
function readEntry(
  key: Key,
  value: string | undefined,
  seen: Set<string>,
  chaos: { -readonly [Name in keyof Chaos]: Chaos[Name] },
): string | undefined {
  if (seen.has(key)) return "is given twice";
  seen.add(key);
  if (value === undefined || value === "") return `has no value; write ${key}=${chaosFaults[key].form}`;
  if (key === "latency") {
    const latency = readLatency(value);
    if (typeof latency === "string") return latency;
    chaos.latency = latency;
  } else if (key === "seed") {
    if (!/^\d{1,10}$/.test(value) || Number(value) > MAX_SEED)
      return `must be a whole number from 0 to ${MAX_SEED}, not "${value}"`;
    chaos.seed = Number(value);
  } else {
    const chance = readChance(key, value);
    if (typeof chance === "string") return chance;
    chaos[chances[key]] = chance;
  }
  return undefined;
}

/** Faults by key: the form of the value, and the effect. `help faults` prints this table. */
export const chaosFaults: Readonly<Record<Key, { readonly form: string; readonly effect: string }>> = {
  latency: { form: "200ms or 50ms-200ms", effect: "delay every call, 60s at most; a range is drawn from at random" },
  error: { form: "5%", effect: "answer calls with 503 chaos_error, without effect" },
  "drop-stream": { form: "10%", effect: "cut an event of a stream in the middle, and its connection" },
  "cut-download": { form: "1%", effect: "cut a file in the middle" },
  "extension-live": {
    form: "fail or 50%",
    effect: "refuse to load an extension into a running browser, which restarts instead",
  },
  seed: { form: "42", effect: "the same faults for the same calls in the same order" },
};

function readLatency(value: string): ChaosLatency | string {
  const match = /^(\d+(?:\.\d+)?)(ms|s)(?:-(\d+(?:\.\d+)?)(ms|s))?$/.exec(value);
  if (!match) {
    const bare = /^\d+(?:\.\d+)?$/.test(value);
    return bare
      ? `"${value}" has no unit; write ${value}ms or ${value}s`
      : `must be a time or a range of times in ms or s, such as 200ms or 50ms-200ms, not "${value}"`;
  }
  const ms = (count: string | undefined, unit: string | undefined): number =>
    Math.round(Number(count) * (unit === "s" ? 1_000 : 1));
  const min_ms = ms(match[1], match[2]);
  const max_ms = match[3] === undefined ? min_ms : ms(match[3], match[4]);
  if (Math.max(min_ms, max_ms) > MAX_LATENCY_MS) return `must be at most 60s, not "${value}"`;
  if (max_ms < min_ms) return `must go from the shorter to the longer time, not "${value}"`;
  return { min_ms, max_ms };
}

function readChance(key: Key, value: string): number | string {
  if (key === "extension-live" && value === "fail") return 1;
  const match = /^(\d+(?:\.\d+)?)(%?)$/.exec(value);
  const or = key === "extension-live" ? ', or "fail"' : "";
  if (!match) return `must be a percentage from 0% to 100%, such as 5% or 0.5%${or}, not "${value}"`;
  if (match[2] === "") return `"${value}" has no percent sign; write ${value}%`;
  const share = Number(match[1]);
  return share > 100 ? `must be a percentage from 0% to 100%${or}, not "${value}"` : share / 100;
}

/** Percentage without rounding errors: 0.07 * 100 is 7.000000000000001. */
function percent(chance: number): string {
  return `${Number((chance * 100).toPrecision(12))}%`;
}
