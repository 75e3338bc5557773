import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { MAX_KEPT_BYTES } from "../../../src/service/processes/output-ring.ts";
import { containedSession, processesWith, type SessionApi } from "../../support/machine/processes.ts";
import { outcomeInFastTime } from "../../support/service/fast-time.ts";
import type { TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";

const MIB = 2 ** 20;
let service: TestService;
let session: SessionApi;
beforeAll(async () => {
  ({ service, session } = await containedSession());
});
afterAll(() => service.stop());

const sha = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

describe("output", () => {
  test("every reader gets all output, live and late, and the exit last", async () => {
    const process = await session.script('echo one; read line; echo "$line" >&2; exit 4');
    const first = process.follow();
    await until(
      () => first.text(),
      (text) => text === "one\n",
    );
    const second = process.follow();
    await until(
      () => second.text(),
      (text) => text === "one\n",
    );
    await process.write("two\n");
    await Promise.all([first.done, second.done]);
    const late = await process.output();
    for (const reader of [first, second]) {
      expect(reader.bytes("stderr").toString()).toBe("two\n");
      expect(reader.items.at(-1)).toEqual({ event: "exit", exit_code: 4 });
    }
    expect([late.stdout.toString(), late.stderr.toString(), late.exit]).toEqual(["one\n", "two\n", 4]);
  });

  test("output keeps the order of the two streams", async () => {
    const process = await session.script("for i in 1 2 3 4 5; do echo o$i; read word; echo e$i >&2; read word; done");
    const follower = process.follow();
    // Each line is written when the previous one has arrived, because two pipes have no common order.
    for (let count = 1; count <= 10; count += 1) {
      await until(() => follower.items.length >= count);
      await process.write("\n");
    }
    await follower.done;
    const order = follower.items.map((item) =>
      Buffer.from(item.data_b64 ?? "", "base64")
        .toString()
        .trim(),
    );
    expect(order.join(" ")).toBe("o1 e1 o2 e2 o3 e3 o4 e4 o5 e5 ");
  });

  test("binary output arrives unchanged", async () => {
    const bytes = randomBytes(MIB);
    const process = await session.spawn({ command: "cat" });
    const follower = process.follow();
    const { status, body } = await process.write(bytes);
    expect([status, body.written_bytes]).toEqual([200, bytes.length]);
    await process.closeInput();
    await follower.done;
    expect(sha(follower.bytes("stdout"))).toBe(sha(bytes));
    expect(follower.exit).toBe(0);
  });

  test("a late reader gets the end of the output, and is told how much is missing", async () => {
    const total = MAX_KEPT_BYTES + 4 * MIB;
    const process = await session.script(`yes 0123456 | head -c ${total}`);
    expect(await process.ended()).toBe(0);
    const { stdout, gap, exit } = await process.output();
    expect(exit).toBe(0);
    expect(gap + stdout.length).toBe(total);
    expect(stdout.length).toBeGreaterThan(MAX_KEPT_BYTES * 0.9);
    expect(stdout.length).toBeLessThanOrEqual(MAX_KEPT_BYTES);
    expect(stdout.subarray(-8).toString()).toBe("0123456\n");
  });

  test("many small writes take no more memory than large ones", async () => {
    const process = await session.script("i=0; while [ $i -lt 3000 ]; do echo $i; echo $i >&2; i=$((i+1)); done");
    const { stdout, stderr, gap } = await process.output();
    const wanted = Array.from({ length: 3000 }, (_, index) => `${index}\n`).join("");
    expect(gap).toBe(0);
    expect(stdout.toString()).toBe(wanted);
    expect(stderr.toString()).toBe(wanted);
  });

  test("a reader that does not read pauses the process, and gets all output when it reads", async () => {
    const total = 16 * MIB + 1;
    const process = await session.script(`yes 0123456 | head -c ${total}; echo done >&2`);
    const response = await fetch(`${service.baseUrl}/browsers/${session.id}/process/${process.id}/stdout/stream`, {
      headers: { Authorization: `Bearer ${service.token}` },
    });
    // Nothing is read yet, so that the process has to stop long before its end.
    const [, head = 0] = await until(
      () => processesWith(`head -c ${total}`),
      (pids) => pids.length === 2,
    );
    const counts: string[] = [];
    const stands = async (): Promise<boolean> => {
      counts.push(await readFile(`/proc/${head}/io`, "utf8"));
      return counts.length > 20 && new Set(counts.slice(-20)).size === 1;
    };
    await until(stands);
    expect(Number(/wchar: (\d+)/.exec(counts.at(-1) ?? "")?.[1])).toBeLessThan(total / 2);
    expect((await process.status()).body.state).toBe("running");
    let bytes = 0;
    let rest = "";
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const frames = (rest + chunk).split("\n\n");
      rest = frames.pop() ?? "";
      for (const frame of frames) {
        const item = JSON.parse(frame.slice(6));
        expect(item.event).not.toBe("gap");
        if (item.stream === "stdout") bytes += Buffer.from(item.data_b64, "base64").length;
      }
    }
    expect(bytes).toBe(total);
  });

  test("a reader that disconnects does not pause the process", async () => {
    const process = await session.script("yes 0123456 | head -c 20000000");
    const client = new AbortController();
    await fetch(`${service.baseUrl}/browsers/${session.id}/process/${process.id}/stdout/stream`, {
      headers: { Authorization: `Bearer ${service.token}` },
      signal: client.signal,
    });
    client.abort();
    expect(await process.ended()).toBe(0);
  });
});

