import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { desktop, hostileAddresses } from "../../../support/cli/desktop.ts";
import { limitAfter } from "../../../support/cli/limit-after.ts";
import { type HereOptions, jsonError, runCli, runHere, temporaryHome } from "../../../support/cli/run-cli.ts";
import { connectionId } from "../../../support/servers/connection-server.ts";
import {
  askedField,
  askingState,
  discovering,
  endState,
  hostedPath,
  type LoginPlan,
  type LoginServer,
  loginServer,
  loginState,
  submitting,
  succeeded,
} from "../../../support/servers/login-server.ts";
import { until } from "../../../support/until.ts";

const user = askedField("identifier", { label: "E-mail" });
const password = askedField("password", { label: "Password" });
const sms = { id: "sms1", label: "Text message", type: "mfa_method", mfa_type: "sms", masked_destination: "•• 42" };
const credentials = ["--field", "identifier=ada", "--field", "password=env:PASSWORD"];
const asking = askingState("p1", { fields: [user, password] });
const rejecting = askingState("p2", { fields: [{ ...password, reason: "rejected" }], website_error: "Wrong password" });

async function login(server: LoginServer, words: readonly string[] = [], options: HereOptions = {}) {
  const env = { ...server.env, PASSWORD: "correct horse", ...options.env };
  return runHere(["auth", "connections", "login", connectionId, ...words], { ...options, env });
}

const lines = (stdout: string): Record<string, unknown>[] =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const steps = (stdout: string): unknown[] => lines(stdout).map(({ flow_step }) => flow_step);

test("flags answer what a login asks for; each state is a line of JSON", async () => {
  const code = askingState("p3", { fields: [askedField("totp_code")] });
  const server = await loginServer({
    states: [discovering, asking],
    turns: [
      { states: [submitting, askingState("p2", { choices: [sms] })] },
      { states: [submitting, code] },
      { states: [submitting, succeeded] },
    ],
  });
  const home = temporaryHome();
  writeFileSync(join(home.dir, "code.txt"), "123456\n");
  const words = [...credentials, "--choice", "sms", "--field", "code=@code.txt"];
  const { code: exit, stdout, stderr } = await login(server, words, { home });
  expect([exit, stderr]).toEqual([0, ""]);
  expect(steps(stdout)).toEqual([
    "DISCOVERING",
    "AWAITING_INPUT",
    "SUBMITTING",
    "AWAITING_INPUT",
    "SUBMITTING",
    "AWAITING_INPUT",
    "SUBMITTING",
    "COMPLETED",
  ]);
  expect(lines(stdout).at(-1)).toMatchObject({ flow_status: "SUCCESS", post_login_url: succeeded["post_login_url"] });
  expect(server.submitted).toEqual([
    { interaction_id: "p1", field_values: { identifier: "ada", password: "correct horse" } },
    { interaction_id: "p2", selected_choice_id: "sms1" },
    { interaction_id: "p3", field_values: { totp_code: "123456" } },
  ]);
});

test("a value that the website refused is not tried again: exit 8 with what is asked", async () => {
  const plan: LoginPlan = { states: [asking], turns: [{ states: [submitting, rejecting] }] };
  const server = await loginServer(plan);
  const { code, stderr } = await login(server, credentials);
  expect(code).toBe(8);
  expect(server.submitted).toHaveLength(1);
  expect(stderr).toBe(
    [
      `error: the website refused the given values for the login of ${connectionId}; it waits for a person: Password`,
      '  the website shows: "Wrong password"',
      "  --field password=… Password (the website refused the last value)",
      `  a person goes on at ${server.url}${hostedPath}`,
      `hint: browserctl auth connections login ${connectionId} --attach --field password=-`,
      "",
    ].join("\n"),
  );
});

