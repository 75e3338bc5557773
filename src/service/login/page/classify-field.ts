import type { RawField } from "../../../login-reader/raw-frame.ts";
import type { FieldKind, LoginField } from "./page-facts.ts";
import { firstText, pageText } from "./page-text.ts";
import { CODE, folded, IDENTIFIER, OTHER_CODE, PASSWORD, PREFERENCE } from "./words.ts";

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

/**
 * Kind of a field, by its type, `autocomplete`, the words of its names and labels, and its length. No sign is enough
 * alone: of six real login pages only two set `autocomplete` (measured).
 */
export function fieldKind(field: RawField): FieldKind {
  if (isList(field)) return "text";
  const tokens = field.autocomplete.split(" ");
  if (tokens.includes("one-time-code")) return "code";
  if (tokens.some((token) => token === "current-password" || token === "new-password")) return "password";
  if (tokens.some((token) => ["username", "email", "webauthn"].includes(token))) return "identifier";
  const own = folded(`${field.label} ${field.ariaLabel} ${field.placeholder} ${field.title}`);
  const coded = folded(`${field.name} ${field.id}`).replace(/[_-]+/g, " ");
  const words = own === "" ? `${folded(field.before)} ${coded}` : `${own} ${coded}`;
  if (isCode(field, words)) return "code";
  if (field.type === "password" || (PASSWORD.test(own) && field.type === "text")) return "password";
  if (field.type === "email" || IDENTIFIER.test(words)) return "identifier";
  return field.type === "tel" && /phone|telefon|handy|telephone|movil|電話/.test(words) ? "identifier" : "text";
}

/** True for a field of a new password, which is not part of a login. */
export function isNewPassword(field: RawField): boolean {
  if (field.autocomplete.includes("new-password")) return true;
  const words = folded(`${field.label} ${field.placeholder} ${field.name} ${field.id}`);
  return (
    field.type === "password" &&
    /\bnew\b|confirm|repeat|neues|wiederholen|nouveau|confirmer|nueva|repetir|新しい|再入力/.test(words)
  );
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
  return !IDENTIFIER.test(words) || /\bcode\b|otp|コード/.test(words);
}

function isShort({ maxLength, inputMode, pattern }: RawField): boolean {
  return (maxLength >= 4 && maxLength <= 10) || inputMode === "numeric" || /\\d|0-9/.test(pattern);
}
