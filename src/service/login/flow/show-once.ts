import { compareTwins, isWhole } from "../decide/anonymous-twin.ts";
import { askedFields, type LoginState, newLines } from "../decide/page-changes.ts";
import { pageSignature } from "../decide/signature.ts";
import { lackOf, type TaughtPlan } from "../decide/taught-plan.ts";
import type { PageFacts } from "../page/page-facts.ts";
import type { CredentialValues } from "../values/credential-values.ts";
import { type LoginAnswer, proofOfLogin } from "./ask-website.ts";
import type { FlowPage } from "./flow-page.ts";
import { Lesson, type Taught } from "./lesson.ts";
import { type ReplayEnd, type ReplayFailure, type ReplayNeeds, replay } from "./replay.ts";
import { hiddenTwinsAt } from "./twins-at.ts";

/** Secret that a person has entered in the page, as a field of an earlier step. */
const SHOWN_SECRET = "\npassword:shown";

/** Maximum number of times that the website is asked about one page while it does not answer. */
const MAX_LOOKS = 10;
/** Pause after the first of them, in milliseconds; it doubles with each. */
const FIRST_PAUSE_MS = 1_000;

/** Stored plan that a person has shown. */
export interface StoredLesson {
  readonly id: string;
  readonly plan: TaughtPlan;
}

/** Lessons of a login: those of earlier logins, and the functions that hear of their replays. */
export interface LessonInput {
  readonly startUrl: string;
  readonly isUnattended: boolean;
  readonly totp?: () => Promise<string>;
  /** Plans of earlier logins, the newest first. */
  readonly lessons?: readonly StoredLesson[];
  /** Called after each replay of a plan; without a failure after one that logged in. */
  readonly onReplay?: (id: string, failure: ReplayFailure | undefined) => void;
}

/**
 * Login that is shown once: replays the plans of earlier logins, and records this one. What a person does in the page
 * while the service waits makes the recording a plan.
 */
export class ShowOnce {
  readonly #page: FlowPage;
  readonly #input: LessonInput;
  readonly #values: CredentialValues;
  readonly #lesson: Lesson;
  /** Page at the last look whether the login has ended, the number of looks at it, and the time of the next one. */
  #looked = { page: "", looks: 0, nextAt: 0 };
  /** State before the person has entered a secret. */
  #before: LoginState | undefined;
  #failure: ReplayFailure | undefined;

  constructor(page: FlowPage, input: LessonInput, values: CredentialValues) {
    this.#page = page;
    this.#input = input;
    this.#values = values;
    this.#lesson = new Lesson(values, input);
  }

  /** First step at which a plan has failed in this login. */
  get failure(): ReplayFailure | undefined {
    return this.#failure;
  }

  /** Records the login from now on, when somebody could show it. */
  async start(): Promise<void> {
    if (this.#input.isUnattended) return;
    this.#page.onOpened = (url) => this.#lesson.opened(url);
    this.#page.onActing = () => this.#lesson.personsTurn(false);
    await this.#page.record((event) => this.#lesson.take(event));
  }

  /**
   * Replays the plans that need nothing that is missing, until one logs in or has entered a value. Undefined without a
   * plan that logs in; the failure of one that has entered a value.
   */
  async replay(needs: Omit<ReplayNeeds, "page" | "values">): Promise<ReplayEnd | undefined> {
    for (const { id, plan } of this.#replayable()) {
      const end = await replay(plan, { ...needs, page: this.#page, values: this.#values });
      if (end.kind !== "failed") {
        if (end.kind === "logged-in") this.#input.onReplay?.(id, undefined);
        return end;
      }
      this.#failure ??= end.failure;
      this.#input.onReplay?.(id, end.failure);
      if (end.hasEntered) return end;
    }
    return undefined;
  }

  /** Adds a step that only a person can do, such as a captcha or a push message. */
  external({ url }: PageFacts): void {
    this.#lesson.external(url);
  }

  /** Marks that the service waits for a person. The person may continue until the service itself uses the page. */
  personsTurn(state: LoginState): void {
    if (!this.#lesson.hasSecret) this.#before = state;
    this.#lesson.personsTurn(true);
  }

  /** Fields that a person has filled in the page, with those of earlier steps, for the judgement of the next page. */
  filled(earlier: ReadonlySet<string>): ReadonlySet<string> {
    return this.#lesson.hasSecret ? new Set([...earlier, SHOWN_SECRET]) : earlier;
  }

  /** True when a secret was entered in the page, and most of the page is new since. */
  hasChanged(before: PageFacts, after: PageFacts): boolean {
    const { length } = newLines(before, after);
    return this.#lesson.hasSecret && length >= 3 && length > after.lines.length / 2;
  }

  /**
   * True when a person has done something in the page, and the website now treats the browser as somebody it knows. The
   * website is asked once for each change of the page, and again while it does not answer.
   */
  async hasEnded(facts: PageFacts): Promise<boolean> {
    if (this.#lesson.personalSteps === 0 || askedFields(facts).some(({ kind }) => kind === "password")) return false;
    const seen = pageSignature(facts).join();
    if (seen !== this.#looked.page) this.#looked = { page: seen, looks: 0, nextAt: 0 };
    const looked = this.#looked;
    if (performance.now() < looked.nextAt) return false;
    const answer = await this.#askWebsite(facts);
    looked.looks += 1;
    const isOver = answer !== "unanswered" || looked.looks === MAX_LOOKS;
    looked.nextAt = isOver ? Number.POSITIVE_INFINITY : performance.now() + FIRST_PAUSE_MS * 2 ** (looked.looks - 1);
    return typeof answer === "object";
  }

  /** After a secret was entered, the website is asked as after a login of the service. */
  async #askWebsite(facts: PageFacts): Promise<LoginAnswer> {
    const { secretUrl } = this.#lesson;
    if (secretUrl !== undefined && this.#before) {
      const { evidence } = await this.#page.state();
      const before = { ...this.#before, facts: { ...this.#before.facts, url: secretUrl } };
      return proofOfLogin(this.#page, before, { facts, evidence });
    }
    const { url } = facts;
    const twins = await hiddenTwinsAt(this.#page, url);
    if (twins && compareTwins(twins) === "logged-in") return { url, twins };
    return isWhole(twins) ? "no-proof" : "unanswered";
  }

  /** Plan of this login; undefined when nobody has shown anything. To be called at its end, before other pages open. */
  async taught(): Promise<Taught | undefined> {
    this.#page.onOpened = () => {};
    this.#page.onActing = () => {};
    return this.#input.isUnattended ? undefined : this.#lesson.finish();
  }

  #replayable(): readonly StoredLesson[] {
    const { lessons = [], isUnattended, totp } = this.#input;
    const credential = { valueKeys: this.#values.keys, hasTotpSecret: totp !== undefined };
    const isPossible = ({ plan }: StoredLesson): boolean =>
      isUnattended ? lackOf(plan, credential) === "nothing" : plan.steps.every((step) => step.do !== "other");
    return lessons.filter(isPossible);
  }
}
