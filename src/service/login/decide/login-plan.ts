import type { ChoiceKind, LoginChoice, LoginField } from "../page/page-facts.ts";
import type { KnownValues } from "../values/known-values.ts";
import type { LoginRequirement } from "../values/requirements.ts";

/** Choice of an earlier login. */
export interface PlannedChoice {
  readonly step: "choice";
  readonly kind: ChoiceKind;
  readonly label: string;
  readonly provider?: string;
  readonly mfaType?: string;
}

/** Fields of an earlier login, without values. */
export interface PlannedFields {
  readonly step: "fields";
  /** Origin of their page: a website and its identity provider may have fields of the same names. */
  readonly origin: string;
  readonly fields: readonly { readonly kind: LoginField["kind"]; readonly name: string }[];
}

/** Action outside of the page in an earlier login. */
export interface PlannedAction {
  readonly step: "external";
  readonly kind: string;
}

export type PlanStep = PlannedChoice | PlannedFields | PlannedAction;

/**
 * Steps of a login, without values. A replay uses them as hints, not as a script: websites skip steps that they
 * remember, and add new ones.
 */
export interface LoginPlan {
  /** Address at which the login form was found. */
  readonly entrance: string;
  readonly steps: readonly PlanStep[];
}

/** Maximum number of steps that a plan keeps. */
const MAX_STEPS = 40;

/**
 * Records the steps and the requirements of one login. Texts of the page are stored without the values of the login.
 */
export class PlanRecorder {
  readonly #steps: PlanStep[] = [];
  readonly #requirements = new Map<string, LoginRequirement>();
  /** Address at which the login form was found. */
  entrance: string;
  readonly #known: KnownValues;

  constructor(entrance: string, known: KnownValues) {
    this.entrance = entrance;
    this.#known = known;
  }

  fields(fields: readonly LoginField[]): void {
    const [{ origin } = { origin: "" }] = fields;
    this.#add({ step: "fields", origin, fields: fields.map(({ kind, name }) => ({ kind, name })) });
  }

  choice({ kind, label, provider, mfaType }: LoginChoice): void {
    const more = { ...(provider !== undefined && { provider }), ...(mfaType !== undefined && { mfaType }) };
    this.#add({ step: "choice", kind, label, ...more });
  }

  external(kind: string): void {
    this.#add({ step: "external", kind });
    this.requires({ kind: "external_action", key: "" });
  }

  requires(requirement: LoginRequirement): void {
    this.#requirements.set(`${requirement.kind}\n${requirement.key}`, requirement);
  }

  get plan(): LoginPlan {
    return { entrance: this.entrance, steps: this.#steps.map((step) => this.#redacted(step)) };
  }

  get requirements(): readonly LoginRequirement[] {
    return [...this.#requirements.values()];
  }

  get isExternal(): boolean {
    return this.#steps.some(({ step }) => step === "external");
  }

  #redacted(step: PlanStep): PlanStep {
    const redact = (text: string): string => this.#known.redact(text);
    if (step.step === "external") return step;
    if (step.step === "fields") {
      return { ...step, fields: step.fields.map(({ kind, name }) => ({ kind, name: redact(name) })) };
    }
    const { label, provider } = step;
    return { ...step, label: redact(label), ...(provider !== undefined && { provider: redact(provider) }) };
  }

  #add(step: PlanStep): void {
    const text = JSON.stringify(step);
    // A second attempt at the same step is not recorded again.
    const isKnown = this.#steps.some((known) => JSON.stringify(known) === text);
    if (!isKnown && this.#steps.length < MAX_STEPS) this.#steps.push(step);
  }
}

/**
 * Choice of the page that matches the plan: by kind and label, otherwise by its provider or kind of factor if only one
 * choice has it.
 */
export function plannedChoice(
  plan: LoginPlan | undefined,
  choices: readonly LoginChoice[],
  known: KnownValues,
): LoginChoice | undefined {
  const steps = (plan?.steps ?? []).filter((step) => step.step === "choice");
  for (const step of steps) {
    const alike = choices.filter(({ kind }) => kind === step.kind);
    const same = alike.find(({ label }) => known.redact(label) === step.label);
    const kin = alike.filter(
      ({ provider, mfaType }) =>
        (provider !== undefined && provider === step.provider) || (mfaType !== undefined && mfaType === step.mfaType),
    );
    const [found] = same ? [same] : kin.length === 1 ? kin : [];
    if (found) return found;
  }
  return undefined;
}

/** True when the plan has filled one of these fields, which means that it chose no other method on that page. */
export function plansFields(plan: LoginPlan | undefined, fields: readonly LoginField[], known: KnownValues): boolean {
  const names = new Set(fields.map(({ origin, kind, name }) => `${origin}\n${kind}\n${known.redact(name)}`));
  return (plan?.steps ?? []).some(
    (step) =>
      step.step === "fields" && step.fields.some(({ kind, name }) => names.has(`${step.origin}\n${kind}\n${name}`)),
  );
}
