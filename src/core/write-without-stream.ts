import { closeSync, constants, fstatSync, openSync, writeSync } from "node:fs";

/** Maximum length of output written without a stream, in bytes; for longer results opening a stream is worthwhile. */
const MAX_BYTES = 65_536;

/**
 * Writes a process's first output to a pipe, a socket or a file without opening a stream: that loads Node's network modules,
 * a sixth of a start. Returns the number of bytes written; 0 for terminals, full pipes, long texts, and off Linux. Throws
 * the error of the system, such as EPIPE and ENOSPC.
 */
export function writeWithoutStream(descriptor: number, bytes: Uint8Array): number {
  if (process.platform !== "linux" || bytes.length > MAX_BYTES) return 0;
  try {
    const facts = fstatSync(descriptor);
    if (facts.isFIFO()) return writeToPipe(descriptor, bytes);
    // A socket has room, because nothing was written to it yet.
    return facts.isFile() || facts.isSocket() ? writeSync(descriptor, bytes) : 0;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EAGAIN" || code === "EBADF") return 0;
    throw error;
  }
}

/** Opens the pipe anew, so that this process alone does not wait for a slow reader: other programs may write to it too. */
function writeToPipe(descriptor: number, bytes: Uint8Array): number {
  let own: number;
  try {
    own = openSync(`/proc/self/fd/${descriptor}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    // A pipe of another user, or one without a reader; the stream handles it.
    return 0;
  }
  try {
    return writeSync(own, bytes);
  } finally {
    closeSync(own);
  }
}
