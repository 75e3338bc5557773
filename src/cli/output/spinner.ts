import type { Io } from "../../core/io.ts";

interface SpinnerOptions {
  /** The text at present; safe for a terminal. */
  readonly text: () => string;
  /** Milliseconds until the spinner appears: a quick end shows nothing. */
  readonly afterMs: number;
  /** Milliseconds between two looks at the text; it does not change when omitted. */
  readonly refreshMs?: number;
}

/**
 * Shows a spinner on stderr after a while, at a terminal where nothing else is drawn at that moment; for a screen reader
 * the text alone, once. Returns a function that removes it.
 */
export function spinner(io: Io, { text, afterMs, refreshMs }: SpinnerOptions): () => void {
  let isOver = false;
  let remove = (): void => {};
  let timer: NodeJS.Timeout = setTimeout(async () => {
    if (!io.live || io.isDrawnOn) return;
    if (io.hasScreenReader) {
      io.note(text());
      return;
    }
    const { default: ora } = await import("ora");
    if (isOver || io.isDrawnOn) return;
    const shown = ora({
      text: text(),
      stream: io.stderr as NodeJS.WriteStream,
      discardStdin: false,
      hideCursor: true,
      ...(!io.colour("stderr") && { color: false as never }),
    }).start();
    if (refreshMs !== undefined) {
      timer = setInterval(() => {
        shown.text = text();
      }, refreshMs);
    }
    const drawn = io.draw(() => remove());
    remove = () => {
      clearTimeout(timer);
      shown.stop();
      drawn();
    };
  }, afterMs);
  return () => {
    isOver = true;
    clearTimeout(timer);
    remove();
  };
}
