import { describe, expect, test } from "vitest";
import {
  type CliResult,
  type HereOptions,
  jsonError,
  runCli,
  runHere,
  startCli,
} from "../../../support/cli/run-cli.ts";
import { connection, connectionId, connectionPath } from "../../../support/servers/connection-server.ts";
import {
  type EventServerOptions,
  eventServer,
  frame,
  heartbeat,
  type Play,
} from "../../../support/servers/event-server.ts";

type Json = Record<string, unknown>;

const words = ["auth", "connections", "watch", connectionId];

function state(flow_status: string, flow_step: string, more: Json = {}): string {
  const timestamp = "2026-03-01T09:30:04Z";
  return JSON.stringify({
    event: "managed_auth_state",
    timestamp,
    flow_status,
    flow_step,
    flow_type: "LOGIN",
    ...more,
  });
}

const password = { id: "password", ref: "p", type: "password", reason: "missing", label: "Password", required: true };
const discovering = state("IN_PROGRESS", "DISCOVERING");
const asking = state("IN_PROGRESS", "AWAITING_INPUT", {
  interaction_id: "i1",
  fields: [password],
  hosted_url: "http://127.0.0.1:7450/hosted",
});
const submitting = state("IN_PROGRESS", "SUBMITTING");
const success = state("SUCCESS", "COMPLETED", { post_login_url: "https://shop.example.com/account" });
const failed = state("FAILED", "SUBMITTING", { error_code: "credentials_invalid", error_message: "refused." });
const login = [discovering, asking, submitting, success];

const serve = (options: EventServerOptions) => eventServer({ path: `${connectionPath}/events`, ...options });

/** Watches a login that a server shows so. */
async function watched(options: EventServerOptions, more: string[] = [], here: HereOptions = {}): Promise<CliResult> {
  return runHere([...words, ...more], { ...here, env: { ...(await serve(options)).env } });
}

const terminal = { tty: { stdout: true, stderr: true } };

const framesOf = (...events: string[]): Play => ({ frames: events.map(frame).join("") });

describe("how it ends", () => {
  test("a watched login that succeeds is exit 0", async () => {
    expect((await watched({ events: login })).code).toBe(0);
  });
  test.each([
    ["FAILED", failed, "failed: refused (credentials_invalid)", { error_code: "credentials_invalid" }],
    ["EXPIRED", state("EXPIRED", "AWAITING_INPUT"), "expired before it was complete", {}],
    ["CANCELED", state("CANCELED", "AWAITING_INPUT"), "was canceled", {}],
  ])("a watched login that ends as %s is exit 8", async (flow_status, end, message, more) => {
    const { stdout, ...result } = await watched({ events: [discovering, end] }, ["-o", "jsonl"]);
    expect(stdout).toBe(`${discovering}\n${end}\n`);
    const error = jsonError({ ...result, stdout: "" });
    expect(error).toMatchObject({ exit_code: 8, code: `login_${flow_status.toLowerCase()}`, flow_status, ...more });
    expect(error.message).toBe(`the login of ${connectionId} ${message}`);
  });
  test("the error of a failed login contains the website's message", async () => {
    const end = state("FAILED", "SUBMITTING", { error_message: "refused", website_error: "Wrong \u001b[31mpassword" });
    const { code, stderr } = await watched({ events: [end] }, [], { tty: { stderr: true } });
    expect(code).toBe(8);
    expect(stderr).toContain('the website shows: "Wrong ␛[31mpassword"');
  });
  test("watch is exit 9 when the stream cannot be resumed and the login continues", async () => {
    const plays = [framesOf(discovering), { bytes: 0 }];
    const record = connection({ flow_status: "IN_PROGRESS" });
    const { code, stderr } = await watched({ events: login, plays, record }, ["--max-reconnects", "1"]);
    expect(code).toBe(9);
    expect(stderr).toContain(`login ${connectionId} is IN_PROGRESS`);
    expect(stderr).toContain(`hint: browserctl auth connections watch ${connectionId}`);
  });
  test("watch ends with the connection's state when the stream cannot be resumed and the login has ended", async () => {
    const more = { flow_status: "SUCCESS", flow_step: "COMPLETED", post_login_url: "https://shop.example.com/account" };
    const options = { events: login, plays: [framesOf(discovering)], record: connection(more) };
    const result = await watched(options, ["--max-reconnects", "0", "--no-color"], terminal);
    expect([result.code, result.stdout]).toEqual([
      0,
      "09:30:04  Finding the login page\nLogged in at https://shop.example.com/account\n",
    ]);
    expect(result.stderr).toContain("its final state was requested instead");
  });
  test("watch is exit 9 when the stream ends twice after an unknown state", async () => {
    const paused = state("PAUSED", "AWAITING_MOON");
    const plays = [framesOf(discovering, paused), framesOf(paused)];
    const { code, stdout, stderr } = await watched({ events: login, plays }, [], terminal);
    expect(code).toBe(9);
    expect(stdout.split("\n")[1]).toBe("09:30:04  PAUSED, which this version does not know: AWAITING_MOON");
    expect(stderr).toContain(`the stream ended while the login of ${connectionId} is PAUSED`);
  });
  test("watch continues after an unknown state", async () => {
    const events = [state("PAUSED", "AWAITING_MOON"), success];
    expect((await watched({ events }, ["-o", "jsonl"])).stdout).toBe(`${events.join("\n")}\n`);
  });
  test("watch before any login is exit 1 with the service's message", async () => {
    const plays = [{ status: 409 }];
    expect(jsonError(await watched({ events: [], plays }, ["-o", "json"]))).toMatchObject({ exit_code: 1 });
  });
  test("watch of a missing connection is exit 4", async () => {
    expect((await watched({ events: [], plays: [{ status: 404 }] })).code).toBe(4);
  });
  test("watch is exit 6 by --timeout and 130 by Ctrl-C", async () => {
    const server = await serve({ events: login, plays: () => ({ ...framesOf(discovering), afterwards: "hold" }) });
    expect((await runCli([...words, "--timeout", "1s"], { env: server.env })).code).toBe(6);
    const cli = startCli(words, { env: server.env });
    await cli.shows("DISCOVERING");
    cli.kill("SIGINT");
    expect((await cli.done).code).toBe(130);
  });
});

