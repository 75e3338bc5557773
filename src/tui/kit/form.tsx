import { Box, usePaste, useWindowSize } from "ink";
import type { ReactNode } from "react";
import stringWidth from "string-width";
import type { Io } from "../../core/io.ts";
import { sanitizeLine } from "../../core/sanitize.ts";
import { bold, dim, KeyBar, type KeyHint, warning } from "./bars.tsx";
import { shorten } from "./columns.ts";
import {
  type FormField,
  type FormState,
  type FormValues,
  initialForm,
  pasteIntoForm,
  pressFormKey,
} from "./form-state.ts";
import { useKeys } from "./keys.ts";
import { openView } from "./open-view.tsx";
import { Row } from "./rows.tsx";
import { firstVisible } from "./selection.tsx";
import { paint } from "./styled-text.ts";
import { inputText, textInput } from "./text-input.ts";
import { useCurrentState } from "./use-current-state.ts";
import { useView } from "./view-context.ts";

export interface FormProps {
  readonly title: string;
  /** At least one field, each with a name of its own. */
  readonly fields: readonly FormField[];
  /** Problems to show at the beginning, by the name of the field: those of an earlier attempt. */
  readonly problems?: Readonly<Record<string, string>>;
  readonly onSubmit: (values: FormValues) => void;
  readonly onCancel: () => void;
}

/** Drawn for each character of a secret. */
const BULLET = "•";

/** Rows around the fields: the title and the keys. */
const FRAME_ROWS = 2;

/**
 * A form of text, secret and choice fields. It scrolls when the terminal is too small for it.
 *
 *     Log in to shop
 *     > User name  anna
 *       Password   ••••••
 *                  must not be empty
 *       Method     ‹ email ›
 *     Tab next  Enter submit  Esc cancel
 */
export function Form({ title, fields, problems, onSubmit, onCancel }: FormProps): ReactNode {
  const { colour, hasKeys } = useView();
  const { columns, rows } = useWindowSize();
  const [state, current, change] = useCurrentState(() => initialForm(fields, problems));
  useKeys((key) => {
    const step = pressFormKey(fields, current(), key);
    if (step.kind === "changed") change(step.state);
    else if (step.kind === "submitted") onSubmit(step.values);
    else onCancel();
  });
  usePaste((text) => change(pasteIntoForm(fields, current(), text)), { isActive: hasKeys });
  const blocks = fields.map((field, at) =>
    fieldRows(field, state, at, { columns, colour, labels: labelWidth(fields) }),
  );
  const lines = blocks.flat();
  const height = Math.max(1, rows - FRAME_ROWS - 1);
  const focusedLine = blocks.slice(0, state.focus).flat().length;
  const first = firstVisible(focusedLine, lines.length, height);
  return (
    <Box flexDirection="column">
      <Row text={paint(shorten(sanitizeLine(title), columns), bold, colour)} />
      {lines.slice(first, first + height).map(({ key, text }) => (
        <Row key={key} text={text} />
      ))}
      <KeyBar columns={columns} hints={hintsFor(fields[state.focus], state.focus === fields.length - 1)} />
    </Box>
  );
}

function labelWidth(fields: readonly FormField[]): number {
  return Math.max(...fields.map(({ label }) => stringWidth(sanitizeLine(label))));
}

interface FieldLook {
  readonly columns: number;
  readonly colour: boolean;
  /** Columns of the widest label. */
  readonly labels: number;
}

interface KeyedRow {
  readonly key: string;
  readonly text: string;
}

/** The row of a field and, when it has a problem, the row below it. */
function fieldRows(field: FormField, state: FormState, at: number, { columns, colour, labels }: FieldLook): KeyedRow[] {
  const hasFocus = at === state.focus;
  const label = sanitizeLine(field.label);
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
  const problem = state.problems[field.name];
  return [
    { key: field.name, text: `${paint(shorten(lead, columns), hasFocus ? { fg: "36" } : {}, colour)}${value}` },
    ...(problem === undefined
      ? []
      : [{ key: `${field.name} problem`, text: problemRow(problem, columns, labels, colour) }]),
  ];
}

function problemRow(problem: string, columns: number, labels: number, colour: boolean): string {
  const indent = " ".repeat(Math.min(labels + 4, Math.floor(columns / 2)));
  return paint(shorten(`${indent}${sanitizeLine(problem)}`, columns), warning, colour);
}

function hintsFor(field: FormField | undefined, isLast: boolean): readonly KeyHint[] {
  return [
    ...(field?.kind === "choice" ? ([["← →", "choose"]] as const) : []),
    ["Tab", "next"],
    ["Enter", isLast ? "submit" : "next"],
    ["Esc", "cancel"],
  ];
}

export interface FillFormOptions extends Omit<FormProps, "onSubmit" | "onCancel"> {
  readonly io: Io;
  readonly signal: AbortSignal;
}

/**
 * Shows a form on stderr and resolves with its values by field name, or undefined when the person cancels. The form is
 * erased afterwards. Ctrl-C rejects with an `InterruptedError`.
 */
export function fillForm({ io, signal, ...form }: FillFormOptions): Promise<FormValues | undefined> {
  return openView<FormValues | undefined>({
    io,
    signal,
    mode: "inline",
    content: (close) => <Form {...form} onSubmit={close} onCancel={() => close(undefined)} />,
  }).closed;
}