test("names of a website are words of the suggested flags", async () => {
  const asked = {
    fields: [{ ...user, id: "a b", type: "other" }],
    choices: [{ ...sms, id: "$(id)", mfa_type: "other" }],
  };
  const { stderr } = await login(await loginServer({ states: [askingState("p1", asked)] }), []);
  expect(stderr).toContain("  --field 'a b'=… ");
  expect(stderr).toContain("  --choice '$(id)' ");
});

test("without flags it ends with what is asked, as JSON for a program", async () => {
  const server = await loginServer({ states: [askingState("p1", { fields: [user], choices: [sms] })] });
  const { code, stdout, stderr } = await login(server, ["-o", "json"]);
  expect([code, stdout, server.submitted]).toEqual([9, "", []]);
  expect((JSON.parse(stderr) as { error: unknown }).error).toMatchObject({
    code: "login_needs_person",
    exit_code: 9,
    login: connectionId,
    interaction_id: "p1",
    fields: [user],
    choices: [sms],
    hosted_url: `${server.url}${hostedPath}`,
    hint: `browserctl auth connections login ${connectionId} --attach --field identifier=-`,
  });
});

test("an action outside of the page is left to a person", async () => {
  const push = { interaction_id: "p1", external_action_message: "Tap your phone" };
  const server = await loginServer({ states: [loginState("AWAITING_EXTERNAL_ACTION", push)] });
  const { code, stderr } = await login(server);
  expect([code, stderr]).toEqual([9, expect.stringContaining("waits for a person: Tap your phone\n")]);
  expect(stderr).toContain(`hint: browserctl auth connections login ${connectionId} --attach --wait-for-person\n`);
});

test("--wait-for-person keeps following while somebody answers at the hosted page", async () => {
  const server = await loginServer({ states: [asking] });
  const running = login(server, ["--wait-for-person"]);
  await expect.poll(() => server.requests.filter((line) => line.endsWith("/events")).length).toBe(1);
  server.push(submitting, succeeded);
  const { code, stdout, stderr } = await running;
  expect([code, steps(stdout).at(-1)]).toEqual([0, "COMPLETED"]);
  expect(stderr).toContain(`Waiting for E-mail, Password; answer at ${server.url}${hostedPath}\n`);
});

test.each([
  [
    "FAILED",
    { error_code: "no_login_form", error_message: "no form was found" },
    "failed: no form was found (no_login_form)",
  ],
  ["EXPIRED", {}, "expired before it was complete"],
  ["CANCELED", {}, "was canceled"],
])("a login that ended %s: exit 8", async (status, more, words) => {
  const server = await loginServer({ states: [discovering, endState(status, more)] });
  const { code, stdout, stderr } = await login(server);
  expect([code, lines(stdout).at(-1)?.["flow_status"]]).toEqual([8, status]);
  expect(stderr).toContain(`error: the login of ${connectionId} ${words}`);
});

test("-o json prints the last state alone; --query applies to each state", async () => {
  const plan = { states: [discovering, succeeded] };
  const { stdout } = await login(await loginServer(plan), ["-o", "json"]);
  expect(JSON.parse(stdout)).toMatchObject({ flow_status: "SUCCESS" });
  expect((await login(await loginServer(plan), ["--query", "flow_step"])).stdout).toBe("DISCOVERING\nCOMPLETED\n");
});

test("at a terminal without a view, states are lines with their time", async () => {
  const server = await loginServer({ states: [discovering, succeeded] });
  const { code, stdout } = await login(server, ["--plain"], { tty: { stdin: true, stdout: true, stderr: true } });
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^\d\d:\d\d:\d\d {2}Finding the login page\n\d\d:\d\d:\d\d {2}Logged in at https:\/\/shop.example.com\/account\n$/,
  );
});

test("while a login runs another one is refused, with the way to follow it", async () => {
  const server = await loginServer({ states: [asking], running: true, turns: [{ states: [succeeded] }] });
  const refused = await login(server);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining(`hint: browserctl auth connections login ${connectionId} --attach\n`),
  ]);
  const attached = await login(server, ["--attach", ...credentials]);
  expect([attached.code, server.started.length]).toEqual([0, 1]);
});