test("a cut stream of a login is resumed and repeats no state", async () => {
  const plays: Play[] = [
    { ...framesOf(discovering), afterwards: "reset" },
    { ...framesOf(discovering, asking), afterwards: "reset" },
    framesOf(asking, submitting),
    framesOf(submitting, success),
  ];
  const { code, stdout } = await watched({ events: login, plays });
  expect([code, stdout]).toEqual([0, `${login.join("\n")}\n`]);
  const { stderr } = await watched({ events: login, plays }, [], terminal);
  expect(stderr).toContain("note: the stream is connected again");
});

test("a state that is repeated with another time is one line", async () => {
  const again = discovering.replace("09:30:04", "09:30:09");
  const { stdout } = await watched({ events: [discovering, heartbeat, again, success] }, [], terminal);
  expect(stdout.trimEnd().split("\n")).toHaveLength(2);
});

test("a terminal shows words, and how to answer, with escaped texts of the website", async () => {
  const hostile = state("IN_PROGRESS", "AWAITING_INPUT", {
    interaction_id: "i2",
    fields: [{ ...password, label: "Pass\u001b]0;x\u0007word", reason: "rejected" }],
    website_error: "Wrong\npassword",
  });
  const options = { events: [discovering, asking, submitting, hostile, success] };
  const { stdout, stderr } = await watched(options, ["--no-color"], terminal);
  expect(stdout.split("\n")).toEqual([
    "09:30:04  Finding the login page",
    "09:30:04  Waiting for Password",
    "09:30:04  Submitting",
    '09:30:04  Waiting for Pass␛]0;x␇word; the website shows: "Wrong␊password"',
    "09:30:04  Logged in at https://shop.example.com/account",
    "",
  ]);
  const answer = `  browserctl auth connections submit ${connectionId} --field password=-\n`;
  expect(stderr).toBe(
    `answer it with:\n${answer}  or in a web browser: http://127.0.0.1:7450/hosted\nanswer it with:\n${answer}`,
  );
});

test.each([[[]], [["-o", "json"]], [["-o", "jsonl"]]])(
  "a pipe gets each event on a line, as it was sent: %j",
  async (more) => {
    const { stdout, stderr } = await watched({ events: login }, more);
    expect([stdout, stderr]).toEqual([`${login.join("\n")}\n`, ""]);
  },
);

test("--query and --fields choose from the events", async () => {
  const { stdout } = await watched({ events: login }, ["-o", "jsonl", "--query", "flow_step"]);
  expect(stdout).toBe('"DISCOVERING"\n"AWAITING_INPUT"\n"SUBMITTING"\n"COMPLETED"\n');
});

test("watch refuses output forms that are not lines, and invalid limits", async () => {
  const { code, stderr } = await watched({ events: login }, ["-o", "yaml", "--max-reconnects", "-1"]);
  expect(code).toBe(2);
  expect(stderr).toContain("--output: must be jsonl, not yaml");
  expect(stderr).toContain("--max-reconnects: must be 0 or more, not -1");
});
