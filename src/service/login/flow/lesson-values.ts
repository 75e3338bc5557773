import type { DescribedControl } from "../../../login-reader/described-control.ts";
import type { RawField } from "../../../login-reader/raw-frame.ts";
import type { TaughtValue } from "../decide/taught-plan.ts";
import { fieldKind } from "../page/classify-field.ts";
import type { CredentialValues } from "../values/credential-values.ts";
import { canonicalKey, storedKey } from "../values/stored-values.ts";

/** Maximum length of digits that may be a one-time code: a value that is not known and is as short is never stored. */
const MAX_CODE_DIGITS = 10;

/** Words of the address of a server, also in names such as `server_port`. */
const SERVER_WORDS = /(?<![a-z])(?:host|hostname|port|server)(?![a-z])/i;

/** Text that a person has typed, and the control that it was typed into. */
export interface TypedText {
  readonly text: string;
  readonly control: DescribedControl;
  /** True for one that was entered by keys of the page, or into a box for each character. */
  readonly isSplit: boolean;
  /** True when a password follows next. */
  readonly isBeforePassword: boolean;
  /** True when it follows in the same document. */
  readonly isBesidePassword: boolean;
  /** Codes of the TOTP secret while it was typed. */
  readonly codes: readonly string[];
}

/**
 * Values of a lesson: a text that was typed becomes a reference to the value of the login that it is. A text that is
 * none of them is a new value, named after the label of its field.
 */
export class LessonValues {
  readonly #values: CredentialValues;
  readonly #fresh = new Map<string, string>();
  /** Keys that a step of the lesson refers to. */
  readonly #used = new Set<string>();

  constructor(values: CredentialValues) {
    this.#values = values;
  }

  /** New values, by the key to save them under; never one-time codes. */
  get saved(): Record<string, string> {
    return Object.fromEntries([...this.#fresh].map(([key, text]) => [this.#values.savedKey(key), text]));
  }

  referenceTo(typed: TypedText): TaughtValue {
    const { text, control, codes, isSplit } = typed;
    if (codes.includes(text)) return { from: "totp" };
    const raw = rawField(control);
    const keys = this.#values.keysOf(text);
    const kind = kindOf(typed, raw);
    const known = storedKey(keys, { kind, ...namesOf(control) }) ?? keys[0] ?? this.#freshKeyOf(text);
    if (known !== undefined) return this.#reference(known, kind);
    // A one-time code follows the password, or has a page of its own.
    const isNoCode = kind === "identifier" || typed.isBesidePassword;
    const isDigits = /^\d+$/.test(text) && text.length <= MAX_CODE_DIGITS && !isNoCode;
    if (fieldKind(raw) === "code" && !isSplit) return { from: "person" };
    if (isDigits || isSplit) return this.#asked(typed);
    const key = this.#keyFor(control, kind);
    this.#fresh.set(key, text);
    // Websites repeat what is typed, also in texts that are recorded.
    this.#values.known.add(key, text);
    return this.#reference(key, kind);
  }

  #reference(key: string, kind: "identifier" | "password" | "text"): TaughtValue {
    this.#used.add(key);
    return { from: "credential", key: this.#values.savedKey(key), kind };
  }

  /** A short number could be a one-time code: it is asked for, and used where the credential has it. */
  #asked({ control, text, isSplit }: TypedText): TaughtValue {
    this.#values.known.add("code", text);
    const isBox = isSplit && control.tag === "input";
    if (isBox || fieldKind(rawField(control)) === "code") return { from: "person" };
    const key = control.key === undefined ? canonicalKey({ kind: "text", ...namesOf(control) }) : "pin";
    return { from: "person", key: this.#values.savedKey(key) };
  }

  #freshKeyOf(text: string): string | undefined {
    return [...this.#fresh].find(([, value]) => value === text)?.[0];
  }

  /** Key of a new value. One that takes the place of a stored value has its key, unless the lesson uses that as well. */
  #keyFor(control: DescribedControl, kind: "identifier" | "password" | "text"): string {
    const names = namesOf(control);
    const own = storedKey(this.#values.keys, { kind, ...names }) ?? canonicalKey({ kind, ...names });
    if (!this.#used.has(own)) return own;
    const base = canonicalKey({ kind: "text", ...names });
    for (let count = 1; ; count += 1) {
      const key = count === 1 ? base : `${base}_${count}`;
      if (!(this.#used.has(key) || this.#values.keys.includes(key))) return key;
    }
  }
}

function kindOf({ control, isBeforePassword }: TypedText, raw: RawField): "identifier" | "password" | "text" {
  if (control.type === "password") return "password";
  const kind = fieldKind(raw);
  if (kind === "identifier" || kind === "password") return kind;
  return isBeforePassword && kind !== "code" && !isOfServer(control) ? "identifier" : "text";
}

/** True for a field of the address of a server, as the clients of one ask for it before the password. */
function isOfServer({ type, name, id, label }: DescribedControl): boolean {
  return type === "number" || [name, id, label].some((text) => SERVER_WORDS.test(text));
}

function namesOf({ name, id, label }: DescribedControl): { name?: string; label?: string } {
  const own = name || id;
  return { ...(own !== "" && { name: own }), ...(label !== "" && { label }) };
}

/** Control in the form in which the rules for fields take it. */
function rawField(control: DescribedControl): RawField {
  const texts = { ariaLabel: "", placeholder: "", className: "", title: "", before: "", described: "", error: "" };
  const rest = { pattern: "", selector: "", options: [], group: -1, sendsTo: "" };
  const states = { field: true as const, invalid: false, required: true, filled: false, inDialog: false };
  return { ...control, ...texts, ...rest, ...states, disabled: false, behind: false, readOnly: false };
}
