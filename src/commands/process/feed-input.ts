import type { Io } from "../../core/io.ts";
import { inputIsClosed, type RemoteProcess } from "./remote-process.ts";

/**
 * Pipes our stdin to a process until it or the process ends, never reading ahead of what the process takes. At the end
 * of a pipe its input is ended, where the service can.
 */
export async function feedInput(
  io: Pick<Io, "stdin" | "note">,
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
      await remote.write(typeof chunk === "string" ? Buffer.from(chunk) : (chunk as Buffer));
    }
    if (ended.aborted) return;
    // The end of a terminal's input is a character, which the terminal at the other end understands.
    if (terminal) await remote.write(Buffer.from("\u0004"));
    else if (!(await remote.endInput())) io.note("note: this service cannot be told that stdin has ended");
  } catch (error) {
    if (!ended.aborted && !inputIsClosed(error))
      io.note(`warning: stdin could not be sent: ${(error as Error).message}`);
  } finally {
    ended.removeEventListener("abort", stop);
  }
}
