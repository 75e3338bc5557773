import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  type CliOptions,
  jsonError,
  type RunningCli,
  runCli,
  runHere,
  startCli,
  temporaryHome,
} from "../support/cli/run-cli.ts";
import { type ApiServer, apiServer, type Step, session } from "../support/servers/api-server.ts";
import { token } from "../support/servers/loopback.ts";
import { until } from "../support/until.ts";

const create: Step = { request: "POST /browsers", answer: { json: session() } };
const remove: Step = { request: "DELETE /browsers/s1", answer: { status: 204 } };
const lines = (server: ApiServer): string[] => server.requests.map(({ method, path }) => `${method} ${path}`);

async function run(command: readonly string[], options: CliOptions = {}, steps = [create, remove]) {
  const server = await apiServer(...steps);
  return {
    server,
    ...(await runCli(["browsers", "run", "--", ...command], { ...options, env: { ...server.env, ...options.env } })),
  };
}

/** Starts `browsers run` and waits until its child reports that it runs. */
async function running(script: string, steps = [create, remove]): Promise<{ server: ApiServer; cli: RunningCli }> {
  const server = await apiServer(...steps);
  const cli = startCli(["browsers", "run", "--", "sh", "-c", script], { env: server.env });
  await cli.shows("ready");
  return { server, cli };
}

describe("browsers run", () => {
  test("browsers run gives the command its variables, its streams and its own exit code", async () => {
    const script =
      'cat; echo "$BROWSERCTL_BROWSER_ID $BROWSERCTL_CDP_URL $BROWSERCTL_TOKEN $BROWSERCTL_BASE_URL"; echo e >&2; exit 7';
    const result = await run(["sh", "-c", script], { stdin: "in " });
    expect(result.stdout).toBe(`in s1 ws://127.0.0.1:1/browsers/s1/cdp?jwt=j ${token} ${result.server.url}\n`);
    expect([result.code, result.stderr]).toEqual([7, "e\n"]);
    expect(lines(result.server)).toEqual(["POST /browsers", "DELETE /browsers/s1"]);
  });
  test("browsers run passes words unchanged", async () => {
    const { stdout } = await run(["printf", "%s|", "a b", "", "--output", "$HOME", "*"]);
    expect(stdout).toBe("a b||--output|$HOME|*|");
  });
  test("browsers run sends the flags of a creation", async () => {
    const server = await apiServer(create, remove);
    await runCli(
      [
        "browsers",
        "run",
        "--headless",
        "--tag",
        "a=1",
        "--project",
        "web",
        "--",
        "sh",
        "-c",
        '[ "$BROWSERCTL_PROJECT" = web ]',
      ],
      { env: server.env },
    );
    expect(server.requests[0]?.json).toEqual({ headless: true, tags: { a: "1" } });
    expect(server.requests.map(({ headers }) => headers["x-kernel-project"])).toEqual(["web", "web"]);
  });
  test.each([
    [["no-such-command-here"], 127, /"no-such-command-here": command not found/],
    [["/dev/null"], 126, /"\/dev\/null": /],
  ])("browsers run with %j is exit %i, and the session is ended", async (command, code, stderr) => {
    const result = await run(command);
    expect(result.code).toBe(code);
    expect(result.stderr).toMatch(stderr);
  });
  test("browsers run returns 128 and the number for a child that a signal ends", async () => {
    expect((await run(["sh", "-c", "kill -9 $$"])).code).toBe(137);
    expect((await run(["sh", "-c", "kill -TERM $$"])).code).toBe(143);
  });
  test("browsers run runs nothing when the creation is refused", async () => {
    const home = temporaryHome();
    const refused: Step = {
      request: "POST /browsers",
      answer: { status: 409, json: { code: "conflict", message: "taken" } },
    };
    const server = await apiServer(refused);
    const result = await runCli(["browsers", "run", "-o", "json", "--", "touch", join(home.dir, "ran")], {
      env: server.env,
      home,
    });
    expect(jsonError(result)).toMatchObject({ code: "conflict", exit_code: 1 });
    expect(existsSync(join(home.dir, "ran"))).toBe(false);
  });
  test("browsers run without a command is exit 2, before anything is created", async () => {
    const server = await apiServer();
    for (const args of [[], ["--"], ["node", "x.js", "--watch"]]) {
      expect((await runCli(["browsers", "run", ...args], { env: server.env })).code).toBe(2);
    }
  });
  test("browsers run ignores a session that has ended by itself, and reports one that cannot be ended, with the child's code", async () => {
    const gone: Step = { ...remove, answer: { status: 404, json: { code: "not_found", message: "gone" } } };
    expect(await run(["true"], {}, [create, gone])).toMatchObject({ code: 0, stderr: "" });
    const broken: Step = { ...remove, answer: { status: 500, json: { code: "x", message: "cannot end it" } } };
    const result = await run(["sh", "-c", "exit 3"], {}, [create, broken]);
    expect(result).toMatchObject({ code: 3, stderr: "warning: session s1 could not be ended: cannot end it\n" });
  });
});

