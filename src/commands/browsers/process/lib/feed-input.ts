import type { Io } from "../../../../core/io.ts";
import { inputIsClosed, inputStaysOpen, type RemoteProcess } from "./remote-process.ts";

/**
 * Pipes stdin to a process until either ends, with backpressure. At the end of a pipe, also ends the input of the
 * process if the service supports that.
 */
export async function feedInput(
  io: Pick<Io, "stdin" | "note" | "warn">,
  remote: RemoteProcess,
  ended: AbortSignal,
  terminal: boolean,
): Promise<void> {
  const { stdin } = io;
  const stop = (): void => void stdin.destroy();
  ended.addEventListener("abort", stop, { once: true });
  try {
    for await (const chunk of stdin) {
      if (ended.aborted) return;
      await remote.write(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
    }
    if (ended.aborted) return;
    // A terminal ends its input with a character.
    if (terminal) await remote.write(Buffer.from("\u0004"));
    else if (!(await remote.endInput())) io.note(inputStaysOpen);
  } catch (error) {
    if (!ended.aborted && !inputIsClosed(error)) io.warn(`stdin could not be sent: ${(error as Error).message}`);
  } finally {
    ended.removeEventListener("abort", stop);
  }
}
