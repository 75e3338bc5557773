import type { Io } from "../../core/io.ts";
import { sanitizeLine } from "../../core/sanitize.ts";

/**
 * Shows a spinner on stderr once `work` has lasted 200 ms, at a terminal; nothing elsewhere. `work` may change its text.
 */
export async function progress<T>(
  io: Io,
  text: string,
  work: (show: (text: string) => void) => Promise<T>,
): Promise<T> {
  if (!io.live) return work(() => {});
  let shown = sanitizeLine(text);
  let spinner: { stop(): unknown; text: string } | undefined;
  let done = false;
  const timer = setTimeout(async () => {
    const { default: ora } = await import("ora");
    if (!done)
      spinner = ora({
        text: shown,
        stream: io.stderr as NodeJS.WriteStream,
        discardStdin: false,
        hideCursor: true,
      }).start();
  }, 200);
  try {
    return await work((next) => {
      shown = sanitizeLine(next);
      if (spinner) spinner.text = shown;
    });
  } finally {
    done = true;
    clearTimeout(timer);
    spinner?.stop();
  }
}
