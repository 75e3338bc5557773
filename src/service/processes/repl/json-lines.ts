const { parse } = JSON;
const NEWLINE = 10;

/** Gathers bytes to lines of JSON. Throws a SyntaxError for another line, and a RangeError for one of more than `most` bytes. */
export function jsonLines(take: (value: unknown) => void, most = Number.POSITIVE_INFINITY): (bytes: Buffer) => void {
  let parts: Buffer[] = [];
  let size = 0;
  return (bytes) => {
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, from)) {
      const line = Buffer.concat([...parts, bytes.subarray(from, end)]);
      from = end + 1;
      parts = [];
      size = 0;
      take(parse(line.toString()));
    }
    // The reader may use its memory again.
    const rest = Buffer.from(bytes.subarray(from));
    size += rest.length;
    if (size > most) throw new RangeError(`a line has more than ${most} bytes`);
    if (rest.length > 0) parts.push(rest);
  };
}
