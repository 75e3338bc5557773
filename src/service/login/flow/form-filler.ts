import { codeChannel } from "../decide/code-channel.ts";
import type { PlanRecorder } from "../decide/login-plan.ts";
import { hasMoved } from "../decide/page-changes.ts";
import type { LoginField, PageFacts } from "../page/page-facts.ts";
import type { CredentialValues } from "../values/credential-values.ts";
import { FreshCodes } from "../values/fresh-code.ts";
import type { LoginRequirement } from "../values/requirements.ts";
import { type Sends, type SentValue, storedCode } from "../values/sends.ts";
import { type FlowPage, isControlGone, isNothingTyped, isRefusedValue } from "./flow-page.ts";
import type { AskedField, LoginInput } from "./flow-types.ts";

/** Known values of a login, and the objects that record their use. */
export interface FillerParts {
  readonly values: CredentialValues;
  readonly sends: Sends;
  readonly recorder: PlanRecorder;
}

/** Fills forms from the stored credential, codes of its secret, and the values that a person gives. */
export class FormFiller {
  readonly #page: FlowPage;
  readonly #values: CredentialValues;
  readonly #recorder: PlanRecorder;
  readonly #codes: FreshCodes | undefined;
  readonly #sends: Sends;
  #isCodeRefused = false;
  #hasIdentified = false;

  constructor(page: FlowPage, { totp, clock }: LoginInput, { values, sends, recorder }: FillerParts) {
    this.#page = page;
    this.#values = values;
    this.#recorder = recorder;
    this.#sends = sends;
    this.#codes = totp && new FreshCodes(clock, totp);
  }

  /** Codes of the stored secret. */
  get codes(): FreshCodes | undefined {
    return this.#codes;
  }

