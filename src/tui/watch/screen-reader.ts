import type { Io } from "../../core/io.ts";
import { isCharacter } from "../kit/is-character.ts";
import { openKeyReader } from "../kit/key-reader.tsx";

/** Reads `q` beside lines that are written for a screen reader. `closed` gives the exit code. */
export function readKeys(io: Io, signal: AbortSignal): { readonly closed: Promise<number>; readonly end: () => void } {
  const view = openKeyReader<number>({
    io,
    signal,
    onKey: (key) => {
      if (isCharacter(key, "q")) view.close(0);
    },
  });
  return { closed: view.closed, end: () => view.close(0) };
}
