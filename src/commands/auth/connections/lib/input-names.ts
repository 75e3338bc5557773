import { table } from "../../../../core/table.ts";
import type { RequestedChoice, RequestedField } from "./requested-input.ts";

/** Synonyms of types: `code` and `totp_code` match each other. */
const synonyms = table<string>({ code: "totp_code", totp_code: "code" });

/** Field with this name: its id, its ref, or its type if no other field has that type. */
export function fieldNamed(name: string, fields: readonly RequestedField[]): RequestedField | undefined {
  const own = fields.find(({ id, ref }) => id === name || ref === name);
  if (own) return own;
  for (const type of [name, synonyms.get(name)]) {
    const [first, second] = fields.filter((field) => field.type === type);
    if (first) return second ? undefined : first;
  }
  return undefined;
}

/**
 * Choice with this name: its id or label, its kind of second factor, or a word in the label of an SSO provider;
 * case-insensitive except for the id. Undefined when several match.
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

/** Shortest unique name of a field: its type, or its id. */
export function fieldName(field: RequestedField, fields: readonly RequestedField[]): string {
  return fieldNamed(field.type, fields) === field ? field.type : field.id;
}

/** Shortest unique name of a choice: its kind of second factor, or its id. */
export function choiceName(choice: RequestedChoice, choices: readonly RequestedChoice[]): string {
  const { factor, id } = choice;
  return factor !== undefined && factor !== "other" && choiceNamed(factor, choices) === choice ? factor : id;
}
