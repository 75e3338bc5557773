import type { Run } from "../../../../cli/declare/body.ts";
import type { computerClipboardRead } from "./read.ts";

/** Prints the text: exact in a pipe, escaped and ended with a newline at a terminal. */
export const run: Run<typeof computerClipboardRead> = async ({ call, request, text, tty, value, wantsValue }) => {
  const clipboard = await call("computer.clipboardRead", request);
  if (wantsValue) return value(clipboard);
  if (!tty.stdout || clipboard.text === "") return text(clipboard.text, { content: true });
  return text(`${clipboard.text.replace(/\n$/, "")}\n`);
};