describe("input", () => {
  test("10 MB of input in pieces arrive whole and in order, also when many are sent at once", async () => {
    const pieces = Array.from({ length: 10 }, () => randomBytes(MIB));
    const process = await session.script("sha256sum");
    for (const piece of pieces.slice(0, 5)) expect((await process.write(piece)).body.written_bytes).toBe(piece.length);
    await process.closeInput();
    const { stdout } = await process.output();
    expect(stdout.toString().slice(0, 64)).toBe(sha(Buffer.concat(pieces.slice(0, 5))));
    const counter = await session.script("wc -c");
    await Promise.all(pieces.map((piece) => counter.write(piece)));
    await counter.closeInput();
    expect((await counter.output()).stdout.toString().trim()).toBe(String(10 * MIB));
  });

  test("input takes 4 MiB in one request; more than the body's limit is 413", async () => {
    const process = await session.script("wc -c");
    expect((await process.write(Buffer.alloc(4 * MIB))).body).toEqual({ written_bytes: 4 * MIB });
    expect((await process.write(Buffer.alloc(5 * MIB))).status).toBe(413);
    await process.closeInput();
    expect((await process.output()).stdout.toString().trim()).toBe(String(4 * MIB));
  });

  test("input that is not base64 is refused", async () => {
    const process = await session.spawn({ command: "cat" });
    for (const data_b64 of ["a", "a===", "YQ", "Y Q=", "YQ==\n", "_-8=", "=YQ="]) {
      const answer = await process.call("POST", "stdin", { data_b64 });
      expect([data_b64, answer.status, answer.body.details?.[0].message]).toEqual([
        data_b64,
        400,
        "data_b64: must be base64",
      ]);
    }
    expect((await process.write("")).body).toEqual({ written_bytes: 0 });
    expect((await process.call("POST", "stdin", {})).status).toBe(400);
    await process.kill("KILL");
  });

  test("input that the process closes is 409, input to a process that ends is 404, both with the written bytes", async () => {
    const closer = await session.script("exec 0<&-; echo closed; sleep 60");
    const follower = closer.follow();
    await until(
      () => follower.text(),
      (text) => text === "closed\n",
    );
    const closed = await closer.write("x");
    expect([closed.status, closed.body.code]).toEqual([409, "stdin_closed"]);
    await closer.kill("KILL");
    const ender = await session.script("head -c 100000 > /dev/null; exit 6");
    const ended = await ender.write(Buffer.alloc(3 * MIB));
    expect([ended.status, ended.body.code]).toEqual([404, "process_not_running"]);
    expect(ended.body.message).toContain("exit code 6");
    const written = ended.body.details.find(({ code }: { code: string }) => code === "written_bytes");
    expect(Number(written.message)).toBeGreaterThanOrEqual(100_000);
  });

  test("the input can be ended twice, and after the process", async () => {
    const process = await session.script("cat; echo end");
    await process.write("a");
    await process.closeInput();
    await process.closeInput();
    expect((await process.output()).stdout.toString()).toBe("aend\n");
    await process.closeInput();
  });
});

describe("time", () => {
  test("heartbeats are comments with JSON, which other clients skip", async () => {
    const process = await session.spawn({ command: "cat" });
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const follower = process.follow();
    await until(() => {
      vi.advanceTimersByTime(15_000);
      return follower.items.length > 0;
    });
    expect(follower.items[0]).toEqual({ event: "sse_heartbeat", timestamp: expect.stringMatching(/^\d{4}-.*Z$/) });
    await process.closeInput();
    await follower.done;
  });

  test("input that nobody reads is 504 after 30 s with the written bytes, and the rest continues from there", async () => {
    const reader = await session.script("until [ -e reads ]; do sleep 0.05; done; wc -c");
    const bytes = Buffer.alloc(300_000, 120);
    const answer = await outcomeInFastTime(reader.write(bytes));
    if (answer instanceof Error) throw answer;
    expect([answer.status, answer.body.code]).toEqual([504, "stdin_stalled"]);
    expect(answer.body.details[0].code).toBe("written_bytes");
    const written = Number(answer.body.details[0].message);
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThan(bytes.length);
    expect(answer.headers.get("x-should-retry")).toBe("false");
    await session.sh("touch reads");
    expect((await reader.write(bytes.subarray(written))).body.written_bytes).toBe(bytes.length - written);
    await reader.closeInput();
    expect((await reader.output()).stdout.toString().trim()).toBe(String(bytes.length));
  });
});

