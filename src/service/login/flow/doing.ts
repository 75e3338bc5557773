import { stepSentence } from "../../../contract/login-states.ts";
import type { LoginField } from "../page/page-facts.ts";
import type { KnownValues, RedactedText } from "../values/known-values.ts";

/** Maximum number of fields that a sentence names. */
const MAX_NAMES = 3;

/** Sentences for the work of a login, one at a time and without values, for whoever waits for it. */
export class Doing {
  readonly #say: (sentence: RedactedText) => void;
  readonly #known: KnownValues;

  constructor(say: ((sentence: RedactedText) => void) | undefined, known: KnownValues) {
    this.#say = say ?? (() => {});
    this.#known = known;
  }

  looking(url: string): void {
    this.#tell(stepSentence("DISCOVERING", siteOf(url)) ?? "");
  }

  repeating(url: string): void {
    this.#tell(`Repeating the login that was shown on ${siteOf(url)}`);
  }

  entering(fields: readonly Pick<LoginField, "label">[], url: string): void {
    const names = fields.slice(0, MAX_NAMES).map(({ label }) => label);
    const more = fields.length > names.length ? ` and ${fields.length - names.length} more` : "";
    this.#tell(`Entering ${names.join(", ") || "the answer"}${more} on ${siteOf(url)}`);
  }

  pressing(label: string): void {
    this.#tell(`Pressing "${label}"`);
  }

  /** @param isSent true when something was entered */
  waiting(url: string, isSent: boolean): void {
    this.#tell(`${isSent ? "Sent; waiting" : "Waiting"} for ${siteOf(url)} to answer`);
  }

  finishing(url: string): void {
    this.#tell(`Logged in; looking for a page of ${siteOf(url)} that shows it`);
  }

  #tell(sentence: string): void {
    this.#say(this.#known.redact(sentence));
  }
}

function siteOf(url: string): string {
  return URL.parse(url)?.hostname || "the website";
}
