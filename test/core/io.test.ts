import { Readable, Writable } from "node:stream";
import { expect, test } from "vitest";
import { Io } from "../../src/core/io.ts";

/** Streams in memory, and what was written to stderr. */
function io(): { io: Io; written: () => string } {
  let text = "";
  const stderr = new Writable({
    write: (chunk, _encoding, done) => {
      text += String(chunk);
      done();
    },
  });
  const tty = { stdin: false, stdout: false, stderr: false };
  const stdin = Readable.from([]);
  return { io: new Io({ stdin, stdout: stderr, stderr, env: {}, tty, width: 80, cwd: "/" }), written: () => text };
}

test("a warning is a notice that is marked as one", () => {
  const { io: streams, written } = io();
  streams.warn("the disk is full");
  streams.note("next: nothing");
  expect(written()).toBe("warning: the disk is full\nnext: nothing\n");
});

test("further lines of a notice are indented, also of one that was held back", () => {
  const { io: streams, written } = io();
  streams.warn("a\nerror: b");
  streams.jsonErrors = true;
  streams.note("deleted c\n::d");
  streams.writeHeldNotes();
  expect(written()).toBe("warning: a\n  error: b\ndeleted c\n  ::d\n");
});

test("only what began last draws on stderr, and it gives that back for itself alone", () => {
  const { io: streams } = io();
  let isStopped = false;
  const notice = streams.draw(() => {
    isStopped = true;
    notice();
  });
  expect(isStopped).toBe(false);
  const view = streams.draw();
  expect(isStopped).toBe(true);
  notice();
  expect(streams.isDrawnOn).toBe(true);
  view();
  expect(streams.isDrawnOn).toBe(false);
});

test("--quiet silences warnings", () => {
  const { io: streams, written } = io();
  streams.quiet = true;
  streams.warn("the disk is full");
  expect(written()).toBe("");
});

test("warnings that are held for the error object are told from other notices by their kind", () => {
  const { io: streams, written } = io();
  streams.jsonErrors = true;
  streams.note("warning: only a text that begins like one");
  streams.warn("the disk is full");
  expect(streams.takeHeldWarnings()).toEqual(["the disk is full"]);
  streams.writeHeldNotes();
  expect(written()).toBe("");
});
