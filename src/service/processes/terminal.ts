import { createRequire } from "node:module";
import { ProcessError } from "./process-errors.ts";

/** The part of node-pty's binary that makes terminals without a process. */
interface PtyBinary {
  open(cols: number, rows: number): { master: number; slave: number; pty: string };
  resize(fd: number, cols: number, rows: number): void;
}

/** A pseudo-terminal: our side, and the side of a process until it has been passed on. */
export interface Terminal {
  readonly ours: number;
  readonly theirs: number;
  /** Its name on the machine. */
  readonly path: string;
  /** Sets the size in cells; the programs in front are told (SIGWINCH). */
  resize(rows: number, cols: number): void;
}

/** Makes a terminal. Throws a {@link ProcessError} `unsupported` where its binary is not there. */
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
  // Not a static import: it is no part of the bundle.
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
