import { pause } from "../../../core/pause.ts";
import type { ControlShape } from "../../../login-reader/described-control.ts";
import { compareTwins } from "../decide/anonymous-twin.ts";
import { type Match, matchControl, matchKey } from "../decide/match-control.ts";
import type { LoginState } from "../decide/page-changes.ts";
import { fieldPlace } from "../decide/signals.ts";
import { isAtPlace, placeOf } from "../decide/taught-place.ts";
import { hasValue, stepName, type TaughtPlan, type TaughtStep } from "../decide/taught-plan.ts";
import type { RequestWatch } from "../drive/login-page.ts";
import type { PlannedControl } from "../drive/planned-controls.ts";
import type { LoginField } from "../page/page-facts.ts";
import type { CredentialValues } from "../values/credential-values.ts";
import type { FreshCodes } from "../values/fresh-code.ts";
import type { Sends } from "../values/sends.ts";
import { LoginFlowError } from "./flow-error.ts";
import { type FlowPage, isControlGone, isNothingTyped, isRefusedValue } from "./flow-page.ts";
import { outcomeOf } from "./outcome.ts";
import { type Keypad, pressKeys } from "./press-keys.ts";
import { replayedField } from "./replayed-field.ts";
import { type ReplayedValue, ReplayedValues } from "./replayed-values.ts";
import { StepFailed } from "./step-failed.ts";
import { hiddenTwinsAt } from "./twins-at.ts";

/** Time in milliseconds in which a settled page shows the control of a step. */
const PATIENCE_MS = 5_000;
const PAUSE_MS = 200;
/** Time in milliseconds after which a click is left out when the page already shows the next step. */
const SKIP_MS = 1_000;

/** Parts of a login that a replay uses. */
export interface ReplayNeeds {
  readonly page: FlowPage;
  readonly values: CredentialValues;
  readonly sends: Sends;
  readonly codes: FreshCodes | undefined;
  /** Waits for the turn with the stored values, once. */
  readonly takeTurn: () => Promise<void>;
  /**
   * Asks a person for a value; rejects when nobody can be asked. Undefined when the person has entered it in the page.
   */
  readonly ask: (field: LoginField, state: LoginState) => Promise<string | undefined>;
}

/** Step at which a plan has failed, in words without values. */
export interface ReplayFailure {
  /** From 1. */
  readonly step: number;
  readonly name: string;
  readonly why: string;
}

/** End of a replay. */
export type ReplayEnd =
  | { readonly kind: "logged-in"; readonly state: LoginState }
  /** The browser was logged in before the replay. */
  | { readonly kind: "not-needed"; readonly state: LoginState }
  | ReplayFailed;

export interface ReplayFailed {
  readonly kind: "failed";
  readonly failure: ReplayFailure;
  /** True when a value was entered before. */
  readonly hasEntered: boolean;
  /** Present when the website has refused the values, with its own sentence if it has one. */
  readonly refusal?: { readonly text?: string };
}

type TypedStep = Extract<TaughtStep, { readonly value: unknown }>;

/** Control of a step in the current page, and the page before the step. */
interface Found {
  readonly controls: readonly [PlannedControl, ...PlannedControl[]];
  readonly state: LoginState;
}

/**
 * Repeats a login that a person has shown: each step on the page and the control that it was recorded on, and nowhere
 * else. Rejects with a {@link LoginFlowError} for a browser that has ended and for a value on its way to an address that
 * is not allowed.
 */
export async function replay(plan: TaughtPlan, needs: ReplayNeeds): Promise<ReplayEnd> {
  const watch = needs.page.watchRequests();
  try {
    return await new Replay(plan, needs, watch).run();
  } finally {
    watch.stop();
  }
}

class Replay {
  readonly #plan: TaughtPlan;
  readonly #needs: ReplayNeeds;
  readonly #page: FlowPage;
  readonly #values: ReplayedValues;
  readonly #watch: RequestWatch;
  #at = 0;
  #hasEntered = false;
  #hasForgotten = false;
  #refusal: ReplayFailed["refusal"];
  #hasPressed = false;
  /** Page before the values of the last step of the website were entered, and these values. */
  #before: LoginState | undefined;
  #given: LoginField[] = [];
  readonly #earlier = new Set<string>();

