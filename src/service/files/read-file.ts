import { Readable } from "node:stream";
import { FileAnswer } from "../http/send-file.ts";
import { badPath } from "./file-errors.ts";
import { openRegular } from "./held-folder.ts";
import type { SessionFiles } from "./session-files.ts";

const CHUNK_BYTES = 256 * 1_024;

/** The bytes of a file, with the ranges of it that clients ask for. Throws 400 for what is no regular file. */
export function readFile(files: SessionFiles, path: string): Promise<FileAnswer> {
  const asked = { field: "path", path, what: "file" } as const;
  return files.reach(asked, { follow: true }, async (place) => {
    const { facts, handle } = await openRegular(place.at);
    if (!handle) {
      throw badPath(asked, facts.isDirectory() ? "is a directory" : "is no regular file");
    }
    const size = Number(facts.size);
    return new FileAnswer({
      size,
      tag: `${facts.dev}-${facts.ino}-${facts.size}-${facts.mtimeNs}`,
      // It is as long as when it was opened: what is added to it later does not make the answer longer.
      open: ({ start, end } = { start: 0, end: size - 1 }) =>
        end < start
          ? Readable.from([])
          : handle.createReadStream({ autoClose: false, start, end, highWaterMark: CHUNK_BYTES }),
      release: () => handle.close(),
    });
  });
}
