import { describe, expect, test } from "vitest";
import { eventOf, SseReader } from "../../src/client/sse.ts";
import { seeded } from "../support/servers/event-server.ts";

/** Events of bytes that arrive in chunks of these lengths; one byte each by default. */
function read(text: string | Uint8Array, pieces: (left: number) => number = () => 1): string[] {
  const bytes = Buffer.from(text as string);
  const reader = new SseReader();
  const events: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = Math.max(1, pieces(bytes.length - at));
    events.push(...reader.read(bytes.subarray(at, at + length)));
    at += length;
  }
  return events;
}

const whole = (left: number): number => left;

describe("a stream is read as the HTML standard frames it", () => {
  test.each([
    ["LF", "data: a\n\ndata: b\n\n", ["a", "b"]],
    ["CR", "data: a\r\rdata: b\r\r", ["a", "b"]],
    ["CRLF", "data: a\r\n\r\ndata: b\r\n\r\n", ["a", "b"]],
    ["all three", "data: a\rdata: b\ndata: c\r\n\ndata: d\r\n\r", ["a\nb\nc", "d"]],
    ["a BOM at the beginning", "\ufeffdata: a\n\n", ["a"]],
    ["one BOM, not two", "\ufeff\ufeffdata: a\n\ndata: b\n\n", ["b"]],
    ["a BOM in the data", "data: \ufeffa\n\n", ["\ufeffa"]],
    ["several data lines", 'data: {"a":\ndata: 1}\n\n', ['{"a":\n1}']],
    ["no blank after the colon, one, or two", "data:a\n\ndata: a\n\ndata:  a\n\n", ["a", "a", " a"]],
    ["a data line without a colon", "data\ndata\n\n", ["\n"]],
    ["comments", ": hello\n\n:\ndata: a\n: b\ndata: c\n\n", ["a\nc"]],
    ["ids, names and unknown fields", "event: x\nid: 7\nfoo: bar\nretry: no\ndata: a\n\nevent: y\n\n", ["a"]],
    ["a block without its end", "data: a\n\ndata: b\n", ["a"]],
    ["a line without its end", "data: a\n\ndata: b", ["a"]],
    ["characters of every length", "data: aé€🦊\n\n", ["aé€🦊"]],
    ["a separator of lines that is none here", "data: a\u2028b\u0085c\u000bd\n\n", ["a\u2028b\u0085c\u000bd"]],
  ])("%s", (_, text, events) => {
    expect(read(text)).toEqual(events);
    expect(read(text, whole)).toEqual(events);
    expect(read(text, () => 2)).toEqual(events);
    expect(read(text, () => 3)).toEqual(events);
  });

  test("CR and LF in two chunks are one line end", () => {
    const reader = new SseReader();
    const pieces = ["data: a\r", "\ndata: b\r", "\n\r", "\ndata: c\r\n\r\n"];
    expect(pieces.map((piece) => reader.read(Buffer.from(piece)))).toEqual([[], [], ["a\nb"], ["c"]]);
  });
  test("a line that ends with CR is complete without the next byte", () => {
    const reader = new SseReader();
    expect([reader.read(Buffer.from("data: a\r\r")), reader.read(Buffer.from("data: b\r\r"))].flat()).toEqual([
      "a",
      "b",
    ]);
  });
  test("bytes that are not UTF-8 become U+FFFD", () => {
    expect(read(Buffer.from([...Buffer.from("data: "), 0xff, 0xe2, 0x82, 10, 10]))).toEqual(["\ufffd\ufffd"]);
  });
  test("the value of retry: is kept, within 1 ms and a minute", () => {
    const reader = new SseReader();
    reader.read(Buffer.from("data: a\n\n"));
    expect(reader.retryMs).toBeUndefined();
    reader.read(Buffer.from("retry: 250\n\n"));
    expect(reader.retryMs).toBe(250);
    for (const [given, kept] of [
      [0, 1],
      [86_400_000, 60_000],
    ]) {
      reader.read(Buffer.from(`retry: ${given}\n\n`));
      expect(reader.retryMs).toBe(kept);
    }
  });
  test("lines of 1 MB are read from chunks of any length", () => {
    const long = "ä🦊x".repeat(200_000);
    const text = `data: ${long}\n\n: ${long}\ndata: b\n\n`;
    const random = seeded(7);
    expect(read(text, () => Math.floor(random() * 70_000))).toEqual([long, "b"]);
  });
  test("a line of over 16 MiB is refused, and not kept", () => {
    const piece = "x".repeat(1024 * 1024);
    expect(() => read(`data: ${piece.repeat(17)}`, () => piece.length)).toThrow("over 16 MiB");
  });
});

describe("the event in the data of a stream", () => {
  test("the data of an event is a JSON object", () => {
    expect([eventOf('{"a":1}'), eventOf("{}")]).toEqual([{ a: 1 }, {}]);
  });
  test.each(["hello", "null", "7", "[2]", '"x"'])("event data that is not an object is exit 1: %s", (data) => {
    expect(() => eventOf(data)).toThrow(expect.objectContaining({ exit: "failed", code: "bad_answer" }));
  });
});
