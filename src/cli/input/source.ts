import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { untilAborted } from "../../core/abort.ts";
import { CliError, fileError } from "../../core/errors.ts";
import type { Io } from "../../core/io.ts";

/** Source of a value that can be large or secret. */
export type Source =
  | { from: "literal"; text: string }
  | { from: "stdin" }
  | { from: "file"; path: string }
  | { from: "env"; name: string };

/** `-` is stdin, `@file` a file, `env:NAME` a variable; a leading `@@` stands for a literal `@`. */
export function sourceOf(word: string): Source {
  if (word === "-") return { from: "stdin" };
  if (word.startsWith("@@")) return { from: "literal", text: word.slice(1) };
  if (word.startsWith("@") && word.length > 1) return { from: "file", path: word.slice(1) };
  const variable = /^env:([A-Za-z_][A-Za-z0-9_]*)$/.exec(word);
  if (variable?.[1]) return { from: "env", name: variable[1] };
  return { from: "literal", text: word };
}

/** Reads a value as text. `owner` names the flag or argument in errors: exit 2, or 10 for a file that cannot be read. */
export async function readSource(word: string, owner: string, io: Io, signal: AbortSignal): Promise<string> {
  const source = sourceOf(word);
  switch (source.from) {
    case "literal":
      return source.text;
    case "env": {
      const value = io.env[source.name];
      if (value === undefined) throw new CliError("usage", `${owner}: the variable ${source.name} is not set`);
      return value;
    }
    case "file": {
      const { readInput } = await import("../../core/input-file.ts");
      return decode(
        await readInput(resolve(io.cwd, source.path), signal).catch((error) => {
          throw signal.aborted ? signal.reason : fileError("read", source.path, error);
        }),
        owner,
      );
    }
    case "stdin":
      return decode(await readStdin(owner, io, signal), owner);
  }
}

/** Reads a value as bytes, in chunks. Throws the errors of {@link readSource}. */
export async function* sourceBytes(
  word: string,
  owner: string,
  io: Io,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const source = sourceOf(word);
  if (source.from === "stdin") yield* stdinBytes(owner, io, signal);
  else if (source.from !== "file") yield Buffer.from(await readSource(word, owner, io, signal));
  else {
    const { inputBytes } = await import("../../core/input-file.ts");
    try {
      yield* inputBytes(resolve(io.cwd, source.path), signal);
    } catch (error) {
      throw signal.aborted ? signal.reason : fileError("read", source.path, error);
    }
  }
}

async function* stdinBytes(owner: string, io: Io, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const stdin = takeStdin(owner, io);
  const stop = (): void => void stdin.destroy(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    for await (const chunk of stdin) yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Claims stdin. At a terminal, prints how to end the input. */
function takeStdin(owner: string, io: Io): Readable {
  const stdin = io.takeStdin(owner);
  if (io.tty.stdin) io.note(`reading ${owner} from the terminal; end with Ctrl-D`);
  return stdin;
}

async function readStdin(owner: string, io: Io, signal: AbortSignal): Promise<Buffer> {
  const stdin = takeStdin(owner, io);
  const chunks: Buffer[] = [];
  const all = (async () => {
    for await (const chunk of stdin) chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : (chunk as Buffer));
  })();
  await untilAborted(all, signal).finally(() => stdin.destroy());
  return Buffer.concat(chunks);
}

function decode(bytes: Buffer, owner: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CliError("usage", `${owner}: is not UTF-8 text`);
  }
}
