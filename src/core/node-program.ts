import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { packageFile } from "./package-file.ts";

/** Text in every Node's program file, before the digit that is 1 in a single executable. */
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:";
const CHUNK = 8 * 2 ** 20;

/**
 * Path of a Node that runs any script. It is the Node that runs this program. A single executable only runs its own
 * script, so it has a copy of itself as a plain Node beside its unpacked files, created at the first use.
 */
export function nodeProgram(): string {
  const ready = readyNodeProgram();
  if (ready !== undefined) return ready;
  const path = plainNodePath();
  makePlainNode(process.execPath, path);
  return path;
}

/** {@link nodeProgram} if it already exists; undefined otherwise. */
export function readyNodeProgram(): string | undefined {
  if (!process.getBuiltinModule("node:sea").isSea()) return process.execPath;
  const path = plainNodePath();
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  // Signing again changes the size.
  const whole = process.platform === "darwin" ? size !== undefined : size === statSync(process.execPath).size;
  return whole ? path : undefined;
}

function plainNodePath(): string {
  return packageFile(process.platform === "win32" ? "node.exe" : "node");
}

/** Copies a single executable as a Node that takes a script and flags on its command line. */
export function makePlainNode(executable: string, path: string): void {
  const partial = `${path}.${process.pid}.${process.hrtime.bigint()}`;
  try {
    copyFileSync(executable, partial, constants.COPYFILE_FICLONE);
    chmodSync(partial, 0o700);
    switchOff(partial);
    // The system runs only files with a valid signature, which the change has broken.
    if (process.platform === "darwin") {
      const { execFileSync } = process.getBuiltinModule("node:child_process");
      execFileSync("codesign", ["--sign", "-", "--force", partial], { stdio: "ignore" });
    }
    renameSync(partial, path);
  } finally {
    rmSync(partial, { force: true });
  }
}

function switchOff(file: string): void {
  const fd = openSync(file, "r+");
  try {
    const at = digitAt(fd);
    if (at === undefined) throw new Error(`${file} is not a single executable of Node`);
    writeSync(fd, "0", at);
  } finally {
    closeSync(fd);
  }
}

/** Position of the digit that makes a Node a single executable. */
function digitAt(fd: number): number | undefined {
  const text = Buffer.from(`${FUSE}1`);
  const chunk = Buffer.alloc(CHUNK);
  for (let from = 0; ; from += CHUNK - text.length) {
    const length = readSync(fd, chunk, 0, CHUNK, from);
    const found = chunk.subarray(0, length).indexOf(text);
    if (found !== -1) return from + found + FUSE.length;
    if (length < CHUNK) return undefined;
  }
}
