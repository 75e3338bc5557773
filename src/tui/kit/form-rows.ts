import stringWidth from "string-width";
import { sanitizeLine } from "../../core/sanitize.ts";
import { dim, warning } from "./bars.tsx";
import { shorten } from "./columns.ts";
import type { FormField, FormState } from "./form-state.ts";
import { paint } from "./styled-text.ts";
import { inputText, textInput } from "./text-input.ts";

/** Drawn for each character of a secret. */
const BULLET = "•";

export interface FormLook {
  readonly columns: number;
  readonly colour: boolean;
  /** False when keys do not go to the form; true when omitted. */
  readonly hasFocus?: boolean;
}

/** A row of a form with its unique key. */
export interface KeyedRow {
  readonly key: string;
  readonly text: string;
}

/** Rows of each field: its value, and below it its hint and its problem. */
export function formRows(fields: readonly FormField[], state: FormState, look: FormLook): KeyedRow[][] {
  // A long label leaves room for the value.
  const widest = Math.max(...fields.map(({ label }) => stringWidth(sanitizeLine(label))));
  const labels = Math.min(widest, Math.max(1, Math.floor(look.columns / 2) - 4));
  return fields.map((field, at) => fieldRows(field, state, { ...look, labels, isCurrent: at === state.focus }));
}

interface FieldLook extends FormLook {
  /** Columns of the labels. */
  readonly labels: number;
  readonly isCurrent: boolean;
}

function fieldRows(field: FormField, state: FormState, look: FieldLook): KeyedRow[] {
  const { columns, colour, isCurrent, labels, hasFocus: formHasFocus = true } = look;
  const hasFocus = isCurrent && formHasFocus;
  const label = shorten(sanitizeLine(field.label), labels);
  const lead = `${hasFocus ? "> " : "  "}${label}${" ".repeat(Math.max(0, labels - stringWidth(label)) + 2)}`;
  const room = Math.max(1, columns - stringWidth(lead));
  const input = state.inputs[field.name] ?? textInput();
  let value: string;
  if (field.kind === "choice") {
    const note = field.choices.find((choice) => choice.value === input.text)?.note;
    const name = shorten(`‹ ${sanitizeLine(input.text)} ›`, room);
    const rest = note ? shorten(`  ${sanitizeLine(note)}`, Math.max(0, room - stringWidth(name))) : "";
    value = `${name}${paint(rest, dim, colour)}`;
  } else {
    const mask = field.kind === "secret" ? { mask: BULLET } : {};
    value = inputText(input, { columns: room, colour, hasCursor: hasFocus, ...mask });
  }
  const { hint, name } = field;
  const problem = state.problems.get(name);
  return [
    { key: name, text: `${paint(shorten(lead, columns), hasFocus ? { fg: "36" } : {}, colour)}${value}` },
    ...(hint === undefined ? [] : [{ key: `${name} hint`, text: paint(below(hint, look), dim, colour) }]),
    ...(problem === undefined ? [] : [{ key: `${name} problem`, text: paint(below(problem, look), warning, colour) }]),
  ];
}

/** Text below the value of a field. */
function below(text: string, { columns, labels }: FieldLook): string {
  const indent = " ".repeat(Math.min(labels + 4, Math.floor(columns / 2)));
  return shorten(`${indent}${sanitizeLine(text)}`, columns);
}
