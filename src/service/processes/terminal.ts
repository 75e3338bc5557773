import { createRequire } from "node:module";
import { ProcessError } from "./process-errors.ts";

/** Part of node-pty's native binding that opens terminals without a process. */
interface PtyBinary {
  open(cols: number, rows: number): { master: number; slave: number; pty: string };
  resize(fd: number, cols: number, rows: number): void;
}

/** Pseudo-terminal: our side, and the other side until a process gets it. */
export interface Terminal {
  readonly ours: number;
  readonly theirs: number;
  /** Path of the device on the machine. */
  readonly path: string;
  /** Sets the size in cells; the foreground process gets SIGWINCH. */
  resize(rows: number, cols: number): void;
}

/** Opens a terminal. Throws a {@link ProcessError} `unsupported` when the native binding is missing. */
export function openTerminal(rows: number, cols: number): Terminal {
  const binary = loadBinary();
  const { master, slave, pty } = binary.open(cols, rows);
  return {
    ours: master,
    theirs: slave,
    path: pty,
    resize: (newRows, newCols) => binary.resize(master, newCols, newRows),
  };
}

function loadBinary(): PtyBinary {
  // Not a static import, because it is not bundled.
  const name = "@lydell/node-pty/requireBinary.js";
  try {
    const { requireBinary } = createRequire(import.meta.url)(name) as { requireBinary(file: string): PtyBinary };
    return requireBinary("pty.node");
  } catch (error) {
    throw new ProcessError("unsupported", "this machine has no terminals: @lydell/node-pty cannot be loaded", {
      problems: [{ path: "allocate_tty", message: "cannot be true here" }],
      cause: error,
    });
  }
}
