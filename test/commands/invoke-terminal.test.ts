import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { type CliOptions, type RunningCli, startCli, temporaryHome } from "../support/cli/run-cli.ts";
import { logEvent, record, stateEvent } from "../support/servers/event-server.ts";
import { type InvokePlan, type InvokeServer, invokeServer } from "./support/invoke-server.ts";

const events = [stateEvent("running"), logEvent(1, "working hard")];
const running: InvokePlan = { streams: [{ events, afterwards: "hold" }] };
const ending = (status: string, more: Record<string, unknown>): InvokePlan => ({
  streams: [{ events: [...events, stateEvent(status, more)] }],
});
const succeeding = ending("succeeded", { output: '{"sum":7}' });
const [opened, closed] = ["\u001b[?1049h", "\u001b[?1049l"];
const post = "POST /invocations";
const cancelling = ["PATCH /invocations/inv1", "DELETE /invocations/inv1/browsers"];

async function start(
  words: readonly string[] = [],
  plan: InvokePlan = running,
  options: CliOptions = {},
): Promise<RunningCli & { server: InvokeServer }> {
  const server = await invokeServer(plan);
  const env = { ...server.env, ...options.env };
  return { ...startCli(["invoke", "app", "act", ...words], { tty: true, ...options, env }), server };
}

/** How it ended: what stands on the terminal when the view is gone, and what it asked of the service. */
async function ended({ done, server }: RunningCli & { server: InvokeServer }) {
  const { code, bytes, stdout } = await done;
  const all = bytes.toString();
  const changes = server.requests.filter((line) => !line.startsWith("GET "));
  const left = stripVTControlCharacters(all.split(closed).at(-1) ?? "").replaceAll("\r\n", "\n");
  return { code, stdout, hadView: all.includes(opened), left, changes };
}

describe("the live view", () => {
  test.each([100, 40])("the live view at %i columns leaves a summary, then the result is printed", async (columns) => {
    const { code, left, hadView, changes } = await ended(await start([], succeeding, { columns }));
    expect([code, hadView, changes]).toEqual([0, true, [post]]);
    expect(left).toMatch(/working hard\napp › act inv1 succeeded in .*, 1 line\n\{\n {2}"sum": 7\n\}\n/);
  });

  test("the live view is shown when stdout is a file", async () => {
    const home = temporaryHome();
    const { code, left, hadView } = await ended(await start([], succeeding, { home, stdoutFile: "result.json" }));
    expect([code, hadView]).toEqual([0, true]);
    expect(left).not.toContain("sum");
    expect(JSON.parse(readFileSync(join(home.dir, "result.json"), "utf8"))).toEqual({ sum: 7 });
  });

  test("the live view is shown with -o json too, and an error comes after it", async () => {
    const { code, left, hadView } = await ended(await start(["-o", "json"], ending("failed", { status_reason: "no" })));
    expect([code, hadView]).toEqual([8, true]);
    const { error } = JSON.parse(left.trimEnd().split("\n").at(-1) ?? "") as { error: unknown };
    expect(error).toMatchObject({ code: "invocation_failed", invocation: "inv1" });
    expect(error).not.toHaveProperty("log");
  });

  test("q leaves the live view: exit 9, the invocation continues, with the command to follow it", async () => {
    const cli = await start();
    await cli.shows("working hard");
    cli.write("q");
    const { code, left, changes } = await ended(cli);
    expect([code, changes]).toEqual([9, [post]]);
    expect(left).toContain("invocation inv1 keeps running; follow it with: browserctl invocations tail inv1\n");
  });

  test("Ctrl-C in the live view cancels the invocation: exit 130", async () => {
    const cli = await start();
    await cli.shows("working hard");
    cli.write("\u0003");
    const { code, left, changes } = await ended(cli);
    expect([code, changes]).toEqual([130, [post, ...cancelling]]);
    // One sentence: the view leaves no status that is out of date.
    expect(left).toMatch(/working hard\nerror: interrupted; invocation inv1 is cancelled\n$/);
  });

  test("a second Ctrl-C in the live view does not wait for the service", async () => {
    const cli = await start([], { ...running, cancelled: { stall: true } });
    await cli.shows("working hard");
    cli.write("\u0003");
    await cli.server.received("PATCH /invocations/inv1");
    cli.write("\u0003");
    const { code, changes } = await ended(cli);
    expect([code, changes]).toEqual([130, [post, "PATCH /invocations/inv1"]]);
  });

  test("the end of --timeout closes the live view and cancels: exit 6", async () => {
    const cli = await start(["--timeout", "2s"]);
    const { code, left, changes } = await ended(cli);
    expect([code, changes]).toEqual([6, [post, ...cancelling]]);
    expect(left).toMatch(/working hard\nerror: timed out after 2s \(--timeout\); invocation inv1 is cancelled\n$/);
  });

  test("x in the live view asks, cancels, and stays until the end: exit 8", async () => {
    const afterCancel = [stateEvent("failed", { status_reason: "it was cancelled" })];
    const cli = await start([], { ...running, afterCancel });
    await cli.shows("working hard");
    cli.write("x");
    await cli.shows("cancel the invocation? y or n");
    cli.write("y");
    const { code, left, changes } = await ended(cli);
    expect([code, changes]).toEqual([8, [post, ...cancelling]]);
    expect(left).toContain("invocation inv1 failed: it was cancelled");
  });

  test("x and then q in the live view cancel the invocation", async () => {
    const cli = await start([], { ...running, cancelled: { stall: true, json: record("failed") } });
    await cli.shows("working hard");
    cli.write("xy");
    await cli.server.received("PATCH /invocations/inv1");
    cli.write("q");
    await cli.shows("is running after");
    cli.server.release();
    const { code, left, changes } = await ended(cli);
    expect([code, changes]).toEqual([8, [post, ...cancelling]]);
    expect(left).not.toContain("keeps running");
  });

  test("a refused cancel is shown in the live view", async () => {
    const cli = await start([], { ...running, cancelled: { status: 500, json: { message: "broken" } } });
    await cli.shows("working hard");
    cli.write("xy");
    // The terminal keeps the letters that the line before it shares: "can".
    await cli.shows("not cancel the invocation: broken");
    cli.write("q");
    expect(await ended(cli)).toMatchObject({ code: 9, changes: [post, "PATCH /invocations/inv1"] });
  });
});

describe("lines at a terminal", () => {
  test.each([
    [["--plain"], {}],
    [["--timestamps"], {}],
    [["-q"], {}],
    [["--no-input"], {}],
    [[], { CI: "1" }],
    [[], { TERM: "dumb" }],
  ])("invoke %j %j prints lines at a terminal", async (words, env) => {
    const { code, stdout, hadView } = await ended(await start(words, succeeding, { env }));
    expect([code, hadView]).toEqual([0, false]);
    expect(stdout).toMatch(/working hard\n(.*\n)*\{\n {2}"sum": 7\n\}\n/);
  });

  test("invoke prints lines at a terminal of no columns", async () => {
    expect(await ended(await start([], succeeding, { columns: 0 }))).toMatchObject({ code: 0, hadView: false });
  });

  test("Ctrl-C cancels an invocation that prints lines at a terminal", async () => {
    const cli = await start(["--plain"]);
    await cli.shows("working hard");
    cli.write("\u0003");
    const { code, left, changes } = await ended(cli);
    expect([code, changes]).toEqual([130, [post, ...cancelling]]);
    expect(left).toContain("error: interrupted; invocation inv1 is cancelled\n");
  });
});
