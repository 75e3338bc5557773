import type { LoginField } from "../page/page-facts.ts";
import type { KnownValues } from "./known-values.ts";
import type { Sends, SentValue } from "./sends.ts";
import { canonicalKey, storedKey } from "./stored-values.ts";

/**
 * Values that a flow may fill: those of the stored credential and those that a person gave. A value is not used again
 * when it was refused, or was sent as often as {@link Sends} allows.
 */
export class CredentialValues {
  readonly #values: Map<string, string>;
  readonly #stored: ReadonlySet<string>;
  readonly #given = new Set<string>();
  readonly #refused = new Set<string>();

  readonly #sends: Sends;
  readonly known: KnownValues;

  constructor(stored: Readonly<Record<string, string>>, { sends, known }: { sends: Sends; known: KnownValues }) {
    this.#values = new Map(Object.entries(stored));
    this.#stored = new Set(this.#values.keys());
    this.#sends = sends;
    this.known = known;
  }

  /** Value for a field; undefined for a one-time code, an unknown field and a value that may not be sent again. */
  for(field: LoginField): string | undefined {
    const key = this.#keyOf(field);
    if (key === undefined || this.#refused.has(key)) return undefined;
    const sent = this.sentFor(field);
    return sent && !this.#sends.may(sent) ? undefined : this.#values.get(key);
  }

  /**
   * Value of a field as its sends are counted; undefined for an option of a list, because the page itself contains it.
   */
  sentFor(field: LoginField): SentValue | undefined {
    const key = this.#keyOf(field);
    const value = key === undefined ? undefined : this.#values.get(key);
    return key === undefined || value === undefined || field.options ? undefined : sentValue(key, value);
  }

  /** Key under which the value of a field is stored or will be. */
  keyFor(field: LoginField): string {
    return this.#keyOf(field) ?? canonicalKey(field);
  }

  /** Adds the value that a person gave for a field. */
  give(field: LoginField, value: string): void {
    if (field.kind === "code") return;
    const key = this.keyFor(field);
    this.#values.set(key, value);
    this.#given.add(key);
    this.#refused.delete(key);
    this.#sends.give(sentValue(key, value));
  }

  /** Keys whose value is this text. */
  keysOf(text: string): string[] {
    return [...this.#values].filter(([, value]) => value === text).map(([key]) => key);
  }

  /** Keys that have a value. */
  get keys(): readonly string[] {
    return [...this.#values.keys()];
  }

  /** Value of a key; undefined when it has none, and when the website has refused it. */
  ofKey(key: string): string | undefined {
    return this.#refused.has(key) ? undefined : this.#values.get(key);
  }

  /** Marks the values of these fields as refused by the website. */
  refuse(fields: readonly LoginField[]): void {
    for (const field of fields) if (field.kind !== "code") this.#refused.add(this.keyFor(field));
  }

  /** Marks the value of a key as refused by the website. */
  refuseKey(key: string): void {
    this.#refused.add(key);
  }

  isRefused(field: LoginField): boolean {
    return this.#refused.has(this.keyFor(field));
  }

  /** True for a value that is not sent again, because it was refused, or was sent without a successful login. */
  isSpent(field: LoginField): boolean {
    const sent = this.sentFor(field);
    return this.isRefused(field) || (sent !== undefined && !this.#sends.may(sent));
  }

  /** True when a text, such as the label of an account, contains one of the usable values. */
  isNamedIn(text: string): boolean {
    const lower = text.toLowerCase();
    return [...this.#values].some(
      ([key, value]) =>
        value.length >= 3 && isIdentifierKey(key) && !this.#refused.has(key) && lower.includes(value.toLowerCase()),
    );
  }

  /** Values that a person gave and the website has not refused, by the key to save them under. */
  get saved(): Record<string, string> {
    const entries = [...this.#values].filter(([key]) => this.#given.has(key) && !this.#refused.has(key));
    return Object.fromEntries(entries.map(([key, value]) => [this.savedKey(key), value]));
  }

  /** Key as it is saved; for a new value, without the values that appear in the page's name for the field. */
  savedKey(key: string): string {
    return this.#stored.has(key) ? key : this.known.redactKey(key);
  }

  #keyOf(field: LoginField): string | undefined {
    if (field.kind === "code") return undefined;
    const keys = [...this.#values.keys()];
    const [name, label] = [this.known.redactKey(field.name), this.known.redactKey(field.label)];
    // A key was made without the values that appear in the page's name for the field.
    return storedKey(keys, field) ?? storedKey(keys, { kind: field.kind, name, label });
  }
}

/** Value under a key of a credential, as its sends are counted. */
export function sentValue(key: string, value: string): SentValue {
  return { sort: isIdentifierKey(key) ? "identifier" : "secret", value };
}

function isIdentifierKey(key: string): boolean {
  return storedKey([key], { kind: "identifier" }) !== undefined;
}
