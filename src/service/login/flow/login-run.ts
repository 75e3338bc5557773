import { automaticChoice, choicePlace, offeredChoices } from "../decide/choice-policy.ts";
import { PlanRecorder } from "../decide/login-plan.ts";
import type { LoginState } from "../decide/page-changes.ts";
import { fieldPlace } from "../decide/signals.ts";
import type { LoginPage, SentTo } from "../drive/login-page.ts";
import type { LoginChoice, LoginField, PageFacts } from "../page/page-facts.ts";
import { CredentialValues, sentValue } from "../values/credential-values.ts";
import { KnownValues } from "../values/known-values.ts";
import { Sends, storedCode } from "../values/sends.ts";
import { askPerson } from "./ask-person.ts";
import type { LoginProof } from "./ask-website.ts";
import { Doing } from "./doing.ts";
import { findLoginStart, type LoginStart } from "./find-login-start.ts";
import { finishLogin } from "./finish-login.ts";
import { LoginFlowError } from "./flow-error.ts";
import { FlowPage, isControlGone, isRefusedValue } from "./flow-page.ts";
import type { LoginAnswers, LoginDialog, LoginInput, LoginQuestion, LoginResult, PageQuestion } from "./flow-types.ts";
import { FormFiller } from "./form-filler.ts";
import { endPhase } from "./login-phases.ts";
import { type Outcome, outcomeOf, type Submit } from "./outcome.ts";
import { failurePicture, pageFailure } from "./page-failure.ts";
import { notAccepted, refusedTooOften, tooManySteps } from "./run-errors.ts";
import { ShowOnce } from "./show-once.ts";
import { shownQuestion } from "./shown-question.ts";

/** Maximum number of steps of a login. */
const MAX_STEPS = 30;
/** Maximum number of refusals: more could lock the account. */
const MAX_REFUSALS = 5;
/** Maximum number of interstitial pages that are passed without a person. */
const MAX_INTERSTITIALS = 5;

/**
 * Logs in to a website: finds the login page, fills stored values, asks a person for the others, and ends when several
 * signals say that the browser is logged in.
 *
 * Throws a {@link LoginFlowError}, the rejection of the dialog, or the reason of the signal.
 */
export function runLogin(
  page: LoginPage,
  input: LoginInput,
  dialog: LoginDialog,
  signal: AbortSignal,
): Promise<LoginResult> {
  const known = new KnownValues(input.values);
  const run = new LoginRun(new FlowPage(page, input.isAllowed, signal), input, { dialog, known });
  return run
    .run()
    .catch(async (error: unknown) => {
      await input.onFailure?.(() => failurePicture(page, known));
      const failure = pageFailure(error);
      if (failure instanceof LoginFlowError) failure.message += run.replayText;
      // Messages contain texts of websites, and records and the log contain messages.
      if (failure instanceof Error) redactError(failure, known);
      throw failure;
    })
    .finally(() => input.onEnd?.(page.sentTo.map((sent) => redactedSentTo(sent, known))));
}

function redactedSentTo({ origin, fields }: SentTo, known: KnownValues): SentTo {
  return { origin: known.redact(origin), fields: [...new Set(fields.map((field) => known.redact(field)))] };
}

function redactError(error: Error, known: KnownValues): void {
  const { message, stack } = error;
  error.message = known.redact(message);
  if (stack !== undefined) error.stack = known.redact(stack);
}

/** Page on which a login has ended, and the address at which it began. */
interface LoggedIn {
  readonly url: string;
  readonly state: LoginState;
  /** True for a browser that was logged in before. */
  readonly isLoggedIn: boolean;
  readonly proof?: LoginProof | undefined;
}

/** State of one login. */
class LoginRun {
  readonly #page: FlowPage;
  readonly #input: LoginInput;
  readonly #dialog: LoginDialog;
  readonly #known: KnownValues;
  readonly #values: CredentialValues;
  readonly #recorder: PlanRecorder;
  readonly #filler: FormFiller;
  readonly #shown: ShowOnce;
  readonly #doing: Doing;
  readonly #sends: Sends;
  /** Ends the turn of this login with the stored values, which other logins may wait for. */
  #endTurn: (() => void) | undefined;
  readonly #pressed = new Set<string>();
  /** Fields of earlier steps that the website has accepted. */
  readonly #earlier = new Set<string>();
  /** State before the last password or code was sent; undefined after a refusal. */
  #unsent: LoginState | undefined;
  #ssoProvider: string | undefined;
  #websiteError: string | undefined;
  /** True when a shown login has ended this one, with an error that says all. */
  #hasReplayEnded = false;
  #refusals = 0;
  #interstitials = 0;
  #hasAsked = false;
  /** True when a person has completed a page that the service does not understand. */
  #isConfirmed = false;

