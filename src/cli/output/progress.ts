import type { Io } from "../../core/io.ts";
import { sanitizeLine } from "../../core/sanitize.ts";
import { spinner } from "./spinner.ts";

const SHOW_AFTER_MS = 200;
const REFRESH_MS = 100;

/**
 * Shows a spinner on stderr once `work` has lasted 200 ms, at a terminal; nothing elsewhere. `work` may change its text.
 */
export async function progress<T>(
  io: Io,
  text: string,
  work: (show: (text: string) => void) => Promise<T>,
): Promise<T> {
  let shown = sanitizeLine(text);
  const stop = spinner(io, { text: () => shown, afterMs: SHOW_AFTER_MS, refreshMs: REFRESH_MS });
  try {
    return await work((next) => {
      shown = sanitizeLine(next);
    });
  } finally {
    stop();
  }
}