test("--attach without a login that runs starts none", async () => {
  const server = await loginServer({ states: [] });
  const { code, stderr } = await login(server, ["--attach"]);
  expect([code, server.started]).toEqual([1, []]);
  expect(stderr).toContain(`hint: browserctl auth connections login ${connectionId}\n`);
});

test("settings are those of this login", async () => {
  const server = await loginServer({ states: [succeeded] });
  await login(server, ["--no-stealth", "--proxy-mode", "direct", "--telemetry", "on", "--record-session"]);
  expect(server.started).toEqual([
    { browser: { stealth: false, proxy: { mode: "direct" }, telemetry: { enabled: true } }, record_session: true },
  ]);
});

test("--no-wait prints what started; --hosted the address alone", async () => {
  const server = await loginServer({ states: [discovering] });
  const { code, stdout } = await login(server, ["--no-wait", "-o", "json"]);
  expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ id: connectionId, flow_type: "LOGIN" })]);
  expect(server.requests).toHaveLength(1);
  const other = await loginServer({ states: [discovering] });
  expect((await login(other, ["--hosted"])).stdout).toBe(`${other.url}${hostedPath}\n`);
  expect((await login(other, ["--hosted", "--attach"])).stdout).toBe(`${other.url}${hostedPath}\n`);
});

test.runIf(process.platform === "linux")(
  "--hosted --open opens the hosted page, and nothing but web pages",
  async () => {
    const { env, opened } = await desktop();
    const open = (server: LoginServer) => {
      const words = ["auth", "connections", "login", connectionId, "--hosted", "--open", "--attach", "-o", "json"];
      return runCli(words, { env: { ...env, ...server.env } });
    };
    for (const hosted_url of hostileAddresses.slice(0, 4)) {
      const server = await loginServer({ states: [loginState("DISCOVERING", { hosted_url })], running: true });
      expect(jsonError(await open(server)), hosted_url).toMatchObject({ exit_code: 1, code: "bad_answer" });
    }
    expect(opened()).toBe("");
    const server = await loginServer({ states: [discovering], running: true });
    expect((await open(server)).code).toBe(0);
    await until(opened, (words) => words === `${server.url}${hostedPath}`);
  },
);

test("a broken connection is resumed, and nothing is submitted twice", async () => {
  const plan: LoginPlan = { states: [discovering, asking], cutAfter: 2 };
  const server = await loginServer({ ...plan, turns: [{ states: [submitting, succeeded] }] });
  const { code, stdout, stderr } = await login(server, credentials);
  expect([code, server.submitted.length]).toEqual([0, 1]);
  expect(lines(stdout).filter(({ interaction_id }) => interaction_id === "p1")).toHaveLength(1);
  expect(stderr).toContain("note: the stream is connected again\n");
});

test("a pause that is reported again is not answered again", async () => {
  const server = await loginServer({ states: [discovering, asking], cutAfter: 2, newTimes: true, turns: [{}, {}] });
  const running = login(server, credentials);
  await expect.poll(() => server.requests.filter((line) => line.endsWith("/events")).length).toBe(2);
  server.push(submitting, succeeded);
  const { code, stdout } = await running;
  expect([code, server.submitted.length]).toEqual([0, 1]);
  expect(lines(stdout).filter(({ interaction_id }) => interaction_id === "p1").length).toBeGreaterThan(0);
});

test("an answer that comes too late is no failure", async () => {
  const late = { status: 409, json: { code: "conflict", message: "the pause is over" } };
  const server = await loginServer({ states: [asking], turns: [{ ...late, states: [submitting, succeeded] }] });
  const { code, stderr } = await login(server, credentials);
  expect([code, stderr]).toEqual([0, expect.stringContaining("note: the answer came too late: the pause is over\n")]);
});

