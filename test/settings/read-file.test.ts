import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { readFileOrPipe, readRegularFile } from "../../src/settings/read-file.ts";
import { temporaryDirectory } from "./support/places.ts";

function pipe(): string {
  const path = join(temporaryDirectory(), "pipe");
  execFileSync("mkfifo", [path]);
  return path;
}

/** A process that writes into the pipe, and is gone with the test. */
function writer(script: string, path: string): void {
  const child = spawn("sh", ["-c", script, "sh", path], { stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
}

describe("a token file", () => {
  test("a token file may be a file, but not a directory", () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, "token"), "t-1\n");
    mkdirSync(join(directory, "dir"));
    expect(readFileOrPipe(join(directory, "token"))).toBe("t-1\n");
    expect(() => readFileOrPipe(join(directory, "dir"))).toThrow("EISDIR");
    expect(() => readRegularFile(join(directory, "dir"))).toThrow("EISDIR");
    expect(() => readRegularFile(join(directory, "none"))).toThrow("ENOENT");
  });
  test("a token file may be a pipe whose writer comes late and writes slowly", () => {
    const path = pipe();
    // It comes when the reader has the pipe open, and what it writes is more than a pipe holds.
    const comesLate = `until ls -l /proc/${process.pid}/fd | grep -q "$1"; do :; done`;
    writer(`${comesLate}; { printf t-; head -c 200000 /dev/zero | tr '\\0' 1; } > "$1"`, path);
    expect(readFileOrPipe(path)).toBe(`t-${"1".repeat(200_000)}`);
  });
  test("a token file that is a pipe without a writer is an error after the time limit", () => {
    const path = pipe();
    expect(() => readFileOrPipe(path, { writerMs: 50 })).toThrow("is a pipe without a writer for 0.05 s");
  });
  test("a token file that is a pipe without an end is an error after the time limit", () => {
    const path = pipe();
    writer('exec 3> "$1"; echo t >&3; exec sleep 60', path);
    expect(() => readFileOrPipe(path, { endMs: 500 })).toThrow("is a pipe without an end after 0.5 s");
  });
});

test("a named pipe is refused as a settings file, with and without a writer", () => {
  const path = pipe();
  expect(() => readRegularFile(path)).toThrow("is not a regular file");
  writer('echo {} > "$1"', path);
  expect(() => readRegularFile(path)).toThrow("is not a regular file");
});
