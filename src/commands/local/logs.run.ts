import { watch } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { StringDecoder } from "node:string_decoder";
import type { CommandContext } from "../../cli/context.ts";
import { isJson } from "../../cli/print.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { CliError, fileError, usageError } from "../../core/errors.ts";
import { sanitize } from "../../core/sanitize.ts";

/** The last lines of the service's log, and with `--follow` those that come. */
export const run: CommandRun = async (context) => {
  const { flags, resolved, io } = context;
  const count = (flags["lines"] as number | undefined) ?? 100;
  if (count < 0) throw usageError([{ path: "--lines", message: `must be 0 or more, not ${count}` }]);
  const path = join(resolved.state_dir.value, "service.log");
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      throw new CliError("not-found", "the local service has no log yet", {
        code: "no_log",
        hint: "browserctl local start",
      });
    }
    throw fileError("read", path, error);
  });
  try {
    const text = (await file.readFile()).toString();
    const lines = text.split("\n");
    const last = lines.pop() ?? "";
    const shown = count === 0 ? [] : lines.slice(-count);
    if (isJson(context.globals) && flags["follow"] !== true) return { kind: "value", value: shown };
    await io.write(visible(context, shown.map((line) => `${line}\n`).join("")));
    if (flags["follow"] === true) await follow(context, file, path, Buffer.byteLength(text) - Buffer.byteLength(last));
  } finally {
    await file.close();
  }
  return { kind: "exit", exitNumber: 0 };
};

function visible({ io }: CommandContext, text: string): string {
  return io.tty.stdout ? sanitize(text) : text;
}

/** Writes what is appended until the command is interrupted; begins anew when the file was emptied. */
async function follow(context: CommandContext, file: FileHandle, path: string, from: number): Promise<void> {
  const { lifetime, io } = context;
  const decoder = new StringDecoder("utf8");
  let position = from;
  let wake = Promise.withResolvers<void>();
  const watcher = watch(dirname(path), () => wake.resolve());
  const stop = (): void => wake.reject(lifetime.signal.reason);
  lifetime.signal.addEventListener("abort", stop, { once: true });
  try {
    for (;;) {
      const { size } = await file.stat();
      if (size < position) position = 0;
      while (position < size) {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(65_536), 0, 65_536, position);
        if (bytesRead === 0) break;
        position += bytesRead;
        await io.write(visible(context, decoder.write(buffer.subarray(0, bytesRead))));
      }
      lifetime.signal.throwIfAborted();
      await wake.promise;
      wake = Promise.withResolvers<void>();
    }
  } finally {
    lifetime.signal.removeEventListener("abort", stop);
    watcher.close();
  }
}
