import type { Run } from "../../cli/body.ts";
import { sanitize } from "../../core/sanitize.ts";
import type { computerClipboardRead } from "./clipboard-read.ts";

/** Prints the text: exact in a pipe, sanitized and ended with a newline at a terminal. */
export const run: Run<typeof computerClipboardRead> = async ({ call, request, text, tty, value, wantsValue }) => {
  const clipboard = await call("computer.clipboardRead", request);
  if (wantsValue) return value(clipboard);
  if (!tty.stdout || clipboard.text === "") return text(clipboard.text);
  return text(`${sanitize(clipboard.text).replace(/\n$/, "")}\n`);
};
