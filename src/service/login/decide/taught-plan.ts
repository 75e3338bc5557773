import type { ControlShape, DescribedControl } from "../../../login-reader/described-control.ts";
import type { LoginRequirement } from "../values/requirements.ts";

/**
 * Reference to a value, never the value itself.
 *
 * - `credential`: the value of that key of the credential. - `totp`: the current code of its secret. - `person`: a
 * person gives it each time, unless the credential has a value of that key; a one-time code has none.
 */
export type TaughtValue =
  | { readonly from: "credential"; readonly key: string; readonly kind: "identifier" | "password" | "text" }
  | { readonly from: "totp" }
  | { readonly from: "person"; readonly key?: string };

/** Addresses of a page and of a frame in it, without values: generated parts of a path are `*`. */
export interface TaughtPlace {
  readonly page: string;
  /** Absent for the page itself. */
  readonly frame?: string;
}

/** One thing that was done in a login. Its texts contain no value of the login. */
export type TaughtStep = TaughtPlace &
  (
    | {
        readonly do: "fill";
        readonly control: DescribedControl;
        /** Number of fields that a code is typed into, one for each character; 1 for a usual field. */
        readonly boxes: number;
        readonly value: TaughtValue;
      }
    | {
        /** Keys of a keypad on the page, which are found by the characters of the value. */
        readonly do: "keys";
        readonly keys: ControlShape;
        /** Controls that show other keys, such as Shift. */
        readonly shifts?: readonly DescribedControl[];
        readonly value: TaughtValue;
      }
    | { readonly do: "click"; readonly control: DescribedControl }
    | { readonly do: "check"; readonly control: DescribedControl; readonly checked: boolean }
    | { readonly do: "enter"; readonly control: DescribedControl }
    /** Something that only a person can do. */
    | { readonly do: "other" }
  );

/** Login that a person has shown: everything from its first page to its end, to be replayed with stored values. */
export interface TaughtPlan {
  /** Address at which it begins. */
  readonly entrance: string;
  readonly steps: readonly TaughtStep[];
}

/** Name of a step for people, without values. */
export function stepName(step: TaughtStep): string {
  const where = `on ${step.frame ?? step.page}`;
  switch (step.do) {
    case "fill":
      return `${step.control.tag === "select" ? "choose" : "type"} ${valueName(step.value)} in ${label(step.control)} ${where}`;
    case "keys":
      return `press the keys of ${valueName(step.value)} ${where}`;
    case "click":
      return `press ${label(step.control)} ${where}`;
    case "check":
      return `${step.checked ? "check" : "uncheck"} ${label(step.control)} ${where}`;
    case "enter":
      return `press Enter in ${label(step.control)} ${where}`;
    case "other":
      return `something that only a person can do ${where}`;
  }
}

function valueName(value: TaughtValue): string {
  if (value.from === "totp") return "the code of the TOTP secret";
  if (value.from === "credential" || value.key !== undefined) return `the value "${value.key}"`;
  return "a one-time value";
}

function label({ label: name, text, name: field, id, tag, type, place }: DescribedControl): string {
  const own = name || text || field || id;
  return own === "" ? `the ${type || tag} control ${place} of its kind` : JSON.stringify(own);
}

/** True for a step of which a value is entered. */
export function hasValue(step: TaughtStep): step is Extract<TaughtStep, { value: TaughtValue }> {
  return step.do === "fill" || step.do === "keys";
}

/** Requirements of a plan: what a replay without a person needs. */
export function requirementsOf({ steps }: TaughtPlan): LoginRequirement[] {
  const found = new Map<string, LoginRequirement>();
  for (const step of steps) {
    const requirement = requirementOf(step);
    if (requirement) found.set(`${requirement.kind}\n${requirement.key}`, requirement);
  }
  return [...found.values()];
}

function requirementOf(step: TaughtStep): LoginRequirement | undefined {
  if (step.do === "other") return { kind: "external_action", key: "" };
  if (!hasValue(step)) return undefined;
  const { value } = step;
  if (value.from === "totp") return { kind: "totp", key: "" };
  if (value.key === undefined) return { kind: "external_action", key: "" };
  const kind = value.from === "credential" && value.kind !== "text" ? value.kind : "customer_input";
  return { kind, key: value.key };
}

/** Facts of the credential that a replay would use. */
export interface CredentialFacts {
  readonly valueKeys: readonly string[];
  readonly hasTotpSecret: boolean;
}

/**
 * Lack of a replay without a person: `nothing`; a `value` that the credential could have; or a `person`, for a step that
 * nobody else can do.
 */
export function lackOf(plan: TaughtPlan, credential: CredentialFacts | undefined): "nothing" | "value" | "person" {
  const requirements = requirementsOf(plan);
  if (requirements.some(({ kind }) => kind === "external_action")) return "person";
  const isMet = ({ kind, key }: LoginRequirement): boolean =>
    kind === "totp" ? credential?.hasTotpSecret === true : credential?.valueKeys.includes(key) === true;
  return requirements.every(isMet) ? "nothing" : "value";
}
