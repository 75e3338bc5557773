import { describe, expect, test } from "vitest";
import { jsonError, type RunningCli, startCli } from "../support/cli/run-cli.ts";
import { logEvent, stateEvent } from "../support/servers/event-server.ts";
import { type InvokePlan, type InvokeServer, invokeServer } from "./support/invoke-server.ts";

const running: InvokePlan = {
  streams: [{ events: [stateEvent("running"), logEvent(1, "working")], afterwards: "hold" }],
};
const post = "POST /invocations";
const patch = "PATCH /invocations/inv1";
const remove = "DELETE /invocations/inv1/browsers";
const cancelledBody = { status: "failed", output: '{"error":"Invocation cancelled by user"}' };

async function start(
  words: readonly string[] = [],
  plan: InvokePlan = running,
): Promise<RunningCli & { server: InvokeServer }> {
  const server = await invokeServer(plan);
  return { ...startCli(["invoke", "app", "act", ...words], { env: server.env }), server };
}

/** The calls that change something. */
function changes({ requests }: InvokeServer): string[] {
  return requests.filter((line) => !line.startsWith("GET "));
}

describe("a signal cancels the invocation and ends its browsers", () => {
  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("%s cancels the invocation: exit %i", async (signal, code) => {
    const cli = await start();
    await cli.shows("working");
    cli.kill(signal);
    const result = await cli.done;
    expect(result).toMatchObject({ code, stdout: "" });
    expect(result.stderr).toMatch(/working\nerror: interrupted; invocation inv1 is cancelled\n$/);
    expect(changes(cli.server)).toEqual([post, patch, remove]);
    expect(cli.server.bodies[1]).toEqual(cancelledBody);
  });

  test("a signal cancels an invocation that is followed without its log", async () => {
    const cli = await start(["--no-follow"]);
    await cli.server.received("GET /invocations/inv1/events?since=0s");
    cli.kill("SIGINT");
    expect(await cli.done).toMatchObject({ code: 130, stdout: "" });
    expect(changes(cli.server)).toEqual([post, patch, remove]);
  });

  test("with -o json the error of an interruption has the outcome and the log", async () => {
    const cli = await start(["-o", "json"]);
    await cli.server.received("GET /invocations/inv1/events");
    cli.kill("SIGTERM");
    const { log, ...error } = jsonError(await cli.done) as unknown as { log: string[] };
    expect(error).toMatchObject({ code: "interrupted", exit_code: 143, invocation: "inv1", cancelled: true });
    expect(log.length).toBeLessThanOrEqual(1);
  });

  test("the end of --timeout cancels the invocation: exit 6", async () => {
    const cli = await start(["--timeout", "1s"]);
    const result = await cli.done;
    expect(result).toMatchObject({ code: 6, stdout: "" });
    expect(result.stderr).toContain("error: timed out after 1s (--timeout); invocation inv1 is cancelled\n");
    expect(changes(cli.server)).toEqual([post, patch, remove]);
  });
});

describe("while it is being started", () => {
  test.each([[[]], [["--async"]]])("an interrupted start is awaited, and cancelled (%j)", async (words) => {
    const cli = await start(words, {
      ...running,
      created: { stall: true, json: { id: "inv1", action_name: "act", status: "queued" } },
    });
    await cli.server.received(post);
    cli.kill("SIGINT");
    await cli.shows("waiting for the service to cancel it; press Ctrl-C to leave now\n");
    cli.server.release();
    const result = await cli.done;
    expect(result).toMatchObject({ code: 130, stdout: "" });
    expect(result.stderr).toContain("error: interrupted; invocation inv1 is cancelled\n");
    expect(cli.server.requests).toEqual([post, patch, remove]);
  });

  test("a second signal leaves at once", async () => {
    const cli = await start([], { created: { stall: true } });
    await cli.server.received(post);
    cli.kill("SIGINT");
    await cli.shows("waiting for the service");
    cli.kill("SIGINT");
    expect(await cli.done).toMatchObject({ code: 130, stdout: "" });
    expect(cli.server.requests).toEqual([post]);
  });

  test("a refused start after a signal is an interruption", async () => {
    const cli = await start([], { created: { stall: true, status: 500, json: { message: "broken" } } });
    await cli.server.received(post);
    cli.kill("SIGINT");
    await cli.shows("waiting for the service");
    cli.server.release();
    expect(await cli.done).toMatchObject({ code: 130, stdout: "" });
    expect(cli.server.requests).toEqual([post]);
  });
});

describe("a cancel that does not go well", () => {
  test("a second signal leaves at once", async () => {
    const cli = await start([], { ...running, cancelled: { stall: true } });
    await cli.shows("working");
    cli.kill("SIGINT");
    await cli.server.received(patch);
    cli.kill("SIGINT");
    const result = await cli.done;
    expect(result).toMatchObject({ code: 130, stdout: "" });
    expect(result.stderr).not.toContain("cancelled");
    expect(changes(cli.server)).toEqual([post, patch]);
  });

  test("the browsers of an invocation that has ended meanwhile are ended", async () => {
    const cli = await start([], {
      ...running,
      cancelled: { status: 409, json: { code: "conflict", message: "ended" } },
    });
    await cli.shows("working");
    cli.kill("SIGINT");
    const result = await cli.done;
    expect(result.code).toBe(130);
    expect(result.stderr).toContain("error: interrupted; invocation inv1 has already ended\n");
    expect(changes(cli.server)).toEqual([post, patch, remove]);
  });

  test.each([
    [{ cancelled: { status: 500, json: { code: "internal", message: "broken" } } }, [post, patch]],
    [{ cancelled: { status: 404, json: { code: "not_found", message: "broken" } } }, [post, patch]],
  ])("a refused cancel is reported with the command to try again (%#)", async (plan, calls) => {
    const cli = await start([], { ...running, ...plan });
    await cli.shows("working");
    cli.kill("SIGINT");
    const result = await cli.done;
    expect(result.code).toBe(130);
    expect(result.stderr).toContain(
      "error: interrupted; invocation inv1 could not be cancelled: broken\nhint: browserctl invocations cancel inv1 --yes\n",
    );
    expect(changes(cli.server)).toEqual(calls);
    const json = await start(["-o", "json"], { ...running, ...plan });
    await json.server.received("GET /invocations/inv1/events");
    json.kill("SIGINT");
    expect(jsonError(await json.done)).toMatchObject({
      invocation: "inv1",
      cancelled: false,
      hint: "browserctl invocations cancel inv1 --yes",
    });
  });

  test("a cancelled invocation reports browsers that cannot be ended", async () => {
    const plan = { ...running, deleted: { status: 500, json: { code: "internal", message: "broken" } } };
    const cli = await start([], plan);
    await cli.shows("working");
    cli.kill("SIGINT");
    expect((await cli.done).stderr).toContain(
      "error: interrupted; invocation inv1 is cancelled, but its browsers could not be ended: broken\nhint: browserctl invocations cancel inv1 --yes\n",
    );
    expect(changes(cli.server)).toEqual([post, patch, remove]);
    const json = await start(["-o", "json"], plan);
    await json.server.received("GET /invocations/inv1/events");
    json.kill("SIGINT");
    expect(jsonError(await json.done)).toMatchObject({ invocation: "inv1", cancelled: true });
  });
});