test("an answer that the service refuses ends the command; the login keeps running", async () => {
  const refused = { status: 400, json: { code: "invalid_input", message: "too long" } };
  const { code, stderr } = await login(await loginServer({ states: [asking], turns: [refused] }), credentials);
  expect([code, stderr]).toEqual([1, expect.stringContaining("error: too long")]);
  expect(stderr).toContain(`hint: browserctl auth connections login ${connectionId} --attach\n`);
});

test("an interruption and the end of --timeout leave the login running, and say how to go on", async () => {
  const way = `hint: the login of ${connectionId} keeps running; go on with: browserctl auth connections login ${connectionId} --attach`;
  const server = await loginServer({ states: [discovering] });
  const interrupt = server.received(0).then(async () => {
    await expect.poll(() => server.requests.length).toBe(2);
    return "SIGINT" as const;
  });
  const interrupted = await login(server, [], { interrupt });
  expect([interrupted.code, interrupted.stderr]).toEqual([130, expect.stringContaining(way)]);
  expect(interrupted.stderr).toContain(`cancel it with: browserctl auth connections cancel ${connectionId}`);
  const remote = await loginServer({ states: [discovering], remote: true });
  const late = await limitAfter(
    () => remote.requests.length > 1,
    (limit) => login(remote, ["--timeout", limit]),
  );
  expect([late.code, late.stderr]).toEqual([6, expect.stringContaining(way)]);
  expect(late.stderr).not.toContain("auth connections cancel");
});

test("values are never shown: not by --debug, and not on the command line", async () => {
  const server = await loginServer({ states: [asking], turns: [{ states: [succeeded] }] });
  const { code, stderr } = await login(server, [...credentials, "--debug"]);
  expect([code, server.submitted.length]).toEqual([0, 1]);
  expect(stderr).toContain("/submit");
  expect(stderr).not.toMatch(/correct horse|"ada"/);
  const typed = await login(server, ["--field", "password=correct horse"]);
  expect(typed.code).toBe(2);
  expect(typed.stderr).toContain("--field password: needs a source, not the value itself");
  expect(typed.stderr).not.toContain("correct horse");
});

test("a preview is the login alone; it reads no value", async () => {
  const server = await loginServer({ states: [] });
  const { code, stdout } = await login(server, ["--dry-run", "--no-stealth", "--field", "code=@missing.txt"]);
  expect([code, server.requests]).toEqual([0, []]);
  expect(stdout).toContain("/login");
  expect((await login(server, ["--dry-run", "--attach"])).stdout).toMatch(/^method\tGET$/m);
});

test("input errors are reported together, before anything is started", async () => {
  const server = await loginServer({ states: [] });
  const problems = async (...words: string[]): Promise<string> => {
    const { code, stderr } = await login(server, words);
    expect(code).toBe(2);
    return stderr;
  };
  const many = await problems(
    "--field",
    "nonsense",
    "--field",
    "a=",
    "--field",
    "b=-",
    "--field",
    "c=-",
    "--choice",
    "",
  );
  for (const text of [
    "--field: must be NAME=VALUE",
    "--field a: is empty",
    "--field c: stdin is already read",
    "--choice: is empty",
  ])
    expect(many).toContain(text);
  expect(await problems("--field", "a=1", "--field", "a=2")).toContain("--field a: is given more than once");
  expect(await problems("--attach", "--no-stealth")).toContain(
    "--attach: cannot be used together with settings of a login",
  );
  expect(await problems("--hosted", "--field", "a=1")).toContain("--field: cannot be used together with --hosted");
  expect(await problems("--no-wait", "--plain")).toContain("--plain: cannot be used together with --no-wait");
  expect(await problems("--field", "a=env:UNSET_VALUE")).toContain("--field a: the variable UNSET_VALUE is not set");
  expect(server.requests).toEqual([]);
});
