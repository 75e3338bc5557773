import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { LocalFile } from "../../client/form.ts";
import { CliError, fileError } from "../../core/errors.ts";
import type { Body } from "../declare/body.ts";
import type { CommandTypes } from "../declare/declaration.ts";
import { localFile } from "./local-file.ts";

/** Stand-in for a file or stdin in a preview, which reads neither. */
export function unreadFile(path: string | undefined): LocalFile {
  const nothing = { bytes: 0, filename: "", open: async function* () {} };
  return path === undefined ? { ...nothing, shownPath: "-", source: "stdin" } : { ...nothing, shownPath: path };
}

/**
 * Copy of stdin in a file of `directory`, because its length is sent ahead and a retry reads it again. `owner` names
 * its flag or argument in errors.
 */
export async function keptStdin(
  { readBytes, signal }: Pick<Body<CommandTypes>, "readBytes" | "signal">,
  owner: string,
  directory: string,
): Promise<LocalFile> {
  const kept = join(directory, "stdin");
  await pipeline(readBytes("-", owner), createWriteStream(kept, { mode: 0o600 }), { signal }).catch((error) => {
    signal.throwIfAborted();
    throw error instanceof CliError ? error : fileError("write", kept, error);
  });
  return { ...(await localFile(kept, "/", "stdin")), shownPath: "-", source: "stdin" };
}

/** Text as a file to send. */
export function textFile(text: string): LocalFile {
  const bytes = Buffer.from(text);
  return {
    bytes: bytes.length,
    filename: "content",
    shownPath: "-",
    source: { text },
    async *open() {
      yield bytes;
    },
  };
}
