import { describe, expect, test } from "vitest";
import { telemetryExamples } from "../../../../src/contract/telemetry-events.ts";
import { jsonError, runHere } from "../../../support/cli/run-cli.ts";
import { apiServer, session } from "../../../support/servers/api-server.ts";
import { type EventServer, eventServer, frame } from "../../../support/servers/event-server.ts";

const [command, response, consoleError] = telemetryExamples;
const all = telemetryExamples.map((each) => frame(JSON.stringify(each))).join("");
const unknown = {
  seq: 44,
  event: {
    type: "page_teleported",
    category: "page",
    ts: 1_772_357_402_000_000,
    source: { kind: "cdp" },
    data: { to: 7 },
  },
};

/** A session whose stream sends these frames, and which has ended once they are sent. */
async function ending(frames: string, telemetry: unknown = { browser: {} }) {
  const server: EventServer = await eventServer({
    events: [],
    path: "/browsers/shop/telemetry/stream",
    plays: [{ frames, afterwards: "end" }],
    record: () =>
      session("shop", { telemetry, ...(server.asked.length > 0 && { deleted_at: "2026-03-01T10:00:00Z" }) }),
  });
  return server;
}

describe("telemetry tail", () => {
  test("telemetry tail prints a line per event, and ends with the session", async () => {
    const server = await ending(all + frame(JSON.stringify(unknown)));
    const { code, stderr, stdout } = await runHere(["browsers", "telemetry", "tail", "shop"], { env: server.env });
    expect(code).toBe(0);
    expect(stdout.split("\n")).toEqual([
      "2026-03-01T09:30:00.512Z\tcontrol\tcdp_command\tPage.navigate https",
      "2026-03-01T09:30:01.204Z\tnetwork\tnetwork_response\tGET 503 https://shop.example.com/cart",
      "2026-03-01T09:30:01.377Z\tconsole\tconsole_error\tTypeError: cart is undefined https://shop.example.com/cart.js line 12",
      "2026-03-01T09:30:02.000Z\tpage\tpage_teleported\t7",
      "",
    ]);
    expect(stderr).toBe("following session shop; press Ctrl-C to stop\nsession shop has ended\n");
  });

  test("telemetry tail -o jsonl prints events as they were sent, and what is missing between them", async () => {
    const server = await ending([command, consoleError].map((each) => frame(JSON.stringify(each))).join(""));
    const words = ["browsers", "telemetry", "tail", "shop", "-o", "jsonl"];
    const { stdout } = await runHere(words, { env: server.env });
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual([command, { event: "gap", after: "41", reason: "1 event was dropped" }, consoleError]);
  });

  test("telemetry tail reports missing events on stderr in the text form", async () => {
    const server = await ending([command, consoleError].map((each) => frame(JSON.stringify(each))).join(""));
    const result = await runHere(["browsers", "telemetry", "tail", "shop", "-q"], { env: server.env });
    expect(result.stderr).toBe("-- gap after 41: 1 event was dropped --\n");
    expect(result.stdout.trimEnd().split("\n")).toHaveLength(2);
  });

  test("telemetry tail --replay asks for the kept events, and --category leaves others out", async () => {
    const server = await ending(all);
    const words = ["browsers", "telemetry", "tail", "shop", "--replay", "--category", "network", "-o", "jsonl"];
    const { stdout } = await runHere(words, { env: server.env });
    expect(JSON.parse(stdout)).toEqual(response);
    const preview = await runHere([...words, "--dry-run"], { env: server.env });
    expect(preview.stdout).toContain("/browsers/shop/telemetry/stream?replay=all");
  });

  test("telemetry tail is exit 9 with the reason for an event without its fields, and leaves unknown kinds out", async () => {
    const far = { seq: 46, event: { ...unknown.event, ts: 9e18 } };
    const other = JSON.stringify({ event: "sse_heartbeat", timestamp: "2026-03-01T10:00:00Z" });
    const bad = JSON.stringify({ seq: 45, event: { type: "x" } });
    const server = await ending([other, JSON.stringify(far), bad].map(frame).join(""));
    const words = ["browsers", "telemetry", "tail", "shop", "--max-reconnects", "0"];
    const { code, stderr, stdout } = await runHere(words, { env: server.env });
    expect([code, stdout]).toEqual([9, "9000000000000000000\tpage\tpage_teleported\t7\n"]);
    expect(stderr).toContain("error: the stream ended early: an event of the stream has another form: ");
  });

  test("telemetry tail says that a session captures nothing, with the command that turns it on", async () => {
    const server = await ending("", null);
    const { code, stderr } = await runHere(["browsers", "telemetry", "tail", "shop"], { env: server.env });
    expect(code).toBe(0);
    expect(stderr).toContain("session shop captures no telemetry");
    expect(stderr).toContain("browserctl browsers update shop --telemetry on");
  });

  test("telemetry tail refuses an output that has an end", async () => {
    const result = await runHere(["browsers", "telemetry", "tail", "shop", "-o", "json"]);
    expect(result.code).toBe(2);
    expect(jsonError(result).message).toContain("must be jsonl");
  });
});

