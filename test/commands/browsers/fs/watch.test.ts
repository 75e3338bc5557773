import { describe, expect, test } from "vitest";
import { runHere, startCli } from "../../../support/cli/run-cli.ts";
import { apiServer, type Step, session } from "../../../support/servers/api-server.ts";
import { nowhere } from "../../../support/servers/nowhere.ts";
import { fs } from "./support/fs-command.ts";

const base = "/browsers/s1/fs";

describe("browsers fs watch", () => {
  const started: Step = { request: `POST ${base}/watch`, answer: { status: 201, json: { watch_id: "w1" } } };
  const stopped: Step = { request: `DELETE ${base}/watch/w1`, answer: { status: 204 } };
  const events = [
    { type: "CREATE", path: "/d/a\tb\u001b[2J", name: "a\tb\u001b[2J", is_dir: false },
    { event: "sse_heartbeat", timestamp: "2026-01-02T03:04:05Z" },
    { event: "gap" },
    { type: "DELETE", path: "/d/in", name: "in", is_dir: true },
  ];
  const stream = (more: object = {}): Step => ({
    request: `GET ${base}/watch/w1/events`,
    answer: {
      headers: { "content-type": "text/event-stream" },
      body: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""),
      ...more,
    },
  });
  const ended: Step = {
    request: "GET /browsers/s1",
    answer: { status: 404, json: { code: "not_found", message: "" } },
  };
  const alive: Step = { request: "GET /browsers/s1", answer: { json: session() } };
  const watch = ["watch", "s1", "/d"];

  test("fs watch prints changes until the session ends, and removes the watch", async () => {
    const result = await fs(watch, [started, stream(), ended, stopped]);
    expect(result).toMatchObject({
      code: 0,
      stdout: "CREATE\t/d/a\\tb\\x1b[2J\nDELETE\t/d/in\n",
      stderr:
        "watching /d; press Ctrl-C to stop\nwarning: changes are missing here: too many happened at once\nsession s1 has ended\n",
    });
    expect(result.server.requests[0]?.json).toEqual({ path: "/d" });
    const seen = await fs([...watch, "-r"], [started, stream(), ended, stopped], { tty: { stdout: true } });
    expect(seen.stdout).toBe("CREATE  /d/a␉b␛[2J\nDELETE  /d/in/\n");
    expect(seen.server.requests[0]?.json).toEqual({ path: "/d", recursive: true });
  });
  test("fs watch -o jsonl prints each event unchanged; --fields and --query select", async () => {
    const steps = [started, stream(), ended, stopped];
    const result = await fs([...watch, "-o", "jsonl"], steps);
    expect(
      result.stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([events[0], events[2], events[3]]);
    expect((await fs([...watch, "-o", "jsonl", "--fields", "type"], steps)).stdout).toBe(
      '{"type":"CREATE"}\n{}\n{"type":"DELETE"}\n',
    );
    expect((await fs([...watch, "--query", "type"], steps)).stdout).toBe("CREATE\nDELETE\n");
  });
  test("fs watch is exit 9 when its stream ends or breaks while the session continues", async () => {
    const end = await fs([...watch, "-o", "jsonl"], [started, stream(), alive, stopped]);
    expect([end.code, (JSON.parse(end.stderr) as { error: { code: string } }).error.code]).toEqual([
      9,
      "stream_broken",
    ]);
    expect((await fs(watch, [started, stream({ cut: 90 }), alive, stopped])).code).toBe(9);
    const dead = { request: "GET /browsers/s1", answer: { reset: true }, times: 3 } as const;
    expect((await fs(watch, [started, stream({ cut: 90 }), dead, stopped])).code).toBe(9);
  });
  test("fs watch is exit 1 for a change without its fields", async () => {
    const body = `data: ${JSON.stringify({ path: "/d/in" })}\n\n`;
    const result = await fs(watch, [started, stream({ body }), stopped], { tty: { stdout: true } });
    expect([result.code, result.stderr]).toEqual([
      1,
      expect.stringContaining("error: an event of the stream has another form: type is missing\n"),
    ]);
  });
  test("Ctrl-C during fs watch is exit 130 and removes the watch", async () => {
    const open = stream({ headers: { "content-type": "text/event-stream", "content-length": "100000" } });
    const server = await apiServer(started, open, stopped);
    const cli = startCli(["browsers", "fs", ...watch], { env: server.env });
    await cli.shows("DELETE\t/d/in\n");
    cli.kill("SIGINT");
    expect((await cli.done).code).toBe(130);
    expect(server.requests.at(-1)?.method).toBe("DELETE");
  });
  test("an interruption while fs watch starts removes the created watch", async () => {
    const server = await apiServer(
      { ...started, answer: { stall: true, status: 201, json: { watch_id: "w1" } } },
      // Where the answer is faster than the signal: the stream then stays open until that comes.
      { ...stream({ headers: { "content-type": "text/event-stream", "content-length": "100000" } }), times: "any" },
      stopped,
    );
    const cli = startCli(["browsers", "fs", ...watch], { env: server.env });
    await server.received(1);
    cli.kill("SIGINT");
    server.release();
    expect((await cli.done).code).toBe(130);
    expect(server.requests.at(-1)?.method).toBe("DELETE");
  });
  test("fs watch refuses output forms with an end, and reports a failed start", async () => {
    for (const form of ["json", "yaml", "csv", "table", "env"]) {
      const result = await runHere(["browsers", "fs", ...watch, "-o", form], { env: nowhere });
      expect([result.code, result.stdout]).toEqual([2, ""]);
      expect(result.stderr).toContain("must be jsonl");
    }
    const full = {
      status: 429,
      headers: { "x-should-retry": "false" },
      json: { code: "too_many_watches", message: "64" },
    };
    expect((await fs(watch, [{ ...started, answer: full }])).code).toBe(7);
    expect((await fs(watch, [{ ...started, answer: { json: {} } }])).code).toBe(1);
  });
});
