import { withoutEnd } from "../../core/without-end.ts";
import { count } from "../../render/sentence.ts";
import { isCharacter } from "./is-character.ts";
import type { Key } from "./keys.ts";
import type { Choice } from "./selection.tsx";
import { editText, insertText, type TextInput, textInput } from "./text-input.ts";

interface FieldBase {
  /** Key of the field's value in the result. */
  readonly name: string;
  readonly label: string;
  /** Text that is shown below it. */
  readonly hint?: string | undefined;
  /** Returns the problem with a value, as text for the person; undefined when the value is valid. */
  readonly validate?: (value: string) => string | undefined;
}

/** A field for typed text. A secret is never shown: each character is drawn as a bullet. */
export interface TextField extends FieldBase {
  readonly kind: "text" | "secret";
  readonly initial?: string | undefined;
  /** An empty value is refused; true when omitted. */
  readonly required?: boolean;
  /** UTF-16 units that the value may have; 1,000 when omitted. */
  readonly maxLength?: number;
}

/** A field for one of some values; at least one choice. */
export interface ChoiceField extends FieldBase {
  readonly kind: "choice";
  readonly choices: readonly Choice[];
  /** Value of the choice at the beginning; the first when omitted. */
  readonly initial?: string | undefined;
}

export type FormField = TextField | ChoiceField;

export type FormValues = Readonly<Record<string, string>>;

export interface FormState {
  readonly focus: number;
  readonly inputs: Readonly<Record<string, TextInput>>;
  /** Problems by the name of the field. */
  readonly problems: ReadonlyMap<string, string>;
}

/** The effect of a key on a form. */
export type FormStep =
  | { readonly kind: "changed"; readonly state: FormState }
  | { readonly kind: "submitted"; readonly values: FormValues }
  | { readonly kind: "cancelled" };

const DEFAULT_MAX_LENGTH = 1_000;

/** A form as it is shown first, with the focus on the first field that has a problem. */
export function initialForm(fields: readonly FormField[], problems: Readonly<Record<string, string>> = {}): FormState {
  const inputs = fields.map((field) => {
    const initial =
      field.kind === "choice"
        ? (field.choices.find(({ value }) => value === field.initial) ?? field.choices[0])?.value
        : field.initial;
    return [field.name, textInput(initial)] as const;
  });
  return withProblems({ focus: 0, inputs: Object.fromEntries(inputs), problems: new Map() }, fields, problems);
}

/** A form with these problems alone, by the name of their field; the focus is on the first of them. */
export function withProblems(
  state: FormState,
  fields: readonly FormField[],
  problems: Readonly<Record<string, string>>,
): FormState {
  const all = new Map(Object.entries(problems));
  return {
    ...state,
    problems: all,
    focus: Math.max(
      0,
      fields.findIndex(({ name }) => all.has(name)),
    ),
  };
}

/**
 * Applies a key. Tab, the arrows and Enter move between the fields; Enter on the last field submits. The left and right
 * arrows and the space bar change a choice. Escape cancels.
 */
export function pressFormKey(fields: readonly FormField[], state: FormState, key: Key): FormStep {
  const field = fields[state.focus];
  if (key === "escape" || !field) return { kind: "cancelled" };
  if (key === "return") return state.focus === fields.length - 1 ? submit(fields, state) : next(fields, state);
  if (key === "tab" || key === "down") return next(fields, state);
  if (key === "backTab" || key === "up") return changed({ ...state, focus: wrapped(state.focus - 1, fields) });
  const input = state.inputs[field.name] ?? textInput();
  if (field.kind === "choice") {
    const step = key === "left" ? -1 : key === "right" || isCharacter(key, " ") ? 1 : 0;
    const at = field.choices.findIndex(({ value }) => value === input.text);
    const choice = field.choices[(at + step + field.choices.length) % field.choices.length];
    return changed(step === 0 || !choice ? state : withInput(state, field, textInput(choice.value)));
  }
  const maxLength = field.maxLength ?? DEFAULT_MAX_LENGTH;
  const edited = editText(input, key, maxLength);
  if (!edited) return changed(state);
  const isFull = isCharacterKey(key) && edited.text === input.text;
  return changed(isFull ? withProblem(state, field, tooLong(maxLength)) : withInput(state, field, edited));
}

/**
 * Inserts pasted text into the focused field. Line breaks at its end are dropped; text of several lines and text that is
 * too long are refused as a whole.
 */
export function pasteIntoForm(fields: readonly FormField[], state: FormState, pasted: string): FormState {
  const field = fields[state.focus];
  if (!field || field.kind === "choice") return state;
  const text = withoutEnd(pasted, "\r\n");
  if (/[\r\n]/.test(text)) return withProblem(state, field, "the pasted text has more than one line; paste one line");
  const input = state.inputs[field.name] ?? textInput();
  const maxLength = field.maxLength ?? DEFAULT_MAX_LENGTH;
  if (input.text.length + text.length > maxLength) return withProblem(state, field, tooLong(maxLength));
  return withInput(state, field, insertText(input, text, maxLength));
}

function next(fields: readonly FormField[], state: FormState): FormStep {
  return changed({ ...state, focus: wrapped(state.focus + 1, fields) });
}

function submit(fields: readonly FormField[], state: FormState): FormStep {
  const values = Object.fromEntries(fields.map(({ name }) => [name, state.inputs[name]?.text ?? ""]));
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const problem = problemOf(field, values[field.name] ?? "");
    if (problem !== undefined) problems[field.name] = problem;
  }
  if (Object.keys(problems).length === 0) return { kind: "submitted", values };
  return changed(withProblems(state, fields, problems));
}

function problemOf(field: FormField, value: string): string | undefined {
  if (field.kind !== "choice" && value === "" && field.required !== false) return "must not be empty";
  return field.validate?.(value);
}

function wrapped(focus: number, fields: readonly FormField[]): number {
  return (focus + fields.length) % fields.length;
}

/** A changed value has no problem until the form is submitted again. */
function withInput(state: FormState, { name }: FormField, input: TextInput): FormState {
  const problems = new Map(state.problems);
  problems.delete(name);
  return { ...state, inputs: { ...state.inputs, [name]: input }, problems };
}

function withProblem(state: FormState, { name }: FormField, problem: string): FormState {
  return { ...state, problems: new Map([...state.problems, [name, problem]]) };
}

function tooLong(maxLength: number): string {
  return `at most ${count(maxLength, "character")}`;
}

function changed(state: FormState): FormStep {
  return { kind: "changed", state };
}

function isCharacterKey(key: Key): key is { readonly character: string } {
  return typeof key !== "string";
}