  constructor(plan: TaughtPlan, needs: ReplayNeeds, watch: RequestWatch) {
    this.#plan = plan;
    this.#needs = needs;
    this.#page = needs.page;
    this.#values = new ReplayedValues(needs);
    this.#watch = watch;
  }

  async run(): Promise<ReplayEnd> {
    const { entrance, steps } = this.#plan;
    try {
      await this.#page.open(entrance);
      for (; this.#at < steps.length; this.#at += 1) {
        const step = steps[this.#at] as TaughtStep;
        const found = await this.#find(step);
        if (found === "done") return await this.#alreadyIn();
        if (found !== "skipped") await this.#do(step, found);
      }
      this.#at -= 1;
      return { kind: "logged-in", state: await this.#end() };
    } catch (error) {
      const failure = { step: this.#at + 1, name: stepName(steps[this.#at] as TaughtStep), why: this.#reason(error) };
      const refusal = this.#refusal;
      return { kind: "failed", failure, hasEntered: this.#hasEntered, ...(refusal && { refusal }) };
    }
  }

  /** Text of a failure of a step; other errors are thrown. */
  #reason(error: unknown): string {
    const { known } = this.#needs.values;
    const isPassing = error instanceof StepFailed || isControlGone(error) || isRefusedValue(error);
    const isUnreachable = error instanceof LoginFlowError && error.kind === "login_page_unreachable";
    if (isPassing || isUnreachable) return known.redact((error as Error).message);
    throw error;
  }

  async #alreadyIn(): Promise<ReplayEnd> {
    const state = await this.#page.state();
    return { kind: this.#at === 0 ? "not-needed" : "logged-in", state };
  }

  /**
   * Waits for the control of a step. `skipped` for a click that the website does not need this time, such as that of a
   * banner; `done` when the login has ended before the step.
   */
  async #find(step: TaughtStep): Promise<Found | "skipped" | "done"> {
    if (step.do === "other") throw new StepFailed("only a person can do it");
    const start = performance.now();
    for (;;) {
      const state = await this.#page.state();
      const match = await this.#match(step);
      if ("found" in match) return { controls: match.found, state };
      const waited = performance.now() - start;
      if (match.problem === "missing" && waited > SKIP_MS && (await this.#isNextThere(step))) return "skipped";
      if (waited < PATIENCE_MS) {
        await pause(PAUSE_MS, this.#page.signal);
        continue;
      }
      if (await this.#isIn(state)) return "done";
      if (this.#at > 0 || this.#hasForgotten) throw this.#missing(step, state, match.problem);
      // An old session may confuse the website.
      this.#hasForgotten = true;
      await this.#page.forgetSite(this.#plan.entrance);
      await this.#page.open(this.#plan.entrance);
      return await this.#find(step);
    }
  }

  /** True for the next step of a click without a value, when the page shows it already. */
  async #isNextThere(step: TaughtStep): Promise<boolean> {
    const next = this.#plan.steps[this.#at + 1];
    if (hasValue(step) || !next || next.do === "other") return false;
    return "found" in (await this.#match(next));
  }

  async #match(step: TaughtStep): Promise<Match<Found["controls"]>> {
    const { known } = this.#needs.values;
    if (step.do === "other") return { problem: "missing" };
    if (step.do === "keys") {
      const keys = (await this.#controls(step.keys)).filter(({ control }) => control.key !== undefined);
      const first = keys.find((key) => "found" in matchKey(step, keys, key.control.key ?? "", known));
      return first ? { found: [first] } : { problem: "missing" };
    }
    const seen = await this.#controls(step.control);
    const match = matchControl(step, seen, known);
    if (!("found" in match)) return match;
    const count = step.do === "fill" ? step.boxes : 1;
    const at = seen.indexOf(match.found);
    const boxes = seen.slice(at, at + count);
    const isWhole = boxes.length === count && boxes.every(({ control }) => count === 1 || control.maxLength === 1);
    return isWhole ? { found: boxes as [PlannedControl, ...PlannedControl[]] } : { problem: "missing" };
  }

  /** Controls of a shape; none while a dialog is open or the page is being replaced. */
  async #controls(shape: ControlShape): Promise<PlannedControl[]> {
    return await this.#page.controls(shape).catch((error: unknown) => {
      if (isControlGone(error)) return [];
      throw error;
    });
  }

  async #do(step: TaughtStep, { controls, state }: Found): Promise<void> {
    const [control] = controls;
    if (!this.#page.mayGet(control.reach)) throw new StepFailed("the control is not on an allowed domain");
    if (hasValue(step)) {
      await this.#enter(step, { controls, state });
      return;
    }
    if (step.do === "check" && control.control.checked === step.checked) return;
    if (step.do === "enter") await this.#page.enterControl(control);
    else await this.#page.pressControl(control);
    if (step.do !== "check") this.#hasPressed = true;
  }

  /** Begins the values of the next step of the website: a button was pressed since the last ones. */
  #beginStep(): void {
    if (!this.#hasPressed) return;
    this.#hasPressed = false;
    for (const field of this.#given) this.#earlier.add(fieldPlace(field));
    this.#given = [];
    this.#before = undefined;
    this.#needs.sends.begin();
  }

  async #enter(step: TypedStep, found: Found): Promise<void> {
    const [control] = found.controls;
    const isList = control.control.tag === "select";
    if (this.#values.isSpent(step.value)) {
      throw new StepFailed("its value was sent before without success, and is not sent again");
    }
    const field = replayedField(step, control, found.state.facts.form?.fields ?? []);
    await this.#needs.takeTurn();
    let value: ReplayedValue | undefined = await this.#values.of(step.value, isList, this.#page.signal);
    let { controls } = found;
    if (!value) {
      const given = await this.#needs.ask(field, found.state);
      if (given === undefined) return;
      value = { value: given };
      const again = await this.#match(step);
      if (!("found" in again)) throw this.#missing(step, await this.#page.state(), again.problem);
      controls = again.found;
    }
    this.#beginStep();
    this.#before ??= found.state;
    this.#given.push(field);
    this.#values.know(value.key ?? "code", value.value);
    await this.#type(step, controls, value);
  }

  async #type(step: TypedStep, controls: Found["controls"], { value, sent }: ReplayedValue): Promise<void> {
    if (sent) this.#needs.sends.typing(sent);
    this.#hasEntered = true;
    try {
      if (step.do === "keys") await pressKeys(step, value, this.#keypad);
      else if ((await this.#page.fillControl(controls, value)) === "gone") await this.#fillAgain(step, value);
    } catch (error) {
      if (sent && isNothingTyped(error)) this.#needs.sends.notTyped(sent);
      throw error;
    }
  }

  get #keypad(): Keypad {
    return { page: this.#page, known: this.#needs.values.known, controls: (shape) => this.#controls(shape) };
  }

  /** The page has replaced the control while the value was typed, or has gone on. */
  async #fillAgain(step: TypedStep, value: string): Promise<void> {
    const again = await this.#match(step);
    if ("found" in again && !this.#watch.posted) await this.#page.fillControl(again.found, value);
  }

  /** Judges the end of the login, as that of every login. */
  async #end(): Promise<LoginState> {
    const before = this.#before ?? (await this.#page.state());
    const submit = { before, given: this.#given, watch: this.#watch };
    const { verdict, state } = await outcomeOf(this.#page, submit, {
      earlier: () => this.#earlier,
      knownError: undefined,
    });
    if (verdict.kind === "success" || (await this.#isIn(state))) return state;
    if (verdict.kind !== "rejected") throw new StepFailed("the login did not end");
    this.#needs.sends.refused();
    const { text } = verdict;
    this.#refusal = text === undefined ? {} : { text };
    throw new StepFailed(`the website refused the values${text === undefined ? "" : `: ${JSON.stringify(text)}`}`);
  }

  /** True when the website treats the browser as somebody it knows. */
  async #isIn({ facts }: LoginState): Promise<boolean> {
    const twins = await hiddenTwinsAt(this.#page, facts.url);
    return twins !== undefined && compareTwins(twins) === "logged-in";
  }

  #isElsewhere(step: TaughtStep, { facts }: LoginState): boolean {
    return !isAtPlace(step.page, placeOf(facts.url, this.#needs.values.known));
  }

  #missing(step: TaughtStep, state: LoginState, problem: Extract<Match<unknown>, { problem: unknown }>["problem"]) {
    const { known } = this.#needs.values;
    if (this.#isElsewhere(step, state)) return new StepFailed(`the page is ${placeOf(state.facts.url, known)}`);
    return new StepFailed(problems[problem]);
  }
}

const problems = {
  missing: "the page has no such control",
  ambiguous: "the page has several such controls",
  unusable: "the control is disabled or covered",
} as const;
