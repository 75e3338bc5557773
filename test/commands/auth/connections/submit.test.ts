import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type HereOptions, jsonError, runHere, startCli, temporaryHome } from "../../../support/cli/run-cli.ts";
import { type ApiServer, apiServer, type Step } from "../../../support/servers/api-server.ts";
import { awaitingPassword, connectionId, connectionPath, read } from "../../../support/servers/connection-server.ts";

type Json = Record<string, unknown>;

const accepted: Step = { request: `POST ${connectionPath}/submit`, answer: { json: { accepted: true } } };
const words = ["auth", "connections", "submit", connectionId];

/** Runs the command; gives its result and the body that it submitted. */
async function submitted(server: ApiServer, args: readonly string[], options: HereOptions = {}) {
  const result = await runHere([...words, ...args], { ...options, env: { ...server.env, ...options.env } });
  return { ...result, body: server.requests.find(({ method }) => method === "POST")?.json };
}

const field = (id: string, type: string, more: Json = {}): Json => ({
  id,
  ref: id,
  type,
  reason: "missing",
  required: true,
  ...more,
});
const asking = (...fields: Json[]): Json => ({ ...awaitingPassword, fields });

test("values come from a word, a file, a variable and stdin, with the id of the current pause", async () => {
  const home = temporaryHome();
  writeFileSync(join(home.dir, "password.txt"), "hunter2-file\r\n");
  const fields = [
    field("user", "identifier"),
    field("password", "password"),
    field("pin", "text"),
    field("code", "code"),
  ];
  const server = await apiServer(read(asking(...fields)), accepted);
  const given = ["user=a=b ", "password=@password.txt", "pin=env:PIN", "code=-"].flatMap((word) => ["--field", word]);
  const result = await submitted(server, [...given, "--debug"], {
    home,
    env: { PIN: "hunter2-env" },
    stdin: "123456\n",
  });
  expect(result.code, result.stderr).toBe(0);
  expect(result.body).toEqual({
    interaction_id: "i1",
    field_values: { user: "a=b ", password: "hunter2-file", pin: "hunter2-env", code: "123456" },
  });
  expect(result.stdout + result.stderr).not.toMatch(/hunter2|123456|a=b/);
  expect(result.stderr).toContain(`follow it with: browserctl auth connections watch ${connectionId}`);
});

test("a choice is selected, and -o json has the answer alone", async () => {
  const choices = [{ id: "sms", label: "Text message", type: "mfa_method" }];
  const server = await apiServer(read({ ...awaitingPassword, fields: null, choices }), accepted);
  const { body, stdout, stderr } = await submitted(server, ["--choice", "sms", "-o", "json"]);
  expect(body).toEqual({ interaction_id: "i1", selected_choice_id: "sms" });
  expect([JSON.parse(stdout), stderr]).toEqual([{ accepted: true }, ""]);
});

test("--interaction keeps the service from taking an answer to another pause", async () => {
  const refused: Step = {
    request: `POST ${connectionPath}/submit`,
    answer: { status: 409, json: { code: "conflict", message: "the login waits for another input" } },
  };
  const server = await apiServer(read(awaitingPassword), refused);
  const { body, code, stderr } = await submitted(server, ["--interaction", "i0", "--field", "user=ada"]);
  expect(body).toEqual({ interaction_id: "i0", field_values: { user: "ada" } });
  expect(code).toBe(1);
  expect(stderr).toContain("the login waits for another input");
});

test("without values it continues after a step outside of the page", async () => {
  const server = await apiServer(read({ ...awaitingPassword, flow_step: "AWAITING_EXTERNAL_ACTION" }), accepted);
  expect((await submitted(server, [])).body).toEqual({});
});

