import type { Io } from "../core/io.ts";

/** Shows a spinner on stderr once `work` has lasted 200 ms, at a terminal; nothing elsewhere. */
export async function progress<T>(io: Io, text: string, work: () => Promise<T>): Promise<T> {
  if (!io.live) return work();
  let spinner: { stop(): unknown } | undefined;
  let done = false;
  const timer = setTimeout(async () => {
    const { default: ora } = await import("ora");
    if (!done)
      spinner = ora({ text, stream: io.stderr as NodeJS.WriteStream, discardStdin: false, hideCursor: true }).start();
  }, 200);
  try {
    return await work();
  } finally {
    done = true;
    clearTimeout(timer);
    spinner?.stop();
  }
}
