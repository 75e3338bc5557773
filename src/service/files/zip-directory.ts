import type { Stats } from "node:fs";
import { lstat, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { type ZipSource, zipStream } from "../../archive/zip-stream.ts";
import { FileAnswer } from "../http/send-file.ts";
import { requireFolder } from "./operations.ts";
import { FILE_FLAGS, holdFolder, type SessionFiles } from "./session-files.ts";

/**
 * A folder as a zip archive, made while it is sent (contract 2.6). Links, sockets and devices in it are left out; so is
 * what vanishes meanwhile. Whoever stops reading ends it.
 */
export async function zipDirectory(files: SessionFiles, path: string): Promise<FileAnswer> {
  const asked = { field: "path", path };
  const name = await files.reach(asked, { follow: true }, async (place) => {
    await requireFolder(place, asked);
    return place.name;
  });
  const safeName = name.replace(/[^A-Za-z0-9._-]/g, "_") || "files";
  return new FileAnswer({ filename: `${safeName}.zip`, open: () => zipStream(entriesOf(files, path)) });
}

async function* entriesOf(files: SessionFiles, path: string): AsyncGenerator<ZipSource> {
  const reached = await files.hold({ field: "path", path }, { follow: true });
  try {
    yield* walk(reached.place.at, "");
  } finally {
    await reached.close();
  }
}

async function* walk(at: string, prefix: string): AsyncGenerator<ZipSource> {
  const folder = await holdFolder(at);
  try {
    for (const name of (await readdir(folder.at)).sort()) {
      // Archives cannot carry it.
      if (name.includes("\\")) continue;
      const inner = join(folder.at, name);
      const facts = await lstat(inner).catch(() => undefined);
      if (facts?.isDirectory()) {
        yield entry(`${prefix}${name}`, facts);
        yield* walk(inner, `${prefix}${name}/`);
      } else if (facts?.isFile()) {
        const handle = await open(inner, FILE_FLAGS).catch(() => undefined);
        if (!handle) continue;
        try {
          yield {
            ...entry(`${prefix}${name}`, facts),
            open: async () => handle.createReadStream({ autoClose: false }),
          };
        } finally {
          await handle.close();
        }
      }
    }
  } finally {
    await folder.close();
  }
}

function entry(name: string, facts: Stats): ZipSource {
  return { name, isDir: facts.isDirectory(), mode: facts.mode, modified: facts.mtime };
}