describe("telemetry list", () => {
  test("telemetry list shows rows for people, and events for programs", async () => {
    const server = await apiServer({
      times: 2,
      request: "GET /browsers/shop/telemetry/events?category=network%2Cconsole&since=1h",
      answer: { json: [response, consoleError] },
    });
    const words = "browsers telemetry list shop --category network --category console --since 1h".split(" ");
    const { stdout } = await runHere(words, { env: server.env });
    expect(stdout).toContain(
      "2026-03-01T09:30:01.204Z\tnetwork\tnetwork_response\tGET 503 https://shop.example.com/cart",
    );
    const json = await runHere([...words, "-o", "json"], { env: server.env });
    expect(JSON.parse(json.stdout)).toEqual([response, consoleError]);
  });

  test("telemetry list --all follows the cursor, also over an empty page", async () => {
    const page = (cursor: string) => ({ "x-has-more": "true", "x-next-offset": cursor });
    const path = "/browsers/shop/telemetry/events";
    const server = await apiServer(
      { request: `GET ${path}?limit=100`, answer: { json: [command], headers: page("c-1") } },
      { request: `GET ${path}?limit=100&offset=c-1`, answer: { json: [], headers: page("c-2") } },
      { request: `GET ${path}?limit=100&offset=c-2`, answer: { json: [response] } },
    );
    const words = ["browsers", "telemetry", "list", "shop", "--all", "-o", "json"];
    const { code, stdout } = await runHere(words, { env: server.env });
    expect([code, JSON.parse(stdout)]).toEqual([0, [command, response]]);
  });

  test("telemetry list fails for a service that announces more without a new cursor", async () => {
    const server = await apiServer({
      request: "GET /browsers/shop/telemetry/events?limit=100",
      answer: { json: [command], headers: { "x-has-more": "true" } },
    });
    const words = ["browsers", "telemetry", "list", "shop", "--all", "-o", "json"];
    const result = await runHere(words, { env: server.env });
    expect([result.code, jsonError(result).message]).toEqual([
      1,
      "the service announced more pages without another X-Next-Offset",
    ]);
  });

  test("telemetry list says where more is", async () => {
    const server = await apiServer({
      request: "GET /browsers/shop/telemetry/events?offset=c-1",
      answer: { json: [command], headers: { "x-has-more": "true", "x-next-offset": "c-2" } },
    });
    const { stderr } = await runHere(["browsers", "telemetry", "list", "shop", "--offset", "c-1"], {
      env: server.env,
      tty: { stdout: true, stderr: true },
    });
    expect(stderr).toContain("Showing the next 1; use --all for the rest.");
  });

  test.each([
    [["--since", "yesterday"], "must be a duration such as 5m"],
    [["--since", "5m", "--order", "desc"], "cannot be used together with --order desc"],
    [["--category", "weather"], "weather"],
  ])("telemetry list refuses %s", async (flags, message) => {
    const result = await runHere(["browsers", "telemetry", "list", "shop", ...flags]);
    expect([result.code, result.stderr.includes(message)]).toEqual([2, true]);
  });
});
