import type { Problem } from "../core/errors.ts";
import type { Env, Origin, Source } from "./paths.ts";

/** A value that another one overrides; `value` is absent for secrets. */
export interface Shadowed extends Origin {
  value?: string;
}

/** A value, its origin, and the values that it overrides, the strongest first. */
export interface Resolved<T> extends Origin {
  value: T;
  shadowed: readonly Shadowed[];
}

/** One place that may hold a value. */
export interface Candidate<T> extends Origin {
  value: T | undefined;
}

/** Returns the problem with a value, or undefined. */
export type Rule = (value: unknown) => string | undefined;

/** Creates candidates and collects their problems, so that all are reported together. */
export class Candidates {
  readonly problems: Problem[] = [];
  /** Notices for the person. */
  readonly notes: string[] = [];
  readonly #env: Env;
  readonly #file: string;
  constructor(env: Env, file: string) {
    this.#env = env;
    this.#file = file;
  }

  flag(name: string, rule: Rule, value: string | undefined): Candidate<string> {
    return candidate("flag", name, this.check(name, rule, value));
  }

  /** An empty variable counts as not set. */
  variable(name: string, rule: Rule): Candidate<string> {
    return candidate("environment", name, this.check(name, rule, this.#env[name] || undefined));
  }

  /** A member of the settings file, which was checked when it was read. */
  entry<T>(member: string, value: T | undefined): Candidate<T> {
    return candidate("file", `${member} in ${this.#file}`, value);
  }

  check<T>(place: string, rule: Rule, value: T | undefined): T | undefined {
    const message = value === undefined ? undefined : rule(value);
    if (message === undefined) return value;
    this.problems.push({ path: place, message });
    return undefined;
  }
}

export function candidate<T>(source: Source, from: string, value: T | undefined): Candidate<T> {
  return { source, from, value };
}

/** The first candidate with a value, which overrides later ones. `otherwise` explains that there is no value. */
export function strongest<T>(
  candidates: readonly Candidate<T>[],
  otherwise: string,
  options: { secret?: boolean } = {},
): Resolved<T | undefined> {
  const [winner, ...others] = candidates.filter((each) => each.value !== undefined);
  if (winner === undefined) return { value: undefined, source: "default", from: otherwise, shadowed: [] };
  const shadowed = others.map(({ source, from, value }) =>
    options.secret === true ? { source, from } : { source, from, value: String(value) },
  );
  return { ...winner, shadowed };
}
