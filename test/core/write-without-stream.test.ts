import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, openSync, readFileSync, readSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeWithoutStream } from "../../src/core/write-without-stream.ts";
import { temporaryDirectory } from "../support/browser/chromium.ts";
import { program, temporaryHome } from "../support/cli/run-cli.ts";
import { apiServer, session } from "../support/servers/api-server.ts";
import { until } from "../support/until.ts";

/** A named pipe with both ends open here. */
async function pipe() {
  const path = join(await temporaryDirectory(), "pipe");
  execFileSync("mkfifo", [path]);
  const ends = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(ends));
  const fill = () => {
    try {
      for (;;) writeSync(ends, Buffer.alloc(4096));
    } catch (error) {
      expect(error).toMatchObject({ code: "EAGAIN" });
    }
  };
  // As a shell opens it: a write waits for the reader.
  const open = () => openSync(path, "w");
  return { ends, fill, open };
}

test("output without a stream is appended to a file open for appending", async () => {
  const path = join(await temporaryDirectory(), "file");
  writeFileSync(path, "before\n");
  const file = openSync(path, "a");
  expect(writeWithoutStream(file, Buffer.from("after\n"))).toBe(6);
  closeSync(file);
  expect(readFileSync(path, "utf8")).toBe("before\nafter\n");
});

test("output without a stream fills the room of a pipe, and never waits for its reader", async () => {
  const { ends, fill, open } = await pipe();
  const out = open();
  onTestFinished(() => closeSync(out));
  expect(writeWithoutStream(out, Buffer.from("text"))).toBe(4);
  fill();
  expect(writeWithoutStream(out, Buffer.from("text"))).toBe(0);
  expect(readSync(ends, Buffer.alloc(4096))).toBe(4096);
  expect(writeWithoutStream(out, Buffer.alloc(40_000))).toBe(4096);
});

test("devices, closed descriptors and long texts are left to the stream", async () => {
  const device = openSync("/dev/null", "w");
  onTestFinished(() => closeSync(device));
  expect(writeWithoutStream(device, Buffer.from("text"))).toBe(0);
  expect(writeWithoutStream(1_000_000, Buffer.from("text"))).toBe(0);
  const { open } = await pipe();
  const out = open();
  onTestFinished(() => closeSync(out));
  expect(writeWithoutStream(out, Buffer.alloc(65_537))).toBe(0);
});

test("Ctrl-C ends the program while its reader takes nothing", async () => {
  const server = await apiServer({ request: "GET /browsers/s1", answer: { json: session("s1") } });
  const { fill, open } = await pipe();
  const out = open();
  fill();
  const child = spawn(process.execPath, [program, "browsers", "get", "s1", "--debug"], {
    stdio: ["ignore", out, "pipe"],
    env: { ...temporaryHome().env, ...server.env },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  closeSync(out);
  const exit = once(child, "exit");
  let trace = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    trace += text;
  });
  const isWaiting = () => trace.includes("< 200") && / S /.test(readFileSync(`/proc/${child.pid}/stat`, "utf8"));
  await until(isWaiting, { what: "a program that waits for its reader" });
  child.kill("SIGINT");
  expect(await exit).toEqual([130, null]);
});
