import { expect, onTestFinished, test } from "vitest";
import { program, temporaryHome } from "../../support/cli/run-cli.ts";
import { connectionId } from "../../support/servers/connection-server.ts";
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
} from "../../support/servers/login-server.ts";
import { expectMainScreen } from "../support/kit-views.ts";
import { ESC, keys } from "../support/log-views.ts";
import { type TerminalOptions, ViewTerminal } from "../support/view-terminal.ts";

const user = askedField("identifier", { label: "E-mail", hint: "Your customer address" });
const password = askedField("password", { label: "Password" });
const choice = (id: string, label: string, more = {}) => ({ id, label, type: "mfa_method", ...more });
const sms = choice("sms1", "Text message", { mfa_type: "sms", masked_destination: "•• 42" });
const push = choice("push1", "Approve on the phone", { mfa_type: "push" });
const credentials = askingState("p1", { fields: [user, password] });

interface Opened {
  readonly view: ViewTerminal;
  readonly server: LoginServer;
}

/** The built program at a real terminal, at the login of a plan; waits for the first text. */
async function opened(
  plan: LoginPlan,
  first: string,
  { args = [], ...options }: TerminalOptions = {},
): Promise<Opened> {
  const server = await loginServer(plan);
  const { env } = temporaryHome();
  const words = ["auth", "connections", "login", connectionId, ...args];
  const view = new ViewTerminal(program, { ...options, args: words }, { ...env, ...server.env, ...options.env });
  onTestFinished(() => view.close());
  await view.shows(first);
  return { view, server };
}

/** Waits for the exit, and checks that the terminal is as it was. Returns what stays on it. */
async function left(view: ViewTerminal): Promise<string> {
  await view.ended();
  expectMainScreen(view);
  return view.scrollback().join("\n");
}

test("a login by fields, a choice, a code and a phone", async () => {
  const hostile = `Wrong password ${ESC}[2J${ESC}]0;pwned\u0007`;
  const rejecting = { fields: [user, { ...password, reason: "rejected" }], website_error: hostile };
  const { view, server } = await opened(
    {
      states: [discovering, credentials],
      turns: [
        { states: [submitting, askingState("p2", rejecting)] },
        { states: [submitting, askingState("p3", { choices: [push, sms] })] },
        {
          states: [submitting, askingState("p4", { fields: [askedField("code", { label: "Code" })], choices: [push] })],
        },
        {
          states: [
            submitting,
            loginState("AWAITING_EXTERNAL_ACTION", { interaction_id: "p5", external_action_message: "Choose 42." }),
          ],
        },
        { states: [submitting, succeeded] },
      ],
    },
    "> E-mail",
  );
  // The view asks for the expiry once it shows the login.
  await view.shows("expires in");
  expect(view.screen()[0]).toMatch(/^Log in to shop.example.com {2}profile customer .* expires in \d+m( \d+s)?$/);
  await view.shows("Your customer address");
  view.type("ada@example.com\rpa55wörd");
  await view.shows("Password  ••••••••");
  view.type("\r");
  await view.shows("the website refused this value");
  expect(view.screen().join("\n")).toContain('The website shows: "Wrong password ␛[2J␛]0;pwned␇"');
  // Only the secret has to be typed again.
  expect(view.screen().join("\n")).toMatch(/ {2}E-mail {4}ada@example.com\n.*\n> Password/);
  view.type("right\r");
  await view.shows("> Approve on the phone");
  view.type(`${keys.down}\r`);
  await view.shows("> Code");
  view.type("\t");
  await view.shows("> Approve on the phone");
  view.type("\r");
  await view.shows("Choose 42.");
  await view.shows("> I have done this: continue");
  view.type("\r");
  const stays = await left(view);
  expect(view.exitCode).toBe(0);
  expect(stays).toMatch(/✓ Finding the login page \ds\n✓ Waiting for E-mail, Password \ds\n✗ Submitting/);
  expect(stays.replaceAll("\n", "")).toContain(
    "Logged in to shop.example.com; use the profile customer with: browserctl browsers create --profile customer",
  );
  expect(server.submitted).toEqual([
    { interaction_id: "p1", field_values: { identifier: "ada@example.com", password: "pa55wörd" } },
    { interaction_id: "p2", field_values: { identifier: "ada@example.com", password: "right" } },
    { interaction_id: "p3", selected_choice_id: "sms1" },
    { interaction_id: "p4", selected_choice_id: "push1" },
    {},
  ]);
  expect(view.output).not.toMatch(/pa55|wörd|right\b/);
  expect(view.output).not.toContain(`${ESC}]0;pwned`);
});

