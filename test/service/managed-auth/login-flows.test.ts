import { afterAll, beforeAll, describe, type ExpectStatic, expect, test } from "vitest";
import { writeFakeBrowser } from "../../support/browser/fake-browser.ts";
import { tlsServer } from "../../support/servers/tls-server.ts";
import { heldTimers } from "../../support/service/held-timers.ts";
import { until } from "../../support/until.ts";
import { alice, aliceSecret, ManagedAuth, valuesFor } from "./support/managed-auth.ts";
import { endsUnreachable } from "./support/unreachable.ts";

let auth: ManagedAuth;
/** Service whose browsers are a stand-in without pages: a login waits there for its page, for at most 10 seconds. */
let waiting: ManagedAuth;

beforeAll(async () => {
  [auth, waiting] = await Promise.all([ManagedAuth.start(), ManagedAuth.start({ browser: writeFakeBrowser() })]);
});

afterAll(() => Promise.all([auth.stop(), waiting.stop()]));

/** Values by the type of their field. */
const typed = { identifier: alice.username, password: alice.password };

/** Events of the stream of a login, to its end; without its heartbeats. */
async function eventsOf({ service }: ManagedAuth, id: string, onFirstEvent?: () => Promise<unknown>) {
  const options = onFirstEvent ? { onFirstEvent } : {};
  const answer = await service.api("GET", `/auth/connections/${id}/events`, options);
  expect(answer.status, answer.text).toBe(200);
  const frames = answer.text.split("\n\n").filter((frame) => frame !== "");
  const events = frames.map((frame) => JSON.parse(frame.replace(/^data: /, "")));
  return events.filter(({ event }) => event === "managed_auth_state");
}

async function refused({ service }: ManagedAuth, method: string, path: string, json?: unknown) {
  const { status, body } = await service.api(method, path, json === undefined ? {} : { json });
  return [status, body.code, body.message];
}

describe.concurrent("a login with a stored credential", () => {
  test("a login with a stored credential logs the profile in, is recorded, and creates a deleted profile again", async ({
    expect,
  }) => {
    // The code of a TOTP secret is computed by the service's clock.
    const name = await auth.credential(alice, { totp_secret: aliceSecret });
    const { id, profile_name: profile } = await auth.connection("/totp", { credential: { name } });
    await auth.ok("DELETE", `/profiles/${profile}`);
    expect(await auth.login(id)).toMatchObject({ id, flow_type: "LOGIN" });
    const record = await auth.over(id);
    expect(record).toMatchObject({
      status: "AUTHENTICATED",
      flow_status: "SUCCESS",
      flow_step: "COMPLETED",
      discovered_fields: null,
      mfa_options: null,
      can_reauth: true,
      can_reauth_reason: "viable_plans_found",
      post_login_url: auth.site.on("main", "/home"),
      profile_name: profile,
    });
    for (const field of ["hosted_url", "live_view_url", "browser_session_id", "flow_expires_at", "flow_type"]) {
      expect(record[field] ?? null, field).toBeNull();
    }
    expect(await auth.pageWith(profile, "/home")).toContain("Signed in as alice");
    const [entry] = await auth.timeline(id);
    expect(entry).toMatchObject({ type: "login", status: "SUCCESS", step: "COMPLETED" });
  });
});

test("a login reveals no origins before it has ended", async () => {
  const { id } = await waiting.connection("/password");
  await waiting.login(id);
  expect(await waiting.ok("GET", `/_local/auth/connections/${id}/origins`)).toEqual([{ id: expect.any(String) }]);
  await waiting.ok("POST", `/_local/auth/connections/${id}/cancel`);
});

test("a login whose browser opens no page is canceled without waiting for its time limit", async () => {
  const { id } = await waiting.connection("/password");
  heldTimers();
  await waiting.login(id);
  await waiting.ok("POST", `/_local/auth/connections/${id}/cancel`);
  expect(await waiting.get(id)).toMatchObject({ flow_status: "CANCELED", status: "NEEDS_AUTH" });
});

