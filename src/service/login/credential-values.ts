import type { LoginField } from "./login-page.ts";
import { canonicalKey, storedKey } from "./stored-values.ts";

/** Values that a flow may fill: those of the stored credential and those that a person gave. A refused one is not used again. */
export class CredentialValues {
  readonly #known: Map<string, string>;
  readonly #given = new Set<string>();
  readonly #refused = new Set<string>();

  constructor(stored: Readonly<Record<string, string>>) {
    this.#known = new Map(Object.entries(stored));
  }

  /** Value for a field; undefined for a one-time code, an unknown field and a value that was refused. */
  for(field: LoginField): string | undefined {
    const key = this.#keyOf(field);
    return key === undefined || this.#refused.has(key) ? undefined : this.#known.get(key);
  }

  /** Key under which the value of a field is stored or will be. */
  keyFor(field: LoginField): string {
    return this.#keyOf(field) ?? canonicalKey(field);
  }

  /** Adds the value that a person gave for a field. */
  give(field: LoginField, value: string): void {
    if (field.kind === "code") return;
    const key = this.keyFor(field);
    this.#known.set(key, value);
    this.#given.add(key);
    this.#refused.delete(key);
  }

  /** Marks the values of these fields as refused by the website. */
  refuse(fields: readonly LoginField[]): void {
    for (const field of fields) if (field.kind !== "code") this.#refused.add(this.keyFor(field));
  }

  isRefused(field: LoginField): boolean {
    return this.#refused.has(this.keyFor(field));
  }

  /** True when one of the values that may be used is part of a text, such as the label of an account. */
  isNamedIn(text: string): boolean {
    const lower = text.toLowerCase();
    return [...this.#known].some(
      ([key, value]) =>
        value.length >= 3 && isIdentifierKey(key) && !this.#refused.has(key) && lower.includes(value.toLowerCase()),
    );
  }

  /** Values that a person gave and the website has not refused, by the key to save them under. */
  get saved(): Record<string, string> {
    const entries = [...this.#known].filter(([key]) => this.#given.has(key) && !this.#refused.has(key));
    return Object.fromEntries(entries);
  }

  #keyOf(field: LoginField): string | undefined {
    return field.kind === "code" ? undefined : storedKey([...this.#known.keys()], field);
  }
}

function isIdentifierKey(key: string): boolean {
  return storedKey([key], { kind: "identifier" }) !== undefined;
}
