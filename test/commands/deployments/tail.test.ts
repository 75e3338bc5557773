import { describe, expect, test } from "vitest";
import { type CliResult, type HereOptions, jsonError, runHere, startCli } from "../../support/cli/run-cli.ts";
import {
  type DeployPlan,
  type DeployServer,
  deployment,
  deployServer,
  events,
} from "../../support/servers/deploy-server.ts";

async function tail(
  args: readonly string[],
  plan: DeployPlan,
  options: HereOptions = {},
): Promise<CliResult & { server: DeployServer }> {
  const server = await deployServer(plan);
  const result = await runHere(["deployments", "tail", "d1", ...args], { ...options, env: server.env });
  return { ...result, server };
}

const whole = [events.state("queued", {}, 4), events.log("one"), events.log("two"), events.state("running")];

describe("deployments tail", () => {
  test("deployments tail prints the log to stdout and is exit 0 when the deployment runs", async () => {
    const result = await tail([], { streams: [whole] });
    expect(result).toMatchObject({
      code: 0,
      stdout: "one\ntwo\n",
      stderr: "deployment d1 is queued\ndeployment d1 is running\n",
    });
    expect(result.server.requests).toEqual(["GET /deployments/d1", "GET /deployments/d1/events"]);
  });

  test("deployments tail -o jsonl prints events unchanged", async () => {
    const { stdout } = await tail(["-o", "jsonl"], { streams: [whole] });
    expect(stdout).toBe(whole.map((event) => `${JSON.stringify(event)}\n`).join(""));
  });

  test("deployments tail escapes the log at a terminal, and not in a pipe", async () => {
    const streams = [[events.log("a\u001b[2Jb"), events.state("running")]];
    expect((await tail([], { streams })).stdout).toBe("a\u001b[2Jb\n");
    expect((await tail([], { streams }, { tty: { stdout: true } })).stdout).not.toContain("\u001b[2J");
  });

  test("deployments tail reports all wrong flags together, before the network", async () => {
    const { code, stderr, server } = await tail(["--since", "x", "-o", "csv"], { streams: [whole] });
    expect([code, server.requests]).toEqual([2, []]);
    expect(stderr.match(/--(since|output):/g)).toEqual(["--output:", "--since:"]);
  });
  test("deployments tail sends --since unchanged", async () => {
    const { server } = await tail(["--since", "5m"], { streams: [whole] });
    expect(server.requests).toEqual(["GET /deployments/d1", "GET /deployments/d1/events?since=5m"]);
  });

  test.each(["failed", "stopped"])("deployments tail of a deployment that ends %s is exit 8", async (status) => {
    const streams = [[events.log("one"), events.state(status, { status_reason: "for a reason" })]];
    const { code, stdout, stderr } = await tail([], { streams });
    expect({ code, stdout }).toEqual({ code: 8, stdout: "one\n" });
    expect(stderr).toContain(`deployment d1 ${status === "failed" ? "failed" : "was stopped"}: for a reason\n`);
  });

  test("deployments tail prints an error event", async () => {
    const error = { event: "error", timestamp: "2026-01-02T03:04:05Z", error: { code: "busy", message: "wait" } };
    expect((await tail([], { streams: [[error, events.state("running")]] })).stderr).toContain(
      "warning: the service reports: wait\n",
    );
  });

  test("deployments tail of a missing deployment is exit 4, and other output forms are exit 2", async () => {
    const server = await deployServer();
    const missing = await runHere(["deployments", "tail", "d2", "-o", "jsonl"], { env: server.env });
    expect(jsonError(missing)).toMatchObject({ code: "not_found", exit_code: 4 });
    const csv = await runHere(["deployments", "tail", "d1", "-o", "csv"], { env: server.env });
    expect(csv).toMatchObject({ code: 2, stdout: "" });
    expect(csv.stderr).toContain("--output: must be jsonl, not csv");
    expect(server.requests).toEqual(["GET /deployments/d2"]);
  });

  test("deployments tail resumes a broken stream without losing or repeating a line", async () => {
    const { code, stdout, stderr } = await tail([], { streams: [whole.slice(0, 2), whole] });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "one\ntwo\n" });
    expect(stderr).toContain("the stream ended early");
  });

  test("deployments tail of a stopped deployment ends with its stop", async () => {
    const stopped = { status_reason: "it was deleted" };
    const plan = { streams: [[...whole, events.state("stopped", stopped, 9)]], record: deployment("stopped", stopped) };
    const result = await tail(["-o", "jsonl"], plan);
    expect(result.code).toBe(8);
    expect(result.stdout.trimEnd().split("\n")).toHaveLength(5);
  });

  test("deployments tail --no-follow prints the current log, with --timestamps its times", async () => {
    const plan = { streams: [whole.slice(0, 3)], open: true, record: deployment("queued") };
    const { code, stdout, stderr } = await tail(["--no-follow", "--timestamps"], plan);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: "2026-01-02T03:04:05.000Z one\n2026-01-02T03:04:05.000Z two\n",
    });
    expect(stderr).toContain("deployment d1 keeps running; this is its log so far\n");
  });

  test("Ctrl-C ends deployments tail at once", async () => {
    const server = await deployServer({ streams: [whole.slice(0, 2)], open: true });
    const cli = startCli(["deployments", "tail", "d1"], { env: server.env });
    await cli.shows("one");
    cli.kill("SIGINT");
    expect((await cli.done).code).toBe(130);
  });

  test("deployments tail --dry-run sends nothing", async () => {
    const { stdout, server } = await tail(["--dry-run"], { streams: [whole] });
    expect(stdout).toContain("/deployments/d1/events");
    expect(server.requests).toEqual([]);
  });
});
