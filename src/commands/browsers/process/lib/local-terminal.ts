import type { ReadStream, WriteStream } from "node:tty";
import type { Io } from "../../../../core/io.ts";
import type { RemoteProcess } from "./remote-process.ts";

/** Connects this terminal to a remote one: keys are sent unchanged, and size changes are forwarded. */
export function openTerminal(io: Io, remote: RemoteProcess): { close(): void } {
  const input = io.stdin as ReadStream;
  const output = io.stdout as WriteStream;
  const raw = io.tty.stdin;
  if (raw) input.setRawMode(true);
  const resize = (): void => void remote.resize(output.rows, output.columns).catch(() => {});
  if (io.tty.stdout) output.on("resize", resize);
  return {
    close() {
      output.off("resize", resize);
      if (raw) input.setRawMode(false);
    },
  };
}
