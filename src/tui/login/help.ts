import { wordRows } from "../kit/columns.ts";

/** Keys and their actions. */
const entries = (canCancel: boolean): readonly (readonly [key: string, action: string])[] => [
  ["q", "leave; the login keeps running"],
  ["Ctrl-C", "leave with exit code 130"],
  ["Enter", "next field; on the last one: submit"],
  ["Tab ↑ ↓", "other field or choice"],
  ["Ctrl-U", "empty the field"],
  ["Esc", "leave the form: letters are keys then; again: go back"],
  ["o", "open the hosted page in the browser"],
  ["v Ctrl-L", "open the live view in the browser; Ctrl-L also while you type"],
  ["Q", "QR code of the hosted page"],
  ...(canCancel ? ([["x", "cancel the login"]] as const) : []),
  ["PgUp PgDn", "scroll"],
];

/** Columns of the keys. */
const KEY_WIDTH = 11;

/** Rows of the key help. */
export function helpRows(canCancel: boolean, columns: number): string[] {
  return entries(canCancel).flatMap(([key, action]) =>
    wordRows(action, Math.max(1, columns - KEY_WIDTH)).map(
      (row, at) => `${(at === 0 ? key : "").padEnd(KEY_WIDTH)}${row}`,
    ),
  );
}
