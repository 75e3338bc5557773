import { Box, usePaste, useWindowSize } from "ink";
import type { ReactNode } from "react";
import type { Io } from "../../../src/core/io.ts";
import { sanitizeLine } from "../../../src/core/sanitize.ts";
import { bold, KeyBar, type KeyHint } from "../../../src/tui/kit/bars.tsx";
import { shorten } from "../../../src/tui/kit/columns.ts";
import { formRows } from "../../../src/tui/kit/form-rows.ts";
import {
  type FormField,
  type FormValues,
  initialForm,
  pasteIntoForm,
  pressFormKey,
} from "../../../src/tui/kit/form-state.ts";
import { useKeys } from "../../../src/tui/kit/keys.ts";
import { openView } from "../../../src/tui/kit/open-view.tsx";
import { Row } from "../../../src/tui/kit/rows.tsx";
import { firstVisible } from "../../../src/tui/kit/selection.tsx";
import { paint } from "../../../src/tui/kit/styled-text.ts";
import { useView } from "../../../src/tui/kit/view-context.ts";
import { useCurrentState } from "../../../src/tui/select.tsx";

export interface FormProps {
  readonly title: string;
  /** At least one field, each with a name of its own. */
  readonly fields: readonly FormField[];
  /** Problems to show at the beginning, by the name of the field: those of an earlier attempt. */
  readonly problems?: Readonly<Record<string, string>>;
  readonly onSubmit: (values: FormValues) => void;
  readonly onCancel: () => void;
}

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
  const blocks = formRows(fields, state, { columns, colour });
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