test.each<[string, Json, string[], Json]>([
  [
    "fields",
    { discovered_fields: [{ name: "user", label: "User", selector: "#u", type: "text" }] },
    ["--field", "user=ada"],
    { fields: { user: "ada" } },
  ],
  ["a second factor", { mfa_options: [{ type: "sms", label: "SMS" }] }, ["--choice", "sms"], { mfa_option_id: "sms" }],
  [
    "another way to sign in",
    { sign_in_options: [{ id: "o1", label: "Ada" }] },
    ["--choice", "o1"],
    { sign_in_option_id: "o1" },
  ],
  [
    "single sign-on",
    { pending_sso_buttons: [{ provider: "google", label: "Google", selector: "//button" }] },
    ["--choice", "google"],
    { sso_provider: "google" },
  ],
])("a service without interactions gets the older form: %s", async (_, state, args, body) => {
  const server = await apiServer(read({ ...awaitingPassword, interaction_id: null, fields: null, ...state }), accepted);
  expect((await submitted(server, args)).body).toEqual(body);
});

test("an older form of --input is sent as it is, without a read", async () => {
  const server = await apiServer(accepted);
  const { body } = await submitted(server, ["--input", '{"sso_button_selector":"//button[1]"}']);
  expect(body).toEqual({ sso_button_selector: "//button[1]" });
});

test.each<[string, string[], string[]]>([
  ["a field of no id", ["--field", "=x"], ["--field: must be NAME=VALUE"]],
  ["a field twice", ["--field", "a=1", "--field", "a=2"], ["--field a: is given more than once"]],
  ["two from stdin", ["--field", "a=-", "--field", "b=-"], ["--field b: stdin is already read for --field a"]],
  ["two forms", ["--field", "a=1", "--input", '{"fields":{"a":"1"}}'], ["--input: fields: is the older form"]],
])("it refuses before anything is sent: %s", async (_, args, problems) => {
  const server = await apiServer();
  const { code, stderr } = await submitted(server, args);
  expect(code, stderr).toBe(2);
  for (const problem of problems) expect(stderr).toContain(problem);
  expect(server.requests).toEqual([]);
});

test.each<[string, Json, string[], string[]]>([
  [
    "what is missing, all at once",
    asking(field("user", "identifier", { label: "E-mail" }), field("password", "password")),
    [],
    ["--field identifier: is missing (E-mail)", "--field password: is missing"],
  ],
  [
    "fields and choices by quoted words",
    { ...asking(field("n", "a b", { label: "Note" })), choices: [{ id: "$(id)", label: "Push", type: "other" }] },
    [],
    ["--field 'a b': is missing (Note)", "--choice '$(id)': Push"],
  ],
  [
    "a field that is not asked for, with the one that is meant",
    asking(field("password", "password")),
    ["--field", "pasword=env:SECRET"],
    ["--field pasword: is not asked for; did you mean password?"],
  ],
  [
    "a type that two fields have",
    asking(field("new", "password"), field("repeat", "password")),
    ["--field", "password=env:SECRET"],
    ["--field password: is not asked for; it asks for new, repeat"],
  ],
  [
    "a password that was typed as a word",
    asking(field("password:p", "password")),
    ["--field", "password=hunter2"],
    ["--field password: needs a source, not the value itself", "password=env:NAME"],
  ],
  [
    "a choice that is not offered",
    { ...asking(), choices: [{ id: "sms", label: "Text message", type: "mfa_method" }] },
    ["--choice", "push"],
    ['--choice: must be one of sms (Text message), not "push"'],
  ],
  ["an empty source", asking(field("password", "password")), ["--field", "password=env:EMPTY"], ["is empty"]],
])("exit 2 names %s", async (_, state, args, problems) => {
  const server = await apiServer({ ...read(state), times: "any" });
  const { code, stderr } = await submitted(server, args, { env: { SECRET: "hunter2", EMPTY: "" } });
  expect(code, stderr).toBe(2);
  for (const problem of problems) expect(stderr).toContain(problem);
  expect(stderr).not.toContain("hunter2");
  expect(server.requests.every(({ method }) => method === "GET")).toBe(true);
});

