import type { IncomingMessage } from "node:http";
import type { Duplex, Readable } from "node:stream";
import { table } from "../../core/table.ts";

type Zlib = typeof import("node:zlib");

const decoders = table<(zlib: Zlib) => Duplex>({
  gzip: (zlib) => zlib.createGunzip(),
  "x-gzip": (zlib) => zlib.createGunzip(),
  deflate: (zlib) => inflate(zlib),
  br: (zlib) => zlib.createBrotliDecompress(),
  zstd: (zlib) => zlib.createZstdDecompress(),
});

/** Value of `Accept-Encoding` with the codings that {@link decompressed} supports. */
export const acceptedEncodings = "gzip, deflate, br, zstd";

/** Maximum number of codings, one inside the other; a header has room for more than a thousand. */
const MAX_CODINGS = 4;

/**
 * Decoded bytes of a response by its `Content-Encoding`; unchanged if it has none, an unknown one or too many. A body that
 * ends too early is an error.
 */
export function decompressed(message: IncomingMessage): Readable {
  const codings = (message.headers["content-encoding"] ?? "").split(",").map((name) => name.trim().toLowerCase());
  const makers = codings.map((name) => decoders.get(name)).filter((maker) => maker !== undefined);
  if (
    makers.length === 0 ||
    makers.length < codings.length ||
    makers.length > MAX_CODINGS ||
    message.headers["content-length"] === "0"
  )
    return message;
  // Loaded here alone: most responses are small and plain.
  const zlib = process.getBuiltinModule("node:zlib");
  const { pipeline } = process.getBuiltinModule("node:stream");
  // The coding that was applied last is undone first.
  const stages = makers.toReversed().map((maker) => maker(zlib));
  // An error of any stage destroys the last one with it, where the reader sees it.
  pipeline([message, ...stages], () => {});
  return stages.at(-1) ?? message;
}

/** Decoder of `deflate`: it has the header of zlib, which some servers leave out. */
function inflate(zlib: Zlib): Duplex {
  const { Transform } = process.getBuiltinModule("node:stream");
  let inner: Duplex | undefined;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      inner ??= ((chunk[0] ?? 0) & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw();
      if (inner.listenerCount("data") === 0) {
        inner.on("data", (data) => this.push(data)).on("error", (error) => this.destroy(error));
      }
      inner.write(chunk, (error) => done(error));
    },
    flush(done) {
      if (!inner) return done();
      inner.once("end", done).end();
    },
    destroy(error, done) {
      inner?.destroy();
      done(error);
    },
  });
}
