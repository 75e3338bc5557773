import { Writable } from "node:stream";
import { describe, expect, test } from "vitest";
import { byteProgress, type ProgressFacts, progressText } from "../../src/cli/transfer/byte-progress.ts";
import { Io } from "../../src/core/io.ts";

const MIB = 2 ** 20;
const facts: ProgressFacts = { label: "Downloading a.zip", done: 25 * MIB, total: 100 * MIB, ms: 5_000, width: 100 };

/** Output of a transfer on a stderr that is not a terminal. */
function said(
  mode: string,
  total: number | undefined,
  steps: readonly number[],
  label = "Uploading x",
  quiet = false,
): string {
  let text = "";
  const stderr = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  const tty = { stdin: false, stdout: false, stderr: false };
  const io = new Io({ stdin: process.stdin, stdout: stderr, stderr, env: {}, tty, width: 80, cwd: "/" });
  io.quiet = quiet;
  const progress = byteProgress(io, mode, label, total);
  for (const step of steps) progress.add(step);
  progress.stop();
  return text;
}

describe("the line of a bar", () => {
  test("a progress bar shows size, rate and time left", () => {
    expect(progressText(facts)).toBe(
      "Downloading a.zip  ██████░░░░░░░░░░░░░░░░░░  25.0 MiB of 100 MiB  5.0 MiB/s  15s left",
    );
  });
  test("a progress bar without a total shows received bytes and rate", () => {
    expect(progressText({ ...facts, total: undefined })).toBe("Downloading a.zip  25.0 MiB  5.0 MiB/s");
  });
  test("a progress bar shows no time left at the beginning and at the end", () => {
    expect(progressText({ ...facts, done: 100 * MIB })).toMatch(/█{24} {2}100 MiB of 100 MiB {2}20\.0 MiB\/s$/);
    expect(progressText({ ...facts, done: 0, ms: 0 })).toMatch(/░{24} {2}0 B of 100 MiB {2}0 B\/s$/);
    expect(progressText({ ...facts, total: 0, done: 0 })).toContain("0 B of 0 B");
    expect(progressText({ ...facts, done: 120 * MIB })).toContain("█".repeat(24));
  });
  test.each([100, 80, 70, 60, 50, 40, 30, 20, 10, 3, 0, -3])(
    "a progress bar never fills more than %d columns",
    (width) => {
      for (const total of [100 * MIB, undefined]) {
        expect(progressText({ ...facts, total, width }).length).toBeLessThanOrEqual(Math.max(0, width));
      }
    },
  );
  test("a narrow progress bar loses the name first, then the bar", () => {
    expect(progressText({ ...facts, width: 66 })).toMatch(/^Downloading {2}[█░]+ {2}25\.0 MiB of/);
    expect(progressText({ ...facts, width: 46 })).toBe("25.0 MiB of 100 MiB  5.0 MiB/s  15s left");
    expect(progressText({ ...facts, width: 20 })).toBe("25.0 MiB of 100 MiB");
  });
});

describe("--progress plain", () => {
  test("--progress plain prints a line for each 10 %, and one for a big step", () => {
    const tenths = Array.from({ length: 10 }, () => 10 * MIB);
    expect(said("plain", 100 * MIB, tenths).split("\n")).toEqual([
      ...[10, 20, 30, 40, 50, 60, 70, 80, 90, 100].map((percent) => `Uploading x: ${percent}% of 100 MiB`),
      "",
    ]);
    expect(said("plain", 1_000, [5, 594, 1, 400])).toBe(
      "Uploading x: 50% of 1000 B\nUploading x: 60% of 1000 B\nUploading x: 100% of 1000 B\n",
    );
  });
  test("--progress plain repeats no line after a restart", () => {
    expect(said("plain", 1_000, [500, -500, 400, 200])).toBe(
      "Uploading x: 50% of 1000 B\nUploading x: 60% of 1000 B\n",
    );
  });
  test("--progress plain prints a line for each 100 MiB where the size is unknown", () => {
    expect(said("plain", undefined, [99 * MIB, MIB, 250 * MIB, 10 * MIB])).toBe(
      "Uploading x: 100 MiB\nUploading x: 350 MiB\n",
    );
  });
  test("--progress plain escapes the name", () => {
    expect(said("plain", 10, [10], "Uploading \u001b[2J\n")).toBe("Uploading ␛[2J␊: 100% of 10 B\n");
  });
});

test("progress is not shown with none, with --quiet, and with auto without a terminal", () => {
  expect(said("none", 10, [10])).toBe("");
  expect(said("auto", 10, [10])).toBe("");
  expect(said("plain", 10, [10], "x", true)).toBe("");
});