  constructor(page: FlowPage, input: LoginInput, { dialog, known }: { dialog: LoginDialog; known: KnownValues }) {
    this.#page = page;
    this.#input = input;
    this.#dialog = dialog;
    this.#known = known;
    this.#doing = new Doing(input.onDoing, known);
    const stored = Object.entries(input.values).map(([key, value]) => sentValue(key, value));
    const { sends: records, isUnattended } = input;
    this.#sends = new Sends({ records, isUnattended, stored: [...stored, storedCode] });
    this.#values = new CredentialValues(input.values, { sends: this.#sends, known });
    this.#recorder = new PlanRecorder(input.startUrl, known);
    const parts = { values: this.#values, sends: this.#sends, recorder: this.#recorder };
    this.#filler = new FormFiller(page, input, parts);
    this.#shown = new ShowOnce(page, input, this.#values);
  }

  /** Sentence about the plan that has failed in this login; empty without one. */
  get replayText(): string {
    const { failure } = this.#shown;
    return failure && !this.#hasReplayEnded
      ? `; before that, the shown login failed at step ${failure.step} (${failure.name}): ${failure.why}`
      : "";
  }

  async run(): Promise<LoginResult> {
    this.#dialog.step("DISCOVERING");
    await this.#shown.start();
    const replayed = await this.#replay();
    const { state, url, isLoggedIn, proof } = replayed ?? (await this.#walk());
    this.#sends.succeeded();
    const taught = replayed ? undefined : await this.#shown.taught();
    const end = { state, url, isOld: isLoggedIn, known: this.#known, proof };
    this.#doing.finishing(state.facts.url);
    const landed = await finishLogin(this.#page, this.#input, end);
    endPhase("finish");
    const { plan, requirements, isExternal } = this.#recorder;
    return {
      ...landed,
      values: { ...this.#values.saved, ...taught?.values },
      ...(taught && { taught: taught.plan }),
      ...(replayed && { isReplayed: true }),
      plan: isLoggedIn && this.#input.plan ? this.#input.plan : plan,
      planState: isExternal ? "needs-external-action" : this.#hasAsked || isLoggedIn ? "unchecked" : "replayable",
      requirements: requirements.map(({ kind, key }) => ({ kind, key: this.#values.savedKey(key) })),
      ...(this.#ssoProvider !== undefined && { ssoProvider: this.#known.redact(this.#ssoProvider) }),
    };
  }

  /** Logs in by the rules of the service, and by what a person answers and shows. */
  async #walk(): Promise<LoggedIn> {
    this.#doing.looking(this.#input.startUrl);
    const { url, isLoggedIn, found } = await this.#start();
    endPhase("open");
    this.#recorder.entrance = url;
    let state = found;
    let proof: LoginProof | undefined;
    for (let steps = 0; !isLoggedIn && !this.#isConfirmed; steps += 1) {
      if (steps === MAX_STEPS) throw tooManySteps(MAX_STEPS);
      const outcome = await this.#step(state);
      ({ state, proof } = outcome);
      if (outcome.verdict.kind === "success" || (await this.#shown.hasEnded(state.facts))) break;
    }
    return { url, state, isLoggedIn, proof };
  }

  /** Page on which the login begins; without one that the service knows, a person can show the login on the first page. */
  async #start(): Promise<Pick<LoginStart, "url" | "found" | "isLoggedIn">> {
    try {
      return await findLoginStart(this.#page, this.#input);
    } catch (error) {
      const isUnknown = error instanceof LoginFlowError && error.kind === "no_login_form";
      if (!isUnknown || this.#input.isUnattended) throw error;
      const { startUrl: url } = this.#input;
      await this.#page.open(url);
      return { url, found: await this.#page.state(), isLoggedIn: false };
    }
  }

  /** Logs in by a plan that a person has shown; undefined when there is none that works. */
  async #replay(): Promise<LoggedIn | undefined> {
    const end = await this.#shown.replay({
      sends: this.#sends,
      codes: this.#filler.codes,
      takeTurn: async () => {
        this.#dialog.step("SUBMITTING");
        this.#doing.repeating(this.#input.startUrl);
        this.#endTurn ??= await this.#input.takeTurn(this.#page.signal);
      },
      ask: (field, state) => this.#askShown(field, state),
    });
    this.#leaveTurn();
    if (end?.kind === "failed" && end.refusal) this.#refusedShown(end.refusal.text);
    if (end === undefined || end.kind === "failed") return undefined;
    return { url: end.state.facts.url, state: end.state, isLoggedIn: end.kind === "not-needed" };
  }

  /** Values that a shown login has sent in vain: the rules cannot do better with them, but a person can. */
  #refusedShown(text: string | undefined): void {
    this.#refused(text);
    if (!this.#input.isUnattended) return;
    this.#hasReplayEnded = true;
    throw notAccepted("values", text === undefined ? undefined : this.#known.redact(text));
  }

  /** Asks for the value of a step that a person has shown. */
  async #askShown(field: LoginField, state: LoginState): Promise<string | undefined> {
    const fields = [{ ...field, type: field.kind, reason: "missing" as const }];
    const shown = shownQuestion({ kind: "input", fields, choices: [] }, this.#known);
    this.#leaveTurn();
    const given = await this.#answer(shown.question, state);
    if (given) this.#dialog.step("SUBMITTING");
    return given && shown.answered(given).values?.[field.ref];
  }

  #answer(question: LoginQuestion, state: LoginState): Promise<LoginAnswers | undefined> {
    const hasEnded = async (facts: PageFacts): Promise<boolean> =>
      this.#shown.hasChanged(state.facts, facts) || (await this.#shown.hasEnded(facts));
    this.#shown.personsTurn(state);
    return askPerson(this.#page, { dialog: this.#dialog, hasEnded }, question, state);
  }

  /** Performs one step on the page and judges its effect. */
  async #step(state: LoginState): Promise<Outcome> {
    const watch = this.#page.watchRequests();
    try {
      const given = await this.#act(state).catch((error: unknown) => this.#forgive(error));
      endPhase("fill");
      this.#doing.waiting(state.facts.url, given.length > 0);
      if (given.some(({ kind }) => kind !== "identifier")) {
        this.#unsent = state;
        this.#page.prepareLook();
      }
      const submit: Submit = { before: this.#since(state), given, watch };
      const options = { earlier: () => this.#shown.filled(this.#earlier), knownError: this.#websiteError };
      const outcome = await outcomeOf(this.#page, submit, options);
      endPhase("judge");
      return await this.#learn(submit, outcome);
    } finally {
      watch.stop();
      this.#leaveTurn();
    }
  }

  /** Page with the stored state before the last secret was sent: a page of consent in between changes nothing of it. */
  #since({ facts, evidence }: LoginState): LoginState {
    return { facts, evidence: this.#unsent?.evidence ?? evidence };
  }

  #leaveTurn(): void {
    this.#endTurn?.();
    this.#endTurn = undefined;
  }

  /** If the page went on in the meantime, it is read again; for a value that it does not accept, a person is asked. */
  #forgive(error: unknown): [] {
    if (isRefusedValue(error)) this.#refused(error.message);
    else if (!isControlGone(error)) throw error;
    return [];
  }

  #refused(websiteError: string | undefined): void {
    this.#refusals += 1;
    this.#websiteError = websiteError;
    if (this.#refusals < MAX_REFUSALS) return;
    throw refusedTooOften(MAX_REFUSALS, websiteError === undefined ? undefined : this.#known.redact(websiteError));
  }

  /** Handles the verdict; after that the next step can begin. */
  async #learn({ given }: Submit, outcome: Outcome): Promise<Outcome> {
    const { verdict, progress } = outcome;
    if (verdict.kind !== "rejected") {
      if (progress === "accepted") this.#sends.accepted();
      else if (progress === "again") this.#sends.askedAgain();
      for (const field of given) this.#earlier.add(fieldPlace(field));
      if (given.some(({ kind }) => kind !== "identifier")) this.#websiteError = undefined;
      if (verdict.kind === "interstitial") return this.#pass(outcome, verdict.continue);
      return outcome;
    }
    this.#earlier.clear();
    this.#unsent = undefined;
    this.#filler.refused(given);
    this.#refused(verdict.text);
    if (verdict.dismiss === undefined) return outcome;
    await this.#page.press(verdict.dismiss).catch((error: unknown) => this.#forgive(error));
    return { verdict, state: await this.#page.state() };
  }

  /** Passes a page of consent or the like. A page that comes back is left to a person. */
  async #pass(outcome: Outcome, way: LoginChoice): Promise<Outcome> {
    const isKnown = this.#pressed.has(choicePlace(way));
    if (isKnown || this.#interstitials >= MAX_INTERSTITIALS) return outcome;
    this.#interstitials += 1;
    const watch = this.#page.watchRequests();
    try {
      await this.#choose(way).catch((error: unknown) => this.#forgive(error));
      const submit: Submit = { before: this.#since(outcome.state), given: [], watch };
      return await this.#learn(
        submit,
        await outcomeOf(this.#page, submit, { earlier: () => this.#earlier, knownError: undefined }),
      );
    } finally {
      watch.stop();
    }
  }

  /** Does the next step of the page: fills, presses or asks. Returns the fields that were filled. */
  async #act(state: LoginState): Promise<Submit["given"]> {
    const { facts } = state;
    if (facts.form) this.#endTurn = await this.#input.takeTurn(this.#page.signal);
    this.#page.assertAllowed(this.#filler.fields(facts), facts.form);
    const policy = { plan: this.#input.plan, hasTotp: this.#input.totp !== undefined, values: this.#values };
    const choice = automaticChoice(facts, { ...policy, pressed: this.#pressed });
    if (choice) return this.#choose(choice);
    if (facts.external && !this.#filler.canFill(facts)) return this.#askExternal(state, facts.external);
    if (facts.form) return this.#fill(state);
    const choices = this.#offered(facts);
    if (choices.some(({ kind }) => kind !== "other")) return this.#ask(state, { kind: "input", fields: [], choices });
    return this.#askExternal(state, { kind: "unknown", message: UNKNOWN_PAGE });
  }

  #offered(facts: PageFacts): readonly LoginChoice[] {
    return offeredChoices(facts, this.#unsent !== undefined);
  }

  async #fill(state: LoginState): Promise<Submit["given"]> {
    const missing = this.#filler.missing(state.facts);
    if (missing.length > 0)
      return this.#ask(state, { kind: "input", fields: missing, choices: this.#offered(state.facts) });
    this.#dialog.step("SUBMITTING");
    return this.#submit(state, {});
  }

  #submit({ facts }: LoginState, values: Readonly<Record<string, string>>): Promise<Submit["given"]> {
    this.#doing.entering(this.#filler.fields(facts), facts.url);
    return this.#filler.submit(facts, values);
  }

  async #askExternal(state: LoginState, action: { kind: string; message: string }): Promise<Submit["given"]> {
    this.#recorder.external(action.kind);
    if (action.kind !== "unknown") this.#shown.external(state.facts);
    const fields = this.#filler.missing(state.facts);
    const choices = this.#offered(state.facts);
    const given = await this.#ask(state, { kind: "external", fields, choices, message: action.message });
    if (action.kind === "unknown") await this.#confirm(state);
    return given;
  }

  /** A person who completes a page that the service does not understand provides the proof that its signals lack. */
  async #confirm(before: LoginState): Promise<void> {
    const { facts } = await this.#page.state();
    const isOpen = facts.form || facts.trigger !== undefined || facts.external;
    this.#isConfirmed = !isOpen && facts.url === before.facts.url;
  }

  /** Asks a person and applies the answer. Nothing is filled when the page went on by itself. */
  async #ask(state: LoginState, asked: PageQuestion): Promise<Submit["given"]> {
    const websiteError = this.#websiteError;
    const shown = shownQuestion({ ...asked, ...(websiteError !== undefined && { websiteError }) }, this.#known);
    this.#hasAsked = true;
    this.#leaveTurn();
    const given = await this.#answer(shown.question, state);
    if (!given) return [];
    const answers = shown.answered(given);
    this.#dialog.step("SUBMITTING");
    const choice = asked.choices.find(({ ref }) => ref === answers.choice);
    if (choice) return this.#choose(choice);
    const { values = {} } = answers;
    return Object.keys(values).length > 0 ? this.#submit(state, values) : [];
  }

  async #choose(choice: LoginChoice): Promise<[]> {
    this.#dialog.step("SUBMITTING");
    this.#doing.pressing(choice.label);
    this.#pressed.add(choicePlace(choice));
    this.#recorder.choice(choice);
    if (choice.kind === "sso_provider") this.#ssoProvider = choice.provider ?? "sso";
    await this.#page.press(choice.ref);
    return [];
  }
}

const UNKNOWN_PAGE =
  "The service does not know this page. Finish the login in the live view; the steps are kept for next time.";