test("what flags answer is not asked", async () => {
  const { view, server } = await opened(
    { states: [credentials], turns: [{ states: [submitting, askingState("p2", { fields: [askedField("code")] })] }] },
    "> code",
    { args: ["--field", "identifier=ada", "--field", "password=env:SECRET"], env: { SECRET: "from the variable" } },
  );
  expect(server.submitted).toEqual([
    { interaction_id: "p1", field_values: { identifier: "ada", password: "from the variable" } },
  ]);
  expect(view.output).not.toContain("from the variable");
});

test("texts of megabytes keep no key waiting, and the summary is one row for each step", async () => {
  const long = "w".repeat(2 ** 21);
  const fields = Array.from({ length: 5_000 }, (_, at) =>
    askedField(`field${at}`, { label: `${at}${"ä".repeat(50)}` }),
  );
  const { view } = await opened(
    {
      states: [
        askingState("p1", {
          fields: [askedField("identifier", { label: long, hint: long }), ...fields],
          choices: [choice("c1", long, { description: long })],
          website_error: long,
          hosted_url: `https://shop.example.com/${long}`,
        }),
      ],
    },
    "> www",
  );
  view.type("typed");
  await view.shows("typed");
  view.type("\u0003");
  const stays = await left(view);
  expect(view.exitCode).toBe(130);
  expect(stays.replaceAll("\n", "").length).toBeLessThan(1_000);
});

