import { describe, expect, test } from "vitest";
import { LineSplitter, MAX_LINE_BYTES } from "../../../src/service/apps/line-splitter.ts";

/** Lines of bytes that arrive in pieces of a given size. */
function split(bytes: Buffer, size: number): string[] {
  const splitter = new LineSplitter();
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += size) lines.push(...splitter.push(bytes.subarray(at, at + size)));
  return [...lines, ...splitter.end()];
}

describe("lines", () => {
  test("lines are the same wherever the bytes are split, including an unterminated last line", () => {
    const bytes = Buffer.from("first\r\n\nzweite Zeile: äöü €\n😀😀\r\nlast \r one");
    for (let size = 1; size <= bytes.length; size += 1) {
      expect(split(bytes, size), `pieces of ${size}`).toEqual([
        "first",
        "",
        "zweite Zeile: äöü €",
        "😀😀",
        "last \r one",
      ]);
    }
  });

  test("an output that ends with a line end has no further line", () => {
    expect(split(Buffer.from("a\nb\n"), 3)).toEqual(["a", "b"]);
    expect(split(Buffer.alloc(0), 1)).toEqual([]);
  });

  test("invalid UTF-8 becomes U+FFFD and nothing is lost around it", () => {
    const bytes = Buffer.concat([
      Buffer.from("a"),
      Buffer.from([0xff, 0xfe, 0x00]),
      Buffer.from("b\n\xe2\x82", "latin1"),
    ]);
    for (let size = 1; size <= bytes.length; size += 1) {
      expect(split(bytes, size), `pieces of ${size}`).toEqual(["a\ufffd\ufffd\u0000b", "\ufffd"]);
    }
  });

  test.each([
    ["in one piece", 2 ** 20],
    ["in pieces", 1_000],
  ])("a line of exactly the limit stays whole, a longer one is truncated and says by how much (%s)", (_how, size) => {
    const whole = "x".repeat(MAX_LINE_BYTES);
    expect(split(Buffer.from(`${whole}\n`), size)).toEqual([whole]);
    expect(split(Buffer.from(`${whole}\r\n`), size)).toEqual([whole]);
    const [cut = "", after] = split(Buffer.from(`${"y".repeat(MAX_LINE_BYTES + 10)}\nnext\n`), size);
    expect(after).toBe("next");
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(MAX_LINE_BYTES);
    const said = /^(y+) \[cut: (\d+) more bytes\]$/.exec(cut);
    expect(Number(said?.[2]) + (said?.[1]?.length ?? 0)).toBe(MAX_LINE_BYTES + 10);
  });

  test.each([
    ["in one piece", 2 ** 20],
    ["in pieces", 999],
  ])("a line is truncated between characters (%s)", (_how, size) => {
    const text = "€".repeat(40_000);
    const [cut = ""] = split(Buffer.from(`${text}\n`), size);
    expect(cut).not.toContain("\ufffd");
    expect(cut).toMatch(/^€+ \[cut: \d+ more bytes\]$/);
  });

  test("too long invalid UTF-8 is truncated at the same place wherever it was split", () => {
    const bytes = Buffer.concat([Buffer.alloc(60_000, 0xff), Buffer.from("\nnext\n")]);
    const whole = split(bytes, bytes.length);
    expect(split(bytes, 30_000)).toEqual(whole);
    expect(Buffer.byteLength(whole[0] ?? "")).toBeLessThanOrEqual(MAX_LINE_BYTES);
    expect(whole[0]).toMatch(/^\ufffd+ \[cut: \d+ more bytes\]$/);
    expect(whole[1]).toBe("next");
  });

  test("a line without an end takes no more memory than the limit", () => {
    const splitter = new LineSplitter();
    const chunk = Buffer.alloc(2 ** 20, "z");
    const before = process.memoryUsage().arrayBuffers;
    for (let at = 0; at < 64; at += 1) expect(splitter.push(chunk)).toEqual([]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 2 ** 20);
    const [line = ""] = splitter.end();
    expect(line).toMatch(new RegExp(`\\[cut: ${64 * 2 ** 20 - (MAX_LINE_BYTES - 64)} more bytes\\]$`));
  });
});
