import type { RequestedChoice, RequestedField } from "./requested-input.ts";

/** Further names of a type: a code is a code, whoever makes it. */
const synonyms: Readonly<Record<string, string>> = { code: "totp_code", totp_code: "code" };

/** The field of a name: its id or ref, or its type where no other field has it. */
export function fieldNamed(name: string, fields: readonly RequestedField[]): RequestedField | undefined {
  const own = fields.find(({ id, ref }) => id === name || ref === name);
  if (own) return own;
  for (const type of [name, synonyms[name]]) {
    const [first, second] = fields.filter((field) => field.type === type);
    if (first) return second ? undefined : first;
  }
  return undefined;
}

/**
 * The choice of a name, case-insensitive but for the id: its id or label, its kind of second factor, or a word in the label
 * of an SSO provider; undefined where several have it.
 */
export function choiceNamed(name: string, choices: readonly RequestedChoice[]): RequestedChoice | undefined {
  const word = name.toLowerCase();
  const ways: readonly ((choice: RequestedChoice) => boolean)[] = [
    ({ id }) => id === name,
    ({ label, displayText }) => label.toLowerCase() === word || displayText?.toLowerCase() === word,
    ({ id, factor }) => factor?.toLowerCase() === word || id.toLowerCase() === word,
    ({ type, label }) => type === "sso_provider" && wordsOf(label).includes(word),
  ];
  for (const fits of ways) {
    const [first, second] = choices.filter(fits);
    if (first) return second ? undefined : first;
  }
  return undefined;
}

function wordsOf(label: string): string[] {
  return label.toLowerCase().split(/[^\p{L}\p{N}]+/u);
}

/** The shortest name of a field that means it alone: its type, or its id. */
export function fieldName(field: RequestedField, fields: readonly RequestedField[]): string {
  return fieldNamed(field.type, fields) === field ? field.type : field.id;
}

/** The shortest name of a choice that means it alone: its kind of second factor, or its id. */
export function choiceName(choice: RequestedChoice, choices: readonly RequestedChoice[]): string {
  const { factor, id } = choice;
  return factor !== undefined && factor !== "other" && choiceNamed(factor, choices) === choice ? factor : id;
}
