import type { RawField } from "../../../login-reader/raw-frame.ts";
import type { FieldKind, LoginField } from "./page-facts.ts";
import { firstText, pageText } from "./page-text.ts";
import {
  CAPTCHA,
  CODE,
  folded,
  IDENTIFIER,
  NEW_PASSWORD,
  OTHER_CODE,
  PASSWORD,
  PERSONAL,
  PHONE,
  PREFERENCE,
} from "./words.ts";

/** Visible label of a field: its own texts, otherwise the line of text in front of it. */
export function labelOf(field: RawField): string {
  const { label, ariaLabel, placeholder, title, before, name, id } = field;
  return pageText(firstText(label, ariaLabel, placeholder, title, before, name, id)) || "unnamed field";
}

/** Name of a field for programs: `name`, `id` or its label. */
export function nameOf(field: RawField): string {
  return pageText(firstText(field.name, field.id), 100) || labelOf(field);
}

/** True for a list of options. */
export function isList({ type }: RawField): boolean {
  return type === "select-one";
}

/** True for a list that changes only the look of a page, and not the login. */
export function isPreference(field: RawField): boolean {
  return isList(field) && PREFERENCE.test(folded(`${field.label} ${field.ariaLabel} ${field.name} ${field.id}`));
}

/** Text that describes a field, other than its label; the options of a list. */
export function hintOf(field: RawField): string | undefined {
  if (isList(field)) return pageText(`one of: ${field.options.map(({ label }) => label).join(", ")}`);
  const label = labelOf(field);
  const hint = [field.described, field.placeholder]
    .map((text) => pageText(text))
    .find((text) => text && text !== label);
  return hint;
}

/** Tokens of `autocomplete` for a value that no login asks for. */
const otherValue =
  /^(?:\S+-name|honorific-\S+|postal-code|country|address-\S+|street-address|cc-\S+|bday\S*|sex|transaction-\S+)$/;

/** Kind that `autocomplete` or the type of a field says in every language. */
function declaredKind({ autocomplete, type }: RawField): FieldKind | undefined {
  const tokens = autocomplete.toLowerCase().split(/\s+/);
  const has = (...wanted: readonly string[]): boolean => wanted.some((token) => tokens.includes(token));
  if (has("one-time-code")) return "code";
  if (has("current-password", "new-password")) return "password";
  if (has("username", "email", "webauthn", "tel", "tel-national")) return "identifier";
  if (tokens.some((token) => otherValue.test(token))) return "text";
  return type === "email" ? "identifier" : undefined;
}

/** True for a field that only its names in the program make an identifier, although it has a label of its own. */
export function isIdentifierByName(field: RawField): boolean {
  const { own } = wordsOf(field);
  return declaredKind(field) === undefined && own !== "" && !IDENTIFIER.test(own) && !PHONE.test(own);
}

/** True for a field that asks for a name, a birthday or an address. */
export function isPersonal(field: RawField): boolean {
  const { own, all } = wordsOf(field);
  const tokens = field.autocomplete.toLowerCase().split(/\s+/);
  return (
    tokens.some((token) => token === "name" || otherValue.test(token)) ||
    PERSONAL.test(own) ||
    (own === "" && PERSONAL.test(all))
  );
}

/** True for a field that is typed to search the site. */
export function isSearchField(field: RawField): boolean {
  return field.type === "search" && declaredKind(field) === undefined;
}

/**
 * Kind of a field, by its `autocomplete` and type, otherwise by the words of its names and labels, and its length. Words
 * are needed: of six real login pages only two set `autocomplete` (measured).
 */
export function fieldKind(field: RawField): FieldKind {
  if (isList(field)) return "text";
  const declared = declaredKind(field);
  if (declared !== undefined) return declared;
  const { own, all } = wordsOf(field);
  if (isCode(field, all)) return "code";
  if (field.type === "password" || (PASSWORD.test(own) && field.type === "text")) return "password";
  if (IDENTIFIER.test(all)) return "identifier";
  // A short number of type `tel` is a code of which the words are not known.
  const isTooShort = isShort(field) || (field.maxLength > 0 && field.maxLength < 4);
  return field.type === "tel" && (PHONE.test(all) || !isTooShort) ? "identifier" : "text";
}

/** Folded texts of a field, and these with its names. */
function wordsOf(field: RawField): { own: string; all: string } {
  const own = folded(`${field.label} ${field.ariaLabel} ${field.placeholder} ${field.title}`);
  const coded = folded(`${field.name} ${field.id}`).replace(/[_-]+/g, " ");
  return { own, all: own === "" ? `${folded(field.before)} ${coded}` : `${own} ${coded}` };
}

/** True for a field that may be the identifier by its place before the password, whatever its words. */
export function mayIdentify(field: RawField): boolean {
  const isTyped = ["text", "tel", "number"].includes(field.type) && !isCodeBox(field);
  return isTyped && declaredKind(field) === undefined && !CAPTCHA.test(wordsOf(field).all);
}

/** True for a field of a new password, which is not part of a login. */
export function isNewPassword(field: RawField): boolean {
  if (field.autocomplete.includes("new-password")) return true;
  const words = folded(`${field.label} ${field.placeholder} ${field.name} ${field.id}`);
  return field.type === "password" && NEW_PASSWORD.test(words);
}

/** True for a "PIN" of a password field, which is the password of a form that asks for nothing else. */
export function mayBePassword(field: RawField): boolean {
  return field.type === "password" && /\bpin\b/.test(wordsOf(field).all) && !isCodeBox(field);
}

/** True for one box of a code that is split into a box for each digit. */
export function isCodeBox(field: RawField): boolean {
  return field.maxLength === 1 && field.type !== "email";
}

export function inputType(field: RawField): LoginField["inputType"] {
  const { type } = field;
  return type === "email" || type === "password" || type === "tel" || type === "number" || type === "url"
    ? type
    : "text";
}

function isCode(field: RawField, words: string): boolean {
  if (isCodeBox(field)) return true;
  if (!CODE.test(words) || OTHER_CODE.test(words)) return false;
  // "PIN" and "token" of a password field are passwords, unless its length is that of a code.
  if (field.type === "password") return !PASSWORD.test(words) && isShort(field);
  return !IDENTIFIER.test(words) || /\bcode\b|otp|コード/.test(words) || CODE.testPhrases(words);
}

function isShort({ maxLength, inputMode, pattern }: RawField): boolean {
  return (maxLength >= 4 && maxLength <= 10) || inputMode === "numeric" || /\\d|0-9/.test(pattern);
}
