/** All bytes of chunks. Throws the error of `tooLong` above `maxBytes`, and reads no further. */
export async function wholeBytes(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  maxBytes: number,
  tooLong: () => Error,
): Promise<Buffer> {
  const read: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLong();
    read.push(chunk);
  }
  return Buffer.concat(read);
}