describe.concurrent("a login that asks", () => {
  test("a login that asks takes the values of a person, but none for an earlier pause, saves them, and is told by its events", async ({
    expect,
  }) => {
    const { id } = await auth.connection("/identifier");
    await auth.login(id);
    const first = await auth.asked(id);
    const path = `/auth/connections/${id}/submit`;
    expect(first).toMatchObject({ flow_status: "IN_PROGRESS", flow_type: "LOGIN", flow_step: "AWAITING_INPUT" });
    expect(first.fields).toMatchObject([{ type: "identifier", reason: "missing" }]);
    expect(first.discovered_fields).toHaveLength(1);
    const followed = await eventsOf(auth, id, async () => {
      await auth.submit(id, valuesFor(first, typed));
      const second = await auth.when(id, ({ fields }) => fields?.[0]?.type === "password");
      expect(second.interaction_id).not.toBe(first.interaction_id);
      const late = await refused(auth, "POST", path, valuesFor(first, typed));
      expect(late).toEqual([409, "conflict", expect.any(String)]);
      await auth.submit(id, valuesFor(second, typed));
    });
    expect(followed.map(({ flow_status, flow_step }) => `${flow_status} ${flow_step}`)).toEqual([
      "IN_PROGRESS AWAITING_INPUT",
      "IN_PROGRESS SUBMITTING",
      "IN_PROGRESS AWAITING_INPUT",
      "IN_PROGRESS SUBMITTING",
      "SUCCESS COMPLETED",
    ]);
    // After the end, the last state is sent.
    expect(await eventsOf(auth, id)).toMatchObject([
      { flow_status: "SUCCESS", post_login_url: auth.site.on("main", "/home") },
    ]);
    expect(await auth.get(id)).toMatchObject({ credential: { name: "localhost" }, can_reauth: true });
    expect(await auth.ok("GET", "/credentials/localhost")).toMatchObject({ has_values: true });
  });

  test("a login takes the first of two answers to one pause, and saves nothing when it must not", async ({
    expect,
  }) => {
    const { id } = await auth.connection("/password", { save_credentials: false });
    await auth.login(id);
    const body = valuesFor(await auth.asked(id), typed);
    const answers = await Promise.all(
      [0, 1].map(() => auth.service.api("POST", `/auth/connections/${id}/submit`, { json: body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const record = await auth.over(id);
    expect(record).toMatchObject({ flow_status: "SUCCESS", can_reauth: false, can_reauth_reason: "no_credential" });
    expect(record.credential).toBeUndefined();
  });

  test("a login asks again for a refused value, with the website's words, until a person finishes the page", async ({
    expect,
  }) => {
    const name = await auth.credential({ ...alice, password: "wrong" });
    const { id } = await auth.connection("/password", { credential: { name } });
    await auth.login(id);
    const asked = await auth.asked(id);
    expect(asked.website_error).toMatch(/wrong|incorrect|invalid/i);
    expect(asked.fields).toContainEqual(expect.objectContaining({ type: "password", reason: "rejected" }));
    const { browser_session_id: session, live_view_url: view } = asked;
    expect(view).toContain(`/browsers/${session}/live?jwt=`);
    const code = `await page.getByRole("textbox").first().fill(${JSON.stringify(alice.username)});
      await page.locator("[type=password]").fill(${JSON.stringify(alice.password)});
      await page.locator("[type=password]").press("Enter");`;
    expect(await auth.ok("POST", `/browsers/${session}/playwright/execute`, { code })).toMatchObject({ success: true });
    expect(await auth.over(id)).toMatchObject({ flow_status: "SUCCESS" });
  });
});

describe.concurrent("one login at a time", () => {
  test("another login is refused while one runs, and allowed after it was canceled", async ({ expect }) => {
    const { id } = await waiting.connection("/password");
    await waiting.login(id);
    expect(await refused(waiting, "POST", `/auth/connections/${id}/login`, {})).toEqual([
      409,
      "conflict",
      expect.stringContaining(`auth connections cancel ${id}`),
    ]);
    const followed = await eventsOf(waiting, id, () => waiting.ok("POST", `/_local/auth/connections/${id}/cancel`));
    expect(followed.at(-1)).toMatchObject({ flow_status: "CANCELED" });
    expect(await waiting.get(id)).toMatchObject({ flow_status: "CANCELED", status: "NEEDS_AUTH" });
    expect(await refused(waiting, "POST", `/_local/auth/connections/${id}/cancel`)).toEqual([
      409,
      "conflict",
      expect.any(String),
    ]);
    await waiting.login(id);
    await waiting.ok("POST", `/_local/auth/connections/${id}/cancel`);
  });

  test("a login is refused as busy while another session saves to its profile", async ({ expect }) => {
    const { id, profile_name: name } = await waiting.connection("/password");
    const { session_id: session } = await waiting.service.create({ profile: { name, save_changes: true } });
    expect(await refused(waiting, "POST", `/auth/connections/${id}/login`, {})).toEqual([
      409,
      "conflict",
      expect.stringContaining(session),
    ]);
    expect(await waiting.timeline(id)).toEqual([]);
    await waiting.ok("DELETE", `/browsers/${session}`);
  });

  test("the settings of a login do not change the connection", async ({ expect }) => {
    const { id } = await waiting.connection("/password");
    await waiting.login(id, { browser: { stealth: false } });
    const { browser_session_id: session, browser } = await waiting.get(id);
    expect(browser.stealth).toBe(true);
    expect(await waiting.ok("GET", `/browsers/${session}`)).toMatchObject({ stealth: false, headless: false });
    await waiting.ok("POST", `/_local/auth/connections/${id}/cancel`);
    await until(async () => (await waiting.service.api("GET", `/browsers/${session}`)).status === 404);
  });
});

describe.concurrent("before a login", () => {
  test.for([
    ["there are no events", "GET", "events", undefined],
    ["nothing can be submitted", "POST", "submit", { fields: { username: "x" } }],
  ] as const)("%s", async ([, method, operation, json], { expect }) => {
    const { id } = await waiting.connection("/password");
    expect(await refused(waiting, method, `/auth/connections/${id}/${operation}`, json)).toEqual([
      409,
      "conflict",
      expect.stringContaining(`auth connections login ${id}`),
    ]);
  });
});

/** Kills the browser of a login that runs, which must fail with it. */
async function endsWithBrowser(at: ManagedAuth, id: string, expect: ExpectStatic): Promise<void> {
  const { browser_session_id: session } = await at.get(id);
  const { pid } = await at.ok("GET", `/_local/browsers/${session}`);
  process.kill(pid, "SIGKILL");
  const ended = { flow_status: "FAILED", error_code: "browser_session_terminated" };
  expect(await at.over(id)).toMatchObject(ended);
}

describe.concurrent("the end of a login", () => {
  test("a login is a failure when its session is deleted", async ({ expect }) => {
    const { id } = await waiting.connection("/password");
    await waiting.login(id);
    const { browser_session_id: session } = await waiting.get(id);
    await waiting.ok("DELETE", `/browsers/${session}`);
    expect(await waiting.over(id)).toMatchObject({
      flow_status: "FAILED",
      error_code: "browser_session_terminated",
      error_message: expect.stringContaining("it was deleted"),
    });
  });

  test("a login is a failure when its browser dies while a person is asked", async ({ expect }) => {
    const { id } = await auth.connection("/password");
    await auth.login(id);
    await auth.asked(id);
    await endsWithBrowser(auth, id, expect);
  });

  test("a login is a failure when its browser dies before it has opened a page", async ({ expect }) => {
    const { id } = await waiting.connection("/password");
    await waiting.login(id);
    await endsWithBrowser(waiting, id, expect);
  });

  test("a login ends with the deletion of its connection", async ({ expect }) => {
    const { id } = await waiting.connection("/password");
    await waiting.login(id);
    const { browser_session_id: session } = await waiting.get(id);
    const followed = await eventsOf(waiting, id, () => waiting.ok("DELETE", `/auth/connections/${id}`));
    expect(followed.at(-1)).toMatchObject({ flow_status: "CANCELED" });
    expect((await waiting.service.api("GET", `/browsers/${session}`)).status).toBe(404);
  });

  test("a login is a failure when a domain that is not allowed asks, and nothing is filled", async ({ expect }) => {
    const credential = { name: await auth.credential() };
    const { id } = await auth.connection("/foreign", { credential, allowed_domains: ["shop.example.com"] });
    await auth.login(id);
    expect(await auth.over(id)).toMatchObject({
      flow_status: "FAILED",
      error_code: "domain_not_allowed",
      error_message: expect.stringContaining("127.0.0.1"),
    });
  });
});

// Not concurrent: it resets its server for each test. Other addresses are tested in login-flows.full.ts, because the
// reason is Chromium's own.
test("a login fails at an untrusted certificate", async () => {
  const { url } = await tlsServer("unknown", {});
  await endsUnreachable(auth, url, "ERR_CERT_AUTHORITY_INVALID", expect);
});

// Not concurrent: all logins share the clock.
test("a login expires after 10 minutes without an answer, also on a clock that is set back", async () => {
  const { id } = await auth.connection("/password");
  const { flow_expires_at: whole } = await auth.login(id);
  const asked = await auth.asked(id);
  expect(Date.parse(asked.flow_expires_at)).toBeLessThan(Date.parse(whole));
  // A clock that is set back gives no more time.
  await auth.service.clock.set(auth.service.clock.now() - 3_600_000);
  const followed = await eventsOf(auth, id, async () => {
    await auth.service.clock.advance(10 * 60_000);
    expect(await auth.get(id)).toMatchObject({ flow_status: "EXPIRED", status: "NEEDS_AUTH" });
  });
  expect(followed).toMatchObject([{ flow_status: "IN_PROGRESS" }, { flow_status: "EXPIRED" }]);
});

test("a login expires after 20 minutes in total, and another one follows", async () => {
  const { id } = await waiting.connection("/password");
  await waiting.login(id);
  await waiting.service.clock.advance(19 * 60_000);
  expect(await waiting.get(id)).toMatchObject({ flow_status: "IN_PROGRESS" });
  await waiting.service.clock.advance(60_000);
  expect(await waiting.get(id)).toMatchObject({ flow_status: "EXPIRED", status: "NEEDS_AUTH" });
  expect(await waiting.login(id)).toMatchObject({ id, flow_type: "LOGIN" });
});
