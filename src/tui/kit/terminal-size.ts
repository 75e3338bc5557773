import { useEffect, useEffectEvent } from "react";
import type { Io } from "../../core/io.ts";
import { useView } from "./view-context.ts";

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** The present size of the terminal that views are drawn on. */
export function terminalSize(io: Io): TerminalSize {
  const { columns, rows } = io.stderr as { columns?: number; rows?: number };
  return { columns: columns || io.width, rows: rows || io.height };
}

/** Calls `onResize` with the new size when the terminal is resized, and once with the size at the first frame. */
export function useResize(onResize: (size: TerminalSize) => void): void {
  const { io } = useView();
  const notify = useEffectEvent(onResize);
  useEffect(() => {
    const stream = io.stderr;
    const listener = (): void => notify(terminalSize(io));
    stream.on("resize", listener);
    listener();
    return () => {
      stream.off("resize", listener);
    };
  }, [io]);
}