test.each<[Json, string]>([
  [{}, `no login of ${connectionId} is running`],
  [{ flow_status: "SUCCESS", flow_step: "COMPLETED" }, "is running"],
  [{ flow_status: "IN_PROGRESS", flow_step: "SUBMITTING" }, "waits for no input (SUBMITTING)"],
])("exit 1 where nothing waits: %j", async (state, message) => {
  const server = await apiServer(read(state));
  const { code, stderr } = await submitted(server, ["--field", "a=b", "-o", "json"]);
  const error = jsonError({ code, stderr, stdout: "", bytes: Buffer.alloc(0), signal: null });
  expect(error).toMatchObject({ exit_code: 1, code: "conflict", message: expect.stringContaining(message) });
});

test("fields are named by their type, and a choice by its kind, its label or its provider", async () => {
  const fields = [field("identifier:u", "identifier"), field("totp_code:c", "totp_code")];
  const server = await apiServer(read(asking(...fields)), accepted);
  const { body } = await submitted(server, ["--field", "identifier=ada", "--field", "code=123456"]);
  expect(body).toMatchObject({ field_values: { "identifier:u": "ada", "totp_code:c": "123456" } });
  const choices = [
    { id: "m1", label: "Text message", type: "mfa_method", mfa_type: "sms" },
    { id: "m2", label: "Second phone", type: "mfa_method", mfa_type: "call" },
    { id: "s1", label: "Continue with Google", type: "sso_provider" },
  ];
  for (const [name, id] of [
    ["SMS", "m1"],
    ["second phone", "m2"],
    ["google", "s1"],
  ] as const) {
    const each = await apiServer(read({ ...awaitingPassword, fields: [], choices }), accepted);
    expect((await submitted(each, ["--choice", name])).body).toEqual({ interaction_id: "i1", selected_choice_id: id });
  }
});

test("exit 8 for input that the service does not accept", async () => {
  const refused: Step = { request: `POST ${connectionPath}/submit`, answer: { json: { accepted: false } } };
  const server = await apiServer(read(awaitingPassword), refused);
  const { code } = await submitted(server, ["--field", "password=env:P"], { env: { P: "x" } });
  expect(code).toBe(8);
});

test.each(["--dry-run", "--print=curl"])("%s reads nothing and shows no value", async (flag) => {
  const server = await apiServer();
  const args = ["--field", "password=hunter2", "--field", "pin=env:PIN", ...flag.split("=")];
  const { code, stdout, stderr } = await submitted(server, args, { env: { PIN: "hunter2-pin" } });
  expect(code, stderr).toBe(0);
  expect(stdout).toContain("interaction");
  expect(stderr).toContain("note: what the login asks for is read when the command runs");
  expect(stdout + stderr).not.toContain("hunter2");
});

test("a terminal asks for what is missing, hides secrets, and shows labels of the website safely", async () => {
  const fields = [
    field("user", "identifier", { label: "E-\u001b[31mmail" }),
    field("password", "password", { label: "Password" }),
    field("note", "text", { label: "Note", required: false }),
  ];
  const server = await apiServer(read(asking(...fields)), accepted);
  const terminal = startCli(words, { tty: true, env: server.env });
  await terminal.shows("E-␛[31mmail");
  terminal.write("ada\r");
  await terminal.shows("Password");
  terminal.write("hunter2\r");
  await terminal.shows("Note (optional)");
  terminal.write("\r");
  const { code, stdout } = await terminal.done;
  expect(code, stdout).toBe(0);
  expect(stdout).not.toContain("hunter2");
  expect(stdout).toContain(`Submitted to the login of ${connectionId}`);
  expect(server.requests.at(-1)?.json).toEqual({
    interaction_id: "i1",
    field_values: { user: "ada", password: "hunter2" },
  });
});

test("a terminal offers the choices where there is nothing to enter", async () => {
  const choices = [
    { id: "m1", label: "Text message", type: "mfa_method", mfa_type: "sms" },
    { id: "m2", label: "Push", type: "mfa_method", mfa_type: "push" },
  ];
  const server = await apiServer(read({ ...awaitingPassword, fields: [], choices }), accepted);
  const terminal = startCli(words, { tty: true, env: server.env });
  await terminal.shows("push  Push");
  terminal.write("j\r");
  expect((await terminal.done).code).toBe(0);
  expect(server.requests.at(-1)?.json).toEqual({ interaction_id: "i1", selected_choice_id: "m2" });
});
