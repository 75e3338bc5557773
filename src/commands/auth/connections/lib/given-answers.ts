import { choiceNamed, fieldNamed } from "./input-names.ts";
import type { LoginState } from "./login-subject.ts";
import {
  choiceSubmission,
  type RequestedChoice,
  type RequestedField,
  type RequestedInput,
  requestedInput,
  type Submission,
  valuesSubmission,
} from "./requested-input.ts";

/** Maximum number of times a value is sent: a rejected secret is not sent again, because that may lock the account. */
const MAX_SENT = { secret: 1, visible: 2 } as const;

/** Answer to a pause, or the reason why the flags cannot answer it. */
export type GivenAnswer =
  | { readonly submission: Submission; readonly unanswered?: undefined }
  | { readonly submission?: undefined; readonly unanswered: Unanswered };

/** Input that a person has to give. */
export interface Unanswered {
  readonly input: RequestedInput;
  /** Names of the flags whose values the website has rejected, or that were already sent. */
  readonly spent: ReadonlySet<string>;
  /** Action outside of the page. */
  readonly action: string | undefined;
}

/** Answers that the flags `--field` and `--choice` give to the pauses of one login. */
export class GivenAnswers {
  readonly #values: ReadonlyMap<string, string>;
  readonly #choices: string[];
  readonly #sent = new Map<string, number>();
  readonly #refused = new Set<string>();

  /**
   * @param values values by the name of a field: its id, its ref or its type.
   * @param choices names of choices, in the order of their use.
   */
  constructor(values: ReadonlyMap<string, string>, choices: readonly string[]) {
    this.#values = values;
    this.#choices = [...choices];
  }

  /**
   * Answers a pause: with values if every required field has one, otherwise with the first choice that is offered. The
   * values and choices of an answer count as used.
   */
  answer(state: LoginState): GivenAnswer {
    const input = requestedInput(state);
    const spent = this.#noteRefused(input);
    const values = this.#valuesFor(state, input);
    if (values) {
      for (const { name } of values) this.#sent.set(name, (this.#sent.get(name) ?? 0) + 1);
      const byId = Object.fromEntries(values.map(({ id, text }) => [id, text]));
      return { submission: valuesSubmission(input, byId) };
    }
    const choice = this.#takeChoice(input);
    if (choice) return { submission: choiceSubmission(input, choice) };
    const action = state.flow_step === "AWAITING_EXTERNAL_ACTION" ? (state.external_action_message ?? "") : undefined;
    return { unanswered: { input, spent, action } };
  }

  /** Records the values that the website has rejected. Returns the ids of fields whose value is not sent again. */
  #noteRefused({ fields }: RequestedInput): ReadonlySet<string> {
    const spent = new Set<string>();
    for (const field of fields) {
      const { id, rejected, secret } = field;
      const name = this.#nameOf(field, fields);
      if (name === undefined) continue;
      const sent = this.#sent.get(name) ?? 0;
      if (rejected && sent > 0) this.#refused.add(name);
      if (this.#refused.has(name) || sent >= most(secret)) spent.add(id);
    }
    return spent;
  }

  #valuesFor({ website_error }: LoginState, { fields }: RequestedInput) {
    const values: { readonly id: string; readonly name: string; readonly text: string }[] = [];
    for (const field of fields) {
      const { id, rejected, required, secret } = field;
      const name = this.#nameOf(field, fields);
      const text = name === undefined ? undefined : this.#values.get(name);
      if (name === undefined || text === undefined) {
        if (required) return undefined;
        continue;
      }
      const sent = this.#sent.get(name) ?? 0;
      const isSpent = this.#refused.has(name) || sent >= most(secret) || (sent > 0 && (rejected || website_error));
      if (!isSpent) values.push({ id, name, text });
      else if (required) return undefined;
    }
    return values.length > 0 ? values : undefined;
  }

  /** Name of the value for a field: its id or ref before its type. */
  #nameOf(field: RequestedField, fields: readonly RequestedField[]): string | undefined {
    const names = [...this.#values.keys()].filter((name) => fieldNamed(name, fields) === field);
    return names.find((name) => name === field.id || name === field.ref) ?? names[0];
  }

  #takeChoice({ choices }: RequestedInput): RequestedChoice | undefined {
    for (const [at, wanted] of this.#choices.entries()) {
      const choice = choiceNamed(wanted, choices);
      if (!choice) continue;
      this.#choices.splice(at, 1);
      return choice;
    }
    return undefined;
  }
}

function most(secret: boolean): number {
  return secret ? MAX_SENT.secret : MAX_SENT.visible;
}

/** True for input whose only missing values are those of flags that the website has refused. */
export function isRefused({ input, spent }: Unanswered): boolean {
  return input.fields.some(({ id, rejected }) => rejected && spent.has(id));
}

/** Labels of the fields that no flag answers, each with a flag that would answer it. */
export function fieldWords({ input, spent }: Unanswered): { readonly field: RequestedField; readonly text: string }[] {
  return input.fields.map((field) => {
    const { hint, id, label, rejected, required } = field;
    const facts = [
      ...(rejected ? ["the website refused the last value"] : spent.has(id) ? ["the value was sent already"] : []),
      ...(required ? [] : ["optional"]),
      ...(hint ? [hint] : []),
    ];
    return { field, text: `${label}${facts.length > 0 ? ` (${facts.join("; ")})` : ""}` };
  });
}
