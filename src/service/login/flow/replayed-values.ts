import type { TaughtValue } from "../decide/taught-plan.ts";
import { type CredentialValues, sentValue } from "../values/credential-values.ts";
import type { FreshCodes } from "../values/fresh-code.ts";
import { type Sends, type SentValue, storedCode } from "../values/sends.ts";

/** Value of a step, and how its sends are counted; without the latter for a value of which none are counted. */
export interface ReplayedValue {
  readonly value: string;
  readonly sent?: SentValue;
  /** Key of a stored value. */
  readonly key?: string;
}

/** Values of a replay, each only as often as `Sends` allows. */
export class ReplayedValues {
  readonly #values: CredentialValues;
  readonly #sends: Sends;
  readonly #codes: FreshCodes | undefined;

  constructor({ values, sends, codes }: { values: CredentialValues; sends: Sends; codes: FreshCodes | undefined }) {
    this.#values = values;
    this.#sends = sends;
    this.#codes = codes;
  }

  /** True for a value that was sent before without success. */
  isSpent(value: TaughtValue): boolean {
    if (value.from === "totp") return this.#codes !== undefined && !this.#sends.may(storedCode);
    const known = value.key === undefined ? undefined : this.#values.ofKey(value.key);
    return known !== undefined && value.key !== undefined && !this.#sends.may(sentValue(value.key, known));
  }

  /** Undefined for a value that only a person has. */
  async of(value: TaughtValue, isOption: boolean, signal: AbortSignal): Promise<ReplayedValue | undefined> {
    if (value.from === "totp") {
      const code = await this.#codes?.next(signal);
      return code === undefined ? undefined : { value: code, sent: storedCode };
    }
    const { key } = value;
    const known = key === undefined ? undefined : this.#values.ofKey(key);
    if (key === undefined || known === undefined) return undefined;
    // An option of a list is a text of the page itself.
    return { value: known, key, ...(!isOption && { sent: sentValue(key, known) }) };
  }

  /** Name that replaces a value in texts. */
  know(name: string, value: string): void {
    this.#values.known.add(name, value);
  }
}
