/**
 * Unpacks a block that is compressed by snappy, as in databases of Chromium. Throws RangeError for a damaged block and
 * for more than `maxBytes` unpacked bytes. Source: the format description of snappy.
 */
export function unsnappy(input: Buffer, maxBytes: number): Buffer {
  let at = 0;
  let length = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = input.readUInt8(at++);
    length += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) break;
  }
  if (length > maxBytes) throw new RangeError("too large");
  const output = Buffer.alloc(length);
  let end = 0;
  while (at < input.length) {
    const tag = input.readUInt8(at++);
    const kind = tag & 3;
    if (kind === 0) {
      let size = (tag >> 2) + 1;
      if (size > 60) {
        const width = size - 60;
        size = input.readUIntLE(at, width) + 1;
        at += width;
      }
      if (at + size > input.length || end + size > length) throw new RangeError("damaged");
      end += input.copy(output, end, at, at + size);
      at += size;
      continue;
    }
    let [size, back] = [(tag >> 2) + 1, 0];
    if (kind === 1) {
      size = ((tag >> 2) & 7) + 4;
      back = ((tag >> 5) << 8) | input.readUInt8(at++);
    } else {
      back = kind === 2 ? input.readUInt16LE(at) : input.readUInt32LE(at);
      at += kind === 2 ? 2 : 4;
    }
    if (back === 0 || back > end || end + size > length) throw new RangeError("damaged");
    // Source and target of a copy may overlap.
    for (; size > 0; size -= 1, end += 1) output[end] = output[end - back] as number;
  }
  return output;
}