test("a narrow terminal without colour shows every address whole, and a QR code after a resize", async () => {
  const { view, server } = await opened({ states: [credentials] }, "> E-mail", {
    columns: 40,
    rows: 16,
    env: { NO_COLOR: "1" },
  });
  view.type(ESC);
  await view.shows("Tab back");
  view.type(`${ESC}[6~${ESC}[6~`);
  await view.shows("Live view:");
  expect(view.screen().join("")).toContain(`${server.url}${hostedPath}`);
  expect(view.output).toContain(`${ESC}]8;id=link;${server.url}${hostedPath}`);
  view.type("Q");
  await view.shows("The QR code needs 39 columns and 20\nrows.");
  // The code is for one size.
  view.resize(40, 30);
  await view.hides("The QR code needs");
  view.type("Q");
  await view.shows("█ █▀▀▀█ █");
  expect(view.output).not.toMatch(/\u001b\[3\dm/);
  view.type(" \t");
  await view.shows("> E-mail");
});

test("an address that is not of a web page is not opened, no link and no QR code", async () => {
  const state = { ...discovering, hosted_url: "file:///etc/passwd", live_view_url: "--help" };
  const { view } = await opened({ states: [state] }, "file:///etc/passwd");
  expect(view.output).not.toContain(`${ESC}]8;`);
  for (const [key, address] of [
    ["o", "file:///etc/passwd"],
    ["v", "--help"],
    ["Q", "file:///etc/passwd"],
  ] as const) {
    view.type(key);
    await view.shows(`the service named "${address}" as`);
  }
});

test("Ctrl-C leaves the login running: exit 130, and how to go on", async () => {
  const { view, server } = await opened({ states: [credentials] }, "> E-mail");
  view.type("half\u0003");
  const stays = await left(view);
  expect(view.exitCode).toBe(130);
  expect(stays.replaceAll("\n", "")).toContain(
    `go on with: browserctl auth connections login ${connectionId} --attach`,
  );
  expect(server.requests.filter((line) => /cancel|submit/.test(line))).toEqual([]);
});

test("the end of --timeout closes the view and leaves the login running: exit 6", async () => {
  const { view } = await opened({ states: [credentials] }, "> E-mail", { args: ["--timeout", "2s"] });
  const stays = await left(view);
  expect(view.exitCode).toBe(6);
  expect(stays).toContain("error: timed out after 2s (--timeout)");
  expect(stays.replaceAll("\n", "")).toContain("go on with: browserctl auth connections login");
});

test("q is text in a form and leaves it elsewhere: exit 9", async () => {
  const { view } = await opened({ states: [credentials] }, "> E-mail");
  view.type("q");
  await view.shows("E-mail    q");
  view.type(ESC);
  await view.shows("q leave");
  view.type("q");
  expect((await left(view)).replaceAll("\n", "")).toContain(`the login of ${connectionId} keeps running; go on with:`);
  expect(view.exitCode).toBe(9);
});

test("x cancels the login after a question: exit 8", async () => {
  const { view } = await opened({ states: [discovering] }, "x cancel");
  view.type("x");
  await view.shows("cancel the login? y or n");
  view.type("n");
  await view.hides("cancel the login?");
  view.type("xy");
  expect(await left(view)).toMatch(/✗ Finding the login page \ds\nerror: the login of .* was canceled/);
  expect(view.exitCode).toBe(8);
});

test("a service elsewhere has no key to cancel", async () => {
  const { view } = await opened({ states: [discovering], remote: true }, "? keys");
  view.type("x?");
  await view.shows("leave with exit code 130");
  expect(view.screen().join("\n")).not.toContain("cancel the login");
});

test("a refused answer is shown at its field, and what was typed stays", async () => {
  const details = [{ code: "invalid_input", message: "field_values.identifier: must be an e-mail address" }];
  const json = { code: "invalid_input", message: "the request is not valid", details };
  const plan = {
    states: [askingState("p1", { fields: [user] })],
    turns: [{ status: 400, json }, { states: [succeeded] }],
  };
  const { view, server } = await opened(plan, "> E-mail");
  view.type("ada\r");
  await view.shows("must be an e-mail address");
  view.type("@example.com\r");
  await view.ended();
  expect([view.exitCode, server.submitted.at(-1)]).toEqual([
    0,
    { interaction_id: "p1", field_values: { identifier: "ada@example.com" } },
  ]);
});

test("a login that failed: the code, the website's error and what to do", async () => {
  const failed = { error_code: "login_failed", error_message: "no page came", website_error: "Sorry" };
  const { view } = await opened({ states: [discovering, endState("FAILED", failed)] }, "error:");
  const stays = (await left(view)).replaceAll("\n", "");
  expect(view.exitCode).toBe(8);
  expect(stays).toContain('failed: no page came (login_failed); the website shows: "Sorry"');
  expect(stays).toContain("hint: browserctl auth connections explain");
});

test("a screen reader gets lines, and questions one after the other", async () => {
  const choices = askingState("p2", { choices: [sms, push] });
  const rejecting = askingState("p0", { fields: [user, { ...password, reason: "rejected" }] });
  const { view, server } = await opened(
    {
      states: [discovering, credentials],
      turns: [
        { states: [submitting, rejecting] },
        { states: [submitting, choices] },
        { states: [submitting, succeeded] },
      ],
    },
    "E-mail (Your customer address): ",
    { env: { INK_SCREEN_READER: "true" } },
  );
  view.type("adaX\u007f\rpa55wörd");
  await view.shows("Password (not shown): ");
  view.type("\r");
  await view.shows("Password: the website refused this value");
  await view.shows("E-mail (Your customer address; Enter keeps ada): ");
  view.type("\rright\r");
  await view.shows("Number of your choice, 1 to 2: ");
  view.type("s");
  await view.shows("Waiting for a choice for ");
  view.type("7\r");
  await view.shows("There are 2 choices.");
  view.type("2\r");
  const stays = await left(view);
  expect(view.exitCode).toBe(0);
  expect(stays).toContain("1: Text message, •• 42\n2: Approve on the phone\n");
  expect(stays).toMatch(/Looking for the login form on shop.example.com\nWaiting for E-mail, Password\nE-mail/);
  expect(view.output).not.toMatch(/pa55|wörd|right|\u001b\[\?1049h/);
  expect(server.submitted).toEqual([
    { interaction_id: "p1", field_values: { identifier: "ada", password: "pa55wörd" } },
    { interaction_id: "p0", field_values: { identifier: "ada", password: "right" } },
    { interaction_id: "p2", selected_choice_id: "push1" },
  ]);
});
