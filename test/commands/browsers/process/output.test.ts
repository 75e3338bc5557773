import { describe, expect, test } from "vitest";
import { type CliResult, runHere } from "../../../support/cli/run-cli.ts";
import { type Answer, apiServer } from "../../../support/servers/api-server.ts";
import { frame } from "../../../support/servers/event-server.ts";

const request = "GET /browsers/s1/process/p1/stdout/stream";
const b64 = Buffer.from("one\n").toString("base64");
const written = { stream: "stdout", data_b64: b64 };
const heartbeat = { event: "sse_heartbeat", timestamp: "2026-01-02T03:04:05Z" };

function stream(...events: unknown[]): Answer {
  const body = events.map((event) => frame(JSON.stringify(event))).join("");
  return { body, headers: { "content-type": "text/event-stream" } };
}

async function output(answer: Answer, ...args: string[]): Promise<CliResult> {
  const server = await apiServer({ request, answer });
  return runHere(["browsers", "process", "output", "s1", "p1", ...args], { env: server.env });
}

describe("browsers process output", () => {
  test("process output without any answer is not a success", async () => {
    for (const args of [[], ["--follow"]]) {
      const { code, stdout } = await output({ stall: true }, "--timeout", "1500ms", ...args);
      expect([code, stdout]).toEqual([6, ""]);
    }
  });
  test("process output of an empty stream is exit 9", async () => {
    for (const args of [[], ["--follow"]]) {
      const { code, stderr } = await output(stream(), ...args);
      expect([code, stderr]).toEqual([9, "error: the output of process p1 ended early\n"]);
    }
  });
  test("process output of a broken connection is exit 9, after the received data", async () => {
    for (const args of [[], ["--follow"]]) {
      const whole = stream(written, written);
      const broken = await output({ ...whole, cut: frame(JSON.stringify(written)).length + 5 }, ...args);
      expect(broken).toMatchObject({
        code: 9,
        stdout: "one\n",
        stderr: "error: the output of process p1 ended early\n",
      });
    }
  });
  test("process output ends when everything was sent, or with the process", async () => {
    expect(await output(stream(written, heartbeat))).toMatchObject({ code: 0, stdout: "one\n" });
    expect(await output(stream(written, { event: "exit", exit_code: 7 }))).toMatchObject({ code: 0, stdout: "one\n" });
    const followed = await output(stream(written, heartbeat, { event: "exit", exit_code: 7 }), "--follow");
    expect(followed).toMatchObject({ code: 7, stdout: "one\n" });
  });
  test("process output of a process without an exit code is not a success", async () => {
    for (const end of [{ event: "exit" }, { event: "exit", exit_code: null }, { event: "exit", exit_code: "0" }]) {
      const { code, stderr } = await output(stream(written, end), "--follow");
      expect([code, stderr]).toEqual([1, "error: the service sent no exit code of the process\n"]);
    }
  });
  test("process output of invalid events is exit 1", async () => {
    for (const event of [null, 7, [], "x"]) expect((await output(stream(event), "--follow")).code).toBe(1);
  });
});
