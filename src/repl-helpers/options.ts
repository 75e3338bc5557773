/** Options of a helper: those that were given, and its defaults for the rest. Throws for an unknown or wrong one. */
export function readOptions<T extends object>(helper: string, given: unknown, defaults: T): T {
  if (given === undefined) return defaults;
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new TypeError(`${helper}: the options must be an object such as ${JSON.stringify(defaults)}`);
  }
  const known = Object.keys(defaults);
  for (const [name, value] of Object.entries(given)) {
    if (!known.includes(name)) {
      throw new TypeError(`${helper}: there is no option ${JSON.stringify(name)}; it has ${known.join(", ")}`);
    }
    const usual = defaults[name as keyof T];
    if (usual !== undefined && value !== undefined && typeof value !== typeof usual) {
      throw new TypeError(`${helper}: ${name} must be a ${typeof usual}`);
    }
  }
  const isGiven = ([, value]: readonly [string, unknown]): boolean => value !== undefined;
  return { ...defaults, ...Object.fromEntries(Object.entries(given).filter(isGiven)) };
}

/** A text; throws for another value. */
export function readText(helper: string, name: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw new TypeError(`${helper}: ${name} must be a text`);
}

/** A finite number; throws for another value. */
export function readNumber(helper: string, name: string, value: unknown): number {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new TypeError(`${helper}: ${name} must be a finite number`);
}

/** One of some words; throws for another value. */
export function readChoice<const T extends string>(
  helper: string,
  name: string,
  value: string,
  choices: readonly T[],
): T {
  const choice = choices.find((each) => each === value);
  if (choice !== undefined) return choice;
  throw new TypeError(`${helper}: ${name} must be ${choices.join(", ")}`);
}