describe("a terminal", () => {
  test("a program sees a terminal, with its size, and Ctrl-C is INT", async () => {
    const process = await session.spawn({
      command: "bash",
      args: ["--norc", "-i"],
      allocate_tty: true,
      rows: 30,
      cols: 100,
    });
    const follower = process.follow();
    // Input that is typed before the prompt may be dropped.
    await until(
      () => follower.text(),
      (text) => /[#$] $/.test(text),
    );
    await process.write("PS1=; tty && stty size; echo $TERM; sh -c 'echo ready; exec sleep 99'; echo code $?\n");
    await until(
      () => follower.text(),
      (text) => text.includes("\r\nready\r\n"),
    );
    expect(follower.text()).toContain("/dev/console\r\n30 100\r\n");
    await process.write(Buffer.from([3]));
    await process.write("echo after $((40+2)); exit 5\n");
    await follower.done;
    expect(follower.text()).toContain("after 42\r\n");
    expect(follower.exit).toBe(5);
    expect(follower.items.filter((item) => item.stream === "stderr")).toEqual([]);
  });

  test("a terminal controls a program that is not a shell: /dev/tty is there, Ctrl-C and its end reach it", async () => {
    const script = "echo open > /dev/tty; trap 'echo got INT; exit 3' INT; echo ready; while :; do sleep 0.05; done";
    const process = await session.spawn({ command: "sh", args: ["-c", script], allocate_tty: true });
    const follower = process.follow();
    await until(
      () => follower.text(),
      (text) => text.includes("ready"),
    );
    expect(follower.text()).toBe("open\r\nready\r\n");
    await process.write(Buffer.from([3]));
    await follower.done;
    expect(follower.text()).toContain("got INT");
    expect(follower.exit).toBe(3);
  });

  test("a terminal changes its size while the program prints", async () => {
    const script =
      "trap 'stty size >&2; n=$((n+1))' WINCH; n=0; while [ $n -lt 3 ]; do echo 0123456789; sleep 0.01; done; exit 7";
    const process = await session.spawn({ command: "bash", args: ["-c", script], allocate_tty: true });
    const follower = process.follow();
    for (const [rows, cols] of [
      [50, 132],
      [1, 65_535],
      [24, 80],
    ] as const) {
      await until(
        () => follower.text().length,
        (length) => length > 100,
      );
      expect((await process.call("POST", "resize", { rows, cols })).body).toEqual({ ok: true });
      // While the shell runs a trap, it ignores another signal; the trap has ended when the next line appears.
      await until(
        () => follower.text().split(`${rows} ${cols}\r\n`)[1],
        (text) => follower.exit !== undefined || text?.includes("0123456789") === true,
      );
    }
    await follower.done;
    expect(follower.text()).toContain("24 80\r\n");
    expect(follower.exit).toBe(7);
    const after = await process.call("POST", "resize", { rows: 1, cols: 1 });
    expect([after.status, after.body.code]).toEqual([404, "process_not_running"]);
  });

  test("the end of input at a terminal is Ctrl-D; the default is 24 rows of 80 columns", async () => {
    const process = await session.spawn({ command: "sh", args: ["-c", "stty size; cat"], allocate_tty: true });
    await process.write("hi\n");
    await process.closeInput();
    const { stdout, exit } = await process.output();
    expect(stdout.toString()).toBe(
      "24 80\r\nhi\r\nhi\r\n".replace(
        "24 80\r\nhi\r\n",
        stdout.toString().startsWith("24") ? "24 80\r\nhi\r\n" : "hi\r\n24 80\r\n",
      ),
    );
    expect(exit).toBe(0);
  });

  test("sizes are only for terminals, and have limits", async () => {
    const process = await session.spawn({ command: "cat" });
    const answer = await process.call("POST", "resize", { rows: 10, cols: 10 });
    expect([answer.status, answer.body.code]).toEqual([400, "no_terminal"]);
    for (const size of [{ rows: 0, cols: 1 }, { rows: 1, cols: 65_536 }, { rows: 1 }, { rows: 1.5, cols: 1 }]) {
      expect((await process.call("POST", "resize", size)).status).toBe(400);
    }
    expect((await session.call("POST", "process/spawn", { command: "true", rows: 5 })).status).toBe(400);
    await process.kill("KILL");
  });
});
