import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";

/** File or directory to add to a zip archive. */
export interface ZipSource {
  /** Its path in the archive, with forward slashes; without one at the end. */
  readonly name: string;
  readonly isDir: boolean;
  /** Permission bits. */
  readonly mode: number;
  readonly modified: Date;
  /** True to store its content without compression. */
  readonly stored?: boolean;
  /** Opens the content of a file; called when it is its turn. */
  open?(): Promise<Readable>;
}

const DIRECTORY_TYPE = 0o040000;
const FILE_TYPE = 0o100000;

/**
 * Creates a zip archive from entries as they arrive, one file after the other, in constant memory. The same entries
 * give the same bytes. An error of an entry destroys the stream.
 */
export function zipStream(entries: AsyncIterable<ZipSource>): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  const source = Readable.from(zip.outputStream as AsyncIterable<Uint8Array>, { objectMode: false });
  const fail = (error: Error): void => void output.destroy(error);
  zip.on("error", fail);
  pipeline(source, output).catch(fail);
  addAll(zip, entries, output).catch(fail);
  return output;
}

async function addAll(zip: ZipFile, entries: AsyncIterable<ZipSource>, output: PassThrough): Promise<void> {
  for await (const { name, isDir, mode, modified: mtime, stored = false, open } of entries) {
    if (output.destroyed) return;
    const options = { mtime, forceDosTimestamp: true, mode: (mode & 0o777) | (isDir ? DIRECTORY_TYPE : FILE_TYPE) };
    if (isDir) {
      zip.addEmptyDirectory(name, options);
      continue;
    }
    const done = Promise.withResolvers<void>();
    output.once("close", done.resolve);
    zip.addReadStreamLazy(name, { ...options, compress: !stored }, (put) => {
      (open?.() ?? Promise.resolve(Readable.from([]))).then(
        (stream) => {
          stream
            .once("end", done.resolve)
            .once("close", done.resolve)
            .once("error", (error) => {
              done.resolve();
              output.destroy(error);
            });
          put(null, stream);
        },
        (error) => {
          done.resolve();
          put(error, undefined as never);
        },
      );
    });
    // One at a time: a directory of a million files is not held in memory.
    await done.promise;
    output.removeListener("close", done.resolve);
  }
  zip.end();
}
