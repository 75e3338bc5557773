import { open, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import type { LocalFile } from "../../client/form.ts";
import { CliError, fileError } from "../../core/errors.ts";

/** Bytes of one read. Larger chunks are no faster and take more memory: 35 MiB more at 256 KiB. */
const READ_BYTES = 64 * 1_024;

/**
 * A local file for an upload. Exit 10 when it is missing, is not a regular file, cannot be read, or changes before the
 * end of the upload.
 *
 * @param path path as it was typed, relative to `cwd`
 * @param filename name that is sent; its own name when omitted
 */
export async function localFile(path: string, cwd: string, filename = basename(path)): Promise<LocalFile> {
  const full = resolve(cwd, path);
  const facts = await stat(full, { bigint: true }).catch((error) => {
    throw fileError("read", path, error);
  });
  if (!facts.isFile()) {
    throw new CliError(
      "local-file",
      `cannot read "${path}": ${facts.isDirectory() ? "is a directory" : "is not a file"}`,
    );
  }
  return { bytes: Number(facts.size), filename, shownPath: path, open: () => read(full, path, facts) };
}

async function* read(
  full: string,
  path: string,
  before: { size: bigint; mtimeNs: bigint },
): AsyncGenerator<Uint8Array> {
  const file = await open(full).catch((error) => {
    throw fileError("read", path, error);
  });
  try {
    const check = async (): Promise<void> => {
      const { size, mtimeNs } = await file.stat({ bigint: true });
      if (size === before.size && mtimeNs === before.mtimeNs) return;
      throw new CliError("local-file", `"${path}" changed during the upload`, {
        hint: "try again when nothing writes to it",
      });
    };
    await check();
    for (let left = Number(before.size); left > 0; ) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(Math.min(left, READ_BYTES))).catch((error) => {
        throw fileError("read", path, error);
      });
      left -= bytesRead;
      const isTruncated = bytesRead === 0;
      // Checked before the last chunk, because a server that has the whole body stores it.
      if (left === 0 || isTruncated) await check();
      if (isTruncated) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