  /** Fields of a page to fill. An identifier that the page itself has kept or filled stays. */
  fields({ form }: PageFacts): readonly LoginField[] {
    return (form?.fields ?? []).filter((field) => !(field.readOnly || this.#isKept(field)));
  }

  /** True for a form of which every field has a value. */
  canFill(facts: PageFacts): boolean {
    return this.fields(facts).length > 0 && this.missing(facts).length === 0;
  }

  /** Fields that only a person can fill. Optional fields are included only together with others. */
  missing(facts: PageFacts): AskedField[] {
    const without = this.fields(facts).filter((field) => !this.#hasValue(field, facts));
    // A refused value was needed for the login: without it, another account or realm could be used.
    if (without.every((field) => isOptional(field) && !this.#values.isSpent(field))) return [];
    return without.map((field) => this.#asked(field, facts));
  }

  /**
   * Fills the fields that have a value and submits the form, unless the page has submitted itself in the meantime.
   * Returns the fields that were filled.
   *
   * @param given values of a person, by ref
   */
  async submit(facts: PageFacts, given: Readonly<Record<string, string>>): Promise<readonly LoginField[]> {
    const fields = this.fields(facts).filter((field) => given[field.ref] !== undefined || this.#hasValue(field, facts));
    for (const field of fields) {
      const value = given[field.ref];
      if (value !== undefined) this.#values.give(field, value);
      this.#recorder.requires(this.#requirement(field, facts));
    }
    this.#recorder.fields(fields);
    const isSubmitted = await this.#fillAll(fields, facts, given);
    if (!isSubmitted && facts.form) await this.#press(facts.form.submit);
    return fields;
  }

  /** Marks the values of these fields, which were submitted last, as refused by the website. */
  refused(given: readonly LoginField[]): void {
    this.#sends.refused();
    this.#refuse(given);
  }

  /** Values that the page or the website refuses are not filled again. */
  #refuse(given: readonly LoginField[]): void {
    this.#values.refuse(given);
    if (given.some(({ kind }) => kind === "code")) this.#isCodeRefused = true;
  }

  /**
   * Returns true when the page has submitted the form by itself, or has sent a secret of it: pressing the button would
   * send it twice.
   */
  async #fillAll(
    fields: readonly LoginField[],
    facts: PageFacts,
    given: Readonly<Record<string, string>>,
  ): Promise<boolean> {
    const watch = this.#page.watchRequests();
    try {
      this.#sends.begin();
      let isSent = false;
      for (const field of fields) {
        if (await this.#fill(field, given[field.ref])) isSent = true;
        if (field.kind === "identifier") this.#hasIdentified = true;
      }
      if (isSent || fields.at(-1)?.kind !== "code") return isSent;
      return watch.posted || (await this.#hasGone(facts)) || watch.posted;
    } finally {
      watch.stop();
    }
  }

  /** Types a value. Returns true when the value is a secret and the page has sent it already. */
  async #fill(field: LoginField, given: string | undefined): Promise<boolean> {
    const sent = this.#sentFor(field, given);
    const value = given ?? this.#values.for(field) ?? (await this.#code());
    // An option is a text of the page itself.
    if (!field.options) this.#values.known.add(field.kind === "code" ? "code" : this.#values.keyFor(field), value);
    if (sent) this.#sends.typing(sent);
    const watch = this.#page.watchRequests();
    try {
      await this.#page.fill(field.ref, value);
      return sent?.sort === "secret" && watch.posted;
    } catch (error) {
      if (sent && isNothingTyped(error)) this.#sends.notTyped(sent);
      if (isRefusedValue(error)) this.#refuse([field]);
      throw error;
    } finally {
      watch.stop();
    }
  }

  /** A person gives another code each time. */
  #sentFor(field: LoginField, given: string | undefined): SentValue | undefined {
    if (field.kind !== "code") return this.#values.sentFor(field);
    return given === undefined ? storedCode : undefined;
  }

  #isKept(field: LoginField): boolean {
    if (!field.prefilled || field.kind !== "identifier" || this.#values.isRefused(field)) return false;
    return this.#hasIdentified || this.#values.for(field) === undefined;
  }

  async #hasGone(before: PageFacts): Promise<boolean> {
    const after = await this.#page.facts();
    return hasMoved(before, after) || after.form?.submit !== before.form?.submit;
  }

  /** The page may have submitted itself and left between the last check and the click. */
  async #press(ref: string): Promise<void> {
    await this.#page.press(ref).catch((error: unknown) => {
      if (!isControlGone(error)) throw error;
    });
  }

  async #code(): Promise<string> {
    return (await this.#codes?.next(this.#page.signal)) ?? "";
  }

  #hasValue(field: LoginField, facts: PageFacts): boolean {
    if (field.kind !== "code") return this.#values.for(field) !== undefined;
    const channel = codeChannel(field, facts);
    const isOfSecret = channel === "totp" || channel === "unknown";
    return this.#codes !== undefined && isOfSecret && this.#sends.may(storedCode);
  }

  #asked(field: LoginField, facts: PageFacts): AskedField {
    const isCode = field.kind === "code";
    const isSpent = isCode
      ? this.#isCodeRefused || (this.#codes !== undefined && !this.#sends.may(storedCode))
      : this.#values.isSpent(field);
    const sent = this.#sentFor(field, undefined);
    if (isSpent && sent) this.#sends.askedInVain(sent);
    const type = isCode && codeChannel(field, facts) === "totp" ? "totp_code" : field.kind;
    return { ...field, type, reason: isSpent ? "rejected" : "missing" };
  }

  #requirement(field: LoginField, facts: PageFacts): LoginRequirement {
    if (field.kind === "text") return { kind: "customer_input", key: this.#values.keyFor(field) };
    if (field.kind !== "code") return { kind: field.kind, key: this.#values.keyFor(field) };
    const channel = codeChannel(field, facts);
    if (channel === "sms") return { kind: "sms_code", key: "" };
    return { kind: channel === "email" ? "email_code" : "totp", key: "" };
  }
}

/** assumed: a text field that the page does not require stays empty, because logins work without it. */
function isOptional({ kind, required }: LoginField): boolean {
  return kind === "text" && !required;
}