describe("a signal at every moment ends the session", () => {
  test.each<[NodeJS.Signals, number]>([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ])("a signal %s while the session is created: exit %i", async (signal, code) => {
    const server = await apiServer({ ...create, answer: { json: session(), stall: true } }, remove);
    const cli = startCli(["browsers", "run", "--", "sleep", "60"], { env: server.env });
    await server.received(1);
    cli.kill(signal);
    server.release();
    expect((await cli.done).code).toBe(code);
    expect(lines(server)).toEqual(["POST /browsers", "DELETE /browsers/s1"]);
  });
  test("a signal before the answer: the session is ended, and no child starts", async () => {
    const home = temporaryHome();
    const server = await apiServer({ ...create, answer: { json: session(), stall: true } }, remove);
    const signal = Promise.withResolvers<NodeJS.Signals>();
    const args = ["browsers", "run", "--", "touch", join(home.dir, "ran")];
    const done = runHere(args, { env: server.env, home, interrupt: signal.promise });
    await server.received(1);
    signal.resolve("SIGINT");
    await signal.promise;
    server.release();
    expect((await done).code).toBe(130);
    expect(lines(server)).toEqual(["POST /browsers", "DELETE /browsers/s1"]);
    expect(existsSync(join(home.dir, "ran"))).toBe(false);
  });
  test.each<[NodeJS.Signals, number]>([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ])("a signal %s while the child runs: it gets the signal, and its own code counts", async (signal, code) => {
    const { server, cli } = await running("echo ready; exec sleep 60");
    cli.kill(signal);
    expect((await cli.done).code).toBe(code);
    expect(lines(server)).toEqual(["POST /browsers", "DELETE /browsers/s1"]);
  });
  test("a child that handles the signal ends in its own way", async () => {
    const { cli } = await running("trap 'echo bye; exit 9' INT; echo ready; while :; do sleep 0.05; done");
    cli.kill("SIGINT");
    expect(await cli.done).toMatchObject({ code: 9, stdout: "ready\nbye\n" });
  });
  test("a signal while the session is ended: the deletion is finished", async () => {
    const server = await apiServer(create, { ...remove, answer: { status: 204, stall: true } });
    const cli = startCli(["browsers", "run", "--", "true"], { env: server.env });
    await server.received(2);
    cli.kill("SIGINT");
    server.release();
    expect([130, 0]).toContain((await cli.done).code);
    expect(lines(server)).toEqual(["POST /browsers", "DELETE /browsers/s1"]);
  });
  test("a second signal ends the run at once, even when the service does not answer", async () => {
    const { server, cli } = await running("echo ready; exec sleep 60", [
      create,
      { ...remove, answer: { stall: true } },
    ]);
    cli.kill("SIGINT");
    await server.received(2);
    cli.kill("SIGINT");
    expect((await cli.done).code).toBe(130);
  });
  test("browsers run --timeout ends the child and the session with exit 6", async () => {
    const server = await apiServer(create, remove);
    const cli = startCli(["browsers", "run", "--timeout", "1s", "-o", "json", "--", "sleep", "60"], {
      env: server.env,
    });
    const result = await cli.done;
    expect(result.code).toBe(6);
    expect(result.stderr).toContain('"exit_code":6');
    expect(lines(server)).toEqual(["POST /browsers", "DELETE /browsers/s1"]);
  });
  test.each([
    ["--timeout", ["--timeout", "3s"], undefined],
    ["a signal", [], "SIGTERM"],
  ] as const)("%s ends what the child has started too", async (_, flags, signal) => {
    const server = await apiServer(create, remove);
    const script = "sleep 3601 & echo ready $!; wait";
    const cli = startCli(["browsers", "run", ...flags, "--", "sh", "-c", script], { env: server.env });
    await cli.shows("ready");
    if (signal) cli.kill(signal);
    const { stdout } = await cli.done;
    const pid = /ready (\d+)/.exec(stdout)?.[1];
    expect(await until(() => !existsSync(`/proc/${pid}`), { what: `the end of ${pid}` })).toBe(true);
  });
  test("Ctrl-C at a terminal reaches the child once", async () => {
    const server = await apiServer(create, remove);
    const script =
      "n=0; trap 'n=$((n+1)); echo got $n' INT; echo ready; while [ $n -lt 1 ]; do sleep 0.05; done; sleep 0.3; exit $n";
    const cli = startCli(["browsers", "run", "--", "sh", "-c", script], { env: server.env, tty: true });
    await cli.shows("ready");
    cli.write("\x03");
    const result = await cli.done;
    expect(result.stdout).toContain("got 1");
    expect(result.stdout).not.toContain("got 2");
    expect(result.code).toBe(1);
  });
  test("no child is left behind", async () => {
    const { cli } = await running("echo ready $$; exec sleep 60");
    const pid = Number(/ready (\d+)/.exec(cli.stdout())?.[1]);
    cli.kill("SIGTERM");
    await cli.done;
    expect(await until(() => !existsSync(`/proc/${pid}`), { what: `the end of ${pid}` })).toBe(true);
  });
});
