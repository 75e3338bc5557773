/** Maximum size of a log line, in bytes of UTF-8 (contract 3.1). */
export const MAX_LINE_BYTES = 64 * 1_024;

const NEWLINE = 10;
const RETURN = 13;
/** Space for the note at the end of a truncated line. */
const NOTE_BYTES = 64;

/**
 * Splits the output of a program into lines, independent of chunk boundaries. Invalid UTF-8 becomes U+FFFD, CR LF ends
 * a line as LF does, and a line over {@link MAX_LINE_BYTES} is truncated with a note. Buffers at most one line.
 */
export class LineSplitter {
  /** Start of an incomplete line; at most {@link MAX_LINE_BYTES}. */
  #held: Buffer[] = [];
  #heldBytes = 0;
  #dropped = 0;

  /** Returns the lines that a chunk completes. */
  push(chunk: Buffer): string[] {
    const lines: string[] = [];
    let at = 0;
    if (this.#heldBytes + this.#dropped > 0) {
      const end = chunk.indexOf(NEWLINE);
      this.#hold(chunk.subarray(0, end === -1 ? chunk.length : end));
      if (end === -1) return lines;
      lines.push(this.#take());
      at = end + 1;
    }
    const last = chunk.lastIndexOf(NEWLINE);
    if (last >= at) {
      this.#whole(chunk.subarray(at, last), lines);
      at = last + 1;
    }
    if (at < chunk.length) this.#hold(chunk.subarray(at));
    return lines;
  }

  /** Returns the last, incomplete line, if any. */
  end(): string[] {
    return this.#heldBytes + this.#dropped > 0 ? [this.#take()] : [];
  }

  /** Decodes the complete lines of one buffer together, which is many times faster than one by one. */
  #whole(bytes: Buffer, lines: string[]): void {
    const whole = bytes.toString().split("\n");
    // A character takes at most three bytes of UTF-8 for each code unit.
    if (whole.some((line) => line.length * 3 > MAX_LINE_BYTES && Buffer.byteLength(line) > MAX_LINE_BYTES)) {
      for (let at = 0; at <= bytes.length; ) {
        const end = bytes.indexOf(NEWLINE, at);
        this.#hold(bytes.subarray(at, end === -1 ? bytes.length : end));
        lines.push(this.#take());
        if (end === -1) return;
        at = end + 1;
      }
    }
    for (const line of whole) lines.push(line.endsWith("\r") ? line.slice(0, -1) : line);
  }

  #hold(bytes: Buffer): void {
    // One more byte, for a CR at the end.
    const room = MAX_LINE_BYTES + 1 - this.#heldBytes;
    const kept = bytes.subarray(0, Math.max(0, room));
    // Copied, because a subarray would keep the whole chunk in memory.
    if (kept.length > 0) this.#held.push(Buffer.from(kept));
    this.#heldBytes += kept.length;
    this.#dropped += bytes.length - kept.length;
  }

  #take(): string {
    let bytes = Buffer.concat(this.#held);
    const dropped = this.#dropped;
    this.#held = [];
    this.#heldBytes = 0;
    this.#dropped = 0;
    if (dropped === 0 && bytes.at(-1) === RETURN) bytes = bytes.subarray(0, -1);
    const text = bytes.toString();
    if (dropped === 0 && Buffer.byteLength(text) <= MAX_LINE_BYTES) return text;
    const begin = bytes.subarray(0, characterEnd(bytes, MAX_LINE_BYTES - NOTE_BYTES));
    // Replacing invalid UTF-8 makes the text longer.
    const decoded = Buffer.from(begin.toString());
    const kept = decoded.subarray(0, characterEnd(decoded, MAX_LINE_BYTES - NOTE_BYTES));
    const more = decoded.length - kept.length + bytes.length - begin.length + dropped;
    return `${kept.toString()} [cut: ${more} more bytes]`;
  }
}

/** End of the last complete character at or before `end`. */
function characterEnd(bytes: Buffer, end: number): number {
  let at = Math.min(end, bytes.length);
  while (at > end - 4 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at -= 1;
  return at;
}
