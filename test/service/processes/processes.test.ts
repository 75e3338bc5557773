import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { containedSession, processesWith, type SessionApi, uniqueSeconds } from "../../support/machine/processes.ts";
import type { TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";

let service: TestService;
let session: SessionApi;
beforeAll(async () => {
  ({ service, session } = await containedSession());
});
afterAll(() => service.stop());

describe("exec", () => {
  test("exec returns separate streams, byte by byte, and the exit code", async () => {
    const { body } = await session.exec({
      command: "sh",
      args: ["-c", "printf 'a\\000\\377\\n'; printf 'b' >&2; exit 7"],
    });
    expect(Buffer.from(body.stdout_b64, "base64")).toEqual(Buffer.from([0x61, 0, 0xff, 0x0a]));
    expect(Buffer.from(body.stderr_b64, "base64").toString()).toBe("b");
    expect(body.exit_code).toBe(7);
    expect(body.duration_ms).toBeGreaterThanOrEqual(0);
  });

  test("exec passes arguments unchanged, and its input is empty", async () => {
    const args = ["-c", 'printf "[%s]" "$@"; cat', "sh", "a b", "", "'\"$HOME`", "é\n*", "-n"];
    const { body } = await session.exec({ command: "sh", args });
    expect(Buffer.from(body.stdout_b64, "base64").toString()).toBe("[a b][]['\"$HOME`][é\n*][-n]");
  });

  test("exec sets directory and environment; the caller's values win", async () => {
    const env = { HOME: "/tmp", X: "a=b\n'\"", PATH: "/usr/bin:/bin", d: "1", found: "2" };
    const { stdout } = await session.sh('pwd; printf \'%s|\' "$HOME" "$X" "$PATH" "$d$found"', {
      cwd: "/usr/share",
      env,
    });
    expect(stdout).toBe("/usr/share\n/tmp|a=b\n'\"|/usr/bin:/bin|12|");
    const names = (await session.sh("env | sed 's/=.*//' | sort | tr '\\n' ' '")).stdout;
    expect(names).toBe("HOME LANG PATH PWD TERM ");
    expect((await session.sh("pwd")).stdout).toBe("/home/user\n");
  });

  test("exec returns 128 and the signal's number after a signal", async () => {
    for (const [name, number] of [
      ["TERM", 15],
      ["KILL", 9],
      ["HUP", 1],
      ["SEGV", 11],
    ] as const) {
      expect((await session.sh(`kill -${name} $$`)).code).toBe(128 + number);
    }
  });

  test("exec says what is wrong with the command, where a shell would exit with 127 and 126", async () => {
    await session.sh(
      "echo text > /tmp/text; mkdir -p /tmp/private; printf '#!/bin/sh\\necho hi' > /tmp/run; chmod +x /tmp/run",
    );
    const cases = [
      [{ command: "no-such-program" }, "command_not_found", 'there is no program "no-such-program"'],
      [{ command: "/tmp/none" }, "command_not_found", 'there is no program "/tmp/none"'],
      [{ command: "/tmp/text" }, "command_not_executable", '"/tmp/text" cannot be executed'],
      [{ command: "/tmp" }, "command_not_executable", '"/tmp" cannot be executed'],
      [{ command: "true", cwd: "/none" }, "cwd_not_found", 'there is no directory "/none" that can be entered'],
      [{ command: "true", cwd: "/tmp/text" }, "cwd_not_found", 'there is no directory "/tmp/text" that can be entered'],
      [{ command: "sh", args: ["x".repeat(200_000)] }, "command_too_long", /longer than the system allows/],
    ] as const;
    for (const [body, code, message] of cases) {
      for (const path of ["process/exec", "process/spawn"]) {
        const answer = await session.call("POST", path, body);
        expect([answer.status, answer.body.code]).toEqual([400, code]);
        expect(answer.body.message).toMatch(message);
      }
    }
    expect((await session.exec({ command: "run", env: { PATH: "/tmp" } })).body.exit_code).toBe(0);
    expect((await session.exec({ command: "./run", cwd: "/tmp" })).body.exit_code).toBe(0);
  });

  test("exec refuses all invalid input at once before anything runs", async () => {
    const answer = await session.exec({
      command: "",
      args: ["a\0b"],
      cwd: "tmp",
      env: { "a-b": "x" },
      timeout_sec: 0,
    });
    expect(answer.status).toBe(400);
    const messages = answer.body.details.map((one: { message: string }) => one.message).join("\n");
    for (const path of ["command", "args[0]", "cwd", "env", "timeout_sec"]) expect(messages).toContain(`${path}`);
    for (const env of [{ A: "x\0--bind\0/\0/h" }, { "A\0--bind": "x" }, { "1A": "x" }, { "": "x" }]) {
      expect((await session.exec({ command: "true", env: env as Record<string, string> })).status).toBe(400);
    }
    for (const body of [
      { command: "true", as_user: "nobody" },
      { command: "true", as_root: true },
    ]) {
      const refused = await session.exec(body);
      expect([refused.status, refused.body.code]).toEqual([501, "not_supported_locally"]);
    }
    const harmless = await session.exec({
      command: "true",
      as_user: null,
      as_root: false,
      cwd: null,
      timeout_sec: null,
    });
    expect(harmless.body.exit_code).toBe(0);
  });

  test("the time limit of exec kills the whole group", async () => {
    const seconds = uniqueSeconds();
    const answer = await session.exec({
      command: "sh",
      args: ["-c", `trap '' TERM INT HUP; sleep ${seconds} & sleep ${seconds}`],
      timeout_sec: 1,
    });
    expect([answer.status, answer.body.code]).toEqual([408, "timeout"]);
    expect(answer.body.message).toContain("1 s");
    // Killed processes are still listed until the system has cleared them.
    await until(
      () => processesWith(seconds),
      (pids) => pids.length === 0,
    );
  });

  test("a client of exec that disconnects takes the group with it", async () => {
    const seconds = uniqueSeconds();
    const client = new AbortController();
    const call = session.exec({ command: "sh", args: ["-c", `sleep ${seconds} & sleep ${seconds}`] }, client.signal);
    call.catch(() => {});
    await until(
      () => processesWith(seconds),
      (pids) => pids.length >= 2,
    );
    client.abort();
    const left = await until(
      () => processesWith(seconds),
      (pids) => pids.length === 0,
    );
    expect(left).toEqual([]);
  });

  test("exec with more output than the limit is 413, and the command is killed", async () => {
    const answer = await session.exec({ command: "sh", args: ["-c", "yes ctl-too-much"] });
    expect([answer.status, answer.body.code]).toEqual([413, "output_too_large"]);
    expect(await processesWith("ctl-too-much")).toEqual([]);
  });

  test("exec ends with the command, even if a child holds its output; the child continues", async () => {
    const seconds = uniqueSeconds();
    const { stdout } = await session.sh(`sleep ${seconds} & echo started`);
    expect(stdout).toBe("started\n");
    expect((await session.sh(`ps ax | grep -c "[s]leep ${seconds}"`)).stdout).toBe("1\n");
    await session.sh(`pkill -f "[s]leep ${seconds}"`);
    await until(
      () => processesWith(seconds),
      (pids) => pids.length === 0,
    );
  });

  test("the streams of exec can be opened by name, like real pipes", async () => {
    const { stdout, stderr } = await session.sh(
      "echo out > /dev/stdout; echo err > /dev/stderr; echo more | tee /dev/stderr",
    );
    expect([stdout, stderr]).toEqual(["out\nmore\n", "err\nmore\n"]);
  });
});

describe("spawn, status and kill", () => {
  test("a spawned process runs, is listed, ends, and stays known", async () => {
    const process = await session.script("read line; exit 3");
    const { body } = await process.status();
    expect(body).toEqual({
      state: "running",
      exit_code: null,
      cpu_pct: expect.any(Number),
      mem_bytes: expect.any(Number),
    });
    expect(body.mem_bytes).toBeGreaterThan(0);
    await process.closeInput();
    expect(await process.ended()).toBe(3);
    expect((await process.status()).body).toEqual({ state: "exited", exit_code: 3, cpu_pct: 0, mem_bytes: 0 });
    const list = (await service.api("GET", `/_local/browsers/${session.id}/processes`)).body;
    expect(list.find((one: { process_id: string }) => one.process_id === process.id)).toEqual({
      process_id: process.id,
      pid: process.pid,
      command: "sh -c read line; exit 3",
      state: "exited",
      exit_code: 3,
      started_at: expect.any(String),
      tty: false,
    });
    expect(process.id).toMatch(/^[0-9a-f-]{36}$/);
    const dead = await process.kill("TERM");
    expect([dead.status, dead.body.code]).toEqual([404, "process_not_running"]);
    expect(dead.body.message).toBe(`process "${process.id}" has ended with exit code 3`);
    expect(dead.body.details).toEqual([{ code: "exit_code", message: "exit code 3" }]);
    const input = await process.write("x");
    expect([input.status, input.body.code]).toEqual([404, "process_not_running"]);
    expect((await session.call("GET", "process/nope/status")).body.code).toBe("process_not_found");
  });

  test("the status of a process reports the processor use of its group", async () => {
    const process = await session.script("(while :; do :; done) & wait");
    const busy = await until(
      () => process.status(),
      ({ body }) => body.cpu_pct > 10,
    );
    expect(busy.body.cpu_pct).toBeLessThan(250);
    await process.kill("KILL");
  });

  test("every signal reaches the whole group, and traps run", async () => {
    for (const signal of ["TERM", "INT", "HUP"]) {
      const number = { TERM: 15, INT: 2, HUP: 1 }[signal] ?? 0;
      const script = `trap 'echo parent ${signal}; exit ${number}' ${signal}
        sh -c 'trap "echo child ${signal}; exit" ${signal}; echo ready; while :; do sleep 0.01; done'`;
      const process = await session.script(script);
      const follower = process.follow();
      await until(
        () => follower.text(),
        (text) => text.includes("ready"),
      );
      expect((await process.kill(signal)).body).toEqual({ ok: true });
      await follower.done;
      expect(follower.exit).toBe(number);
      expect(follower.text()).toBe(`ready\nchild ${signal}\nparent ${signal}\n`);
    }
  });

  test("a process that ignores TERM is ended by KILL, with its children", async () => {
    const seconds = uniqueSeconds();
    const process = await session.script(
      `trap '' TERM; (trap '' TERM; sleep ${seconds}) & echo ready; while :; do sleep 1; done`,
    );
    const follower = process.follow();
    await until(
      () => follower.text(),
      (text) => text.includes("ready"),
    );
    expect((await process.kill("TERM")).status).toBe(200);
    expect((await process.status()).body.state).toBe("running");
    expect((await process.kill("KILL")).status).toBe(200);
    expect(await process.ended()).toBe(137);
    await until(
      () => processesWith(seconds),
      (pids) => pids.length === 0,
    );
  });

  test("kill refuses signals that the API does not have", async () => {
    const process = await session.script("sleep 5");
    for (const signal of ["USR1", "SIGTERM", "term", "9", 15]) {
      expect((await process.call("POST", "kill", { signal })).status).toBe(400);
    }
    await process.kill("KILL");
  });

  test("the time limit of a spawned process kills it", async () => {
    const process = await session.script("trap '' TERM; while :; do sleep 1; done", { timeout_sec: 1 });
    expect(await process.ended()).toBe(137);
  });
});

test("the pid is the leader's on this machine", async () => {
  const seconds = uniqueSeconds();
  const process = await session.spawn({ command: "sleep", args: [seconds] });
  // The child shows the command only after its start.
  expect(
    await until(
      () => processesWith(seconds),
      (pids) => pids.includes(process.pid),
    ),
  ).toContain(process.pid);
  await process.kill("INT");
  expect(await process.ended()).toBe(130);
});

test("many concurrent processes are all started, and all killed", async () => {
  const seconds = uniqueSeconds();
  const started = await Promise.all(
    Array.from({ length: 30 }, () => session.spawn({ command: "sleep", args: [seconds] })),
  );
  expect(new Set(started.map(({ pid }) => pid)).size).toBe(30);
  await Promise.all(started.map((process) => process.kill("KILL")));
  await until(
    () => processesWith(seconds),
    (pids) => pids.length === 0,
  );
});
