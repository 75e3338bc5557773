import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tlsServer } from "../../support/tls-server.ts";
import { until } from "../../support/until.ts";
import { alice, aliceSecret, ManagedAuth, valuesFor } from "./support/managed-auth.ts";

let auth: ManagedAuth;

beforeAll(async () => {
  auth = await ManagedAuth.start();
});

afterAll(() => auth.stop());

/** Values by the type of their field. */
const typed = { identifier: alice.username, password: alice.password };

/** Events of the stream of a login, to its end; without its heartbeats. */
async function eventsOf(id: string, onFirstEvent?: () => Promise<unknown>) {
  const options = onFirstEvent ? { onFirstEvent } : {};
  const answer = await auth.service.api("GET", `/auth/connections/${id}/events`, options);
  expect(answer.status, answer.text).toBe(200);
  const frames = answer.text.split("\n\n").filter((frame) => frame !== "");
  const events = frames.map((frame) => JSON.parse(frame.replace(/^data: /, "")));
  return events.filter(({ event }) => event === "managed_auth_state");
}

async function refused(method: string, path: string, json?: unknown) {
  const { status, body } = await auth.service.api(method, path, json === undefined ? {} : { json });
  return [status, body.code, body.message];
}

describe.concurrent("a login with a stored credential", () => {
  test("logs the profile in, and says so in the record and the timeline", async ({ expect }) => {
    const name = await auth.credential();
    const { id, profile_name: profile } = await auth.connection("/password", { credential: { name } });
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
    });
    for (const field of ["hosted_url", "live_view_url", "browser_session_id", "flow_expires_at", "flow_type"]) {
      expect(record[field] ?? null, field).toBeNull();
    }
    expect(await auth.pageWith(profile, "/home")).toContain("Signed in as alice");
    const [entry] = await auth.timeline(id);
    expect(entry).toMatchObject({ type: "login", status: "SUCCESS", step: "COMPLETED" });
  });

  test("makes codes of a TOTP secret by the service's clock, and its profile again when that was deleted", async ({
    expect,
  }) => {
    const name = await auth.credential(alice, { totp_secret: aliceSecret });
    const { id, profile_name: profile } = await auth.connection("/totp", { credential: { name } });
    await auth.ok("DELETE", `/profiles/${profile}`);
    await auth.login(id);
    expect(await auth.over(id)).toMatchObject({ flow_status: "SUCCESS", can_reauth: true, profile_name: profile });
    expect(await auth.ok("GET", `/profiles/${profile}`)).toMatchObject({ name: profile });
  });
});

describe.concurrent("a login that asks", () => {
  test("takes the values of a person, saves them, and is told by its events", async ({ expect }) => {
    const { id } = await auth.connection("/identifier");
    await auth.login(id);
    const first = await auth.asked(id);
    expect(first).toMatchObject({ flow_status: "IN_PROGRESS", flow_type: "LOGIN", flow_step: "AWAITING_INPUT" });
    expect(first.fields).toMatchObject([{ type: "identifier", reason: "missing" }]);
    expect(first.discovered_fields).toHaveLength(1);
    const followed = await eventsOf(id, async () => {
      await auth.submit(id, valuesFor(first, typed));
      const second = await auth.when(id, ({ fields }) => fields?.[0]?.type === "password");
      expect(second.interaction_id).not.toBe(first.interaction_id);
      await auth.submit(id, valuesFor(second, typed));
    });
    expect(followed.map(({ flow_status, flow_step }) => `${flow_status} ${flow_step}`)).toEqual([
      "IN_PROGRESS AWAITING_INPUT",
      "IN_PROGRESS SUBMITTING",
      "IN_PROGRESS AWAITING_INPUT",
      "IN_PROGRESS SUBMITTING",
      "SUCCESS COMPLETED",
    ]);
    // After the end the last state is told.
    expect(await eventsOf(id)).toMatchObject([
      { flow_status: "SUCCESS", post_login_url: auth.site.on("main", "/home") },
    ]);
    expect(await auth.get(id)).toMatchObject({ credential: { name: "localhost" }, can_reauth: true });
    expect(await auth.ok("GET", "/credentials/localhost")).toMatchObject({ has_values: true });
  });

  test("takes the first of two answers to one pause, and saves nothing when it must not", async ({ expect }) => {
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

  test("asks again for a value that the website has refused, with its words", async ({ expect }) => {
    const name = await auth.credential({ ...alice, password: "wrong" });
    const { id } = await auth.connection("/password", { credential: { name } });
    await auth.login(id);
    const asked = await auth.asked(id);
    expect(asked.website_error).toMatch(/wrong|incorrect|invalid/i);
    expect(asked.fields).toContainEqual(expect.objectContaining({ type: "password", reason: "rejected" }));
    await auth.submit(id, valuesFor(asked, typed));
    expect(await auth.over(id)).toMatchObject({ flow_status: "SUCCESS" });
  });

  test("refuses answers to an earlier pause, and without a pause", async ({ expect }) => {
    const { id } = await auth.connection("/identifier");
    const path = `/auth/connections/${id}/submit`;
    expect(await refused("POST", path, { fields: { username: "x" } })).toEqual([
      409,
      "conflict",
      expect.stringContaining(`auth connections login ${id}`),
    ]);
    await auth.login(id);
    const first = await auth.asked(id);
    await auth.submit(id, valuesFor(first, typed));
    await auth.when(id, ({ fields }) => fields?.[0]?.type === "password");
    expect(await refused("POST", path, valuesFor(first, typed))).toEqual([409, "conflict", expect.any(String)]);
    await auth.ok("POST", `/_local/auth/connections/${id}/cancel`);
  });

  test("goes on when a person finishes the page in the browser", async ({ expect }) => {
    const { id } = await auth.connection("/password");
    await auth.login(id);
    const { browser_session_id: session, live_view_url: view } = await auth.asked(id);
    expect(view).toContain(`/browsers/${session}/live?jwt=`);
    const code = `await page.getByRole("textbox").first().fill(${JSON.stringify(alice.username)});
      await page.locator("[type=password]").fill(${JSON.stringify(alice.password)});
      await page.locator("[type=password]").press("Enter");`;
    expect(await auth.ok("POST", `/browsers/${session}/playwright/execute`, { code })).toMatchObject({ success: true });
    expect(await auth.over(id)).toMatchObject({ flow_status: "SUCCESS" });
  });
});

describe.concurrent("one login at a time", () => {
  test("another one is refused while it runs, and allowed after it was canceled", async ({ expect }) => {
    const { id } = await auth.connection("/password");
    await auth.login(id);
    await auth.asked(id);
    expect(await refused("POST", `/auth/connections/${id}/login`, {})).toEqual([
      409,
      "conflict",
      expect.stringContaining(`auth connections cancel ${id}`),
    ]);
    const followed = await eventsOf(id, () => auth.ok("POST", `/_local/auth/connections/${id}/cancel`));
    expect(followed.at(-1)).toMatchObject({ flow_status: "CANCELED" });
    expect(await auth.get(id)).toMatchObject({ flow_status: "CANCELED", status: "NEEDS_AUTH" });
    expect(await refused("POST", `/_local/auth/connections/${id}/cancel`)).toEqual([
      409,
      "conflict",
      expect.any(String),
    ]);
    await auth.login(id);
    await auth.ok("POST", `/_local/auth/connections/${id}/cancel`);
  });

  test("a profile that another session saves to is busy", async ({ expect }) => {
    const { id, profile_name: name } = await auth.connection("/password");
    const { session_id: session } = await auth.service.create({ profile: { name, save_changes: true } });
    expect(await refused("POST", `/auth/connections/${id}/login`, {})).toEqual([
      409,
      "conflict",
      expect.stringContaining(session),
    ]);
    expect(await auth.timeline(id)).toEqual([]);
    await auth.ok("DELETE", `/browsers/${session}`);
  });
});

describe.concurrent("the end of a login", () => {
  test("is a failure when its session is deleted, or its browser dies", async ({ expect }) => {
    const { id } = await auth.connection("/password");
    await auth.login(id);
    const { browser_session_id: first } = await auth.asked(id);
    await auth.ok("DELETE", `/browsers/${first}`);
    expect(await auth.over(id)).toMatchObject({
      flow_status: "FAILED",
      error_code: "browser_session_terminated",
      error_message: expect.stringContaining("it was deleted"),
    });
    await auth.login(id);
    const { browser_session_id: second } = await auth.asked(id);
    const { pid } = await auth.ok("GET", `/_local/browsers/${second}`);
    process.kill(pid, "SIGKILL");
    expect(await auth.over(id)).toMatchObject({ flow_status: "FAILED", error_code: "browser_session_terminated" });
  });

  test("comes with the deletion of its connection", async ({ expect }) => {
    const { id } = await auth.connection("/password");
    await auth.login(id);
    const { browser_session_id: session } = await auth.asked(id);
    const followed = await eventsOf(id, () => auth.ok("DELETE", `/auth/connections/${id}`));
    expect(followed.at(-1)).toMatchObject({ flow_status: "CANCELED" });
    expect((await auth.service.api("GET", `/browsers/${session}`)).status).toBe(404);
  });

  test.for([
    ["a page that is down", "http://localhost:59999/", "login_page_unreachable", "ERR_CONNECTION_REFUSED"],
    ["a host without an address", "http://nowhere.invalid/", "login_page_unreachable", "ERR_NAME_NOT_RESOLVED"],
  ])("is a failure for %s", async ([, url, code, reason], { expect }) => {
    const { id } = await auth.connection("/password", { login_url: url });
    await auth.login(id);
    const record = await auth.over(id);
    expect(record).toMatchObject({ flow_status: "FAILED", error_code: code, status: "NEEDS_AUTH" });
    expect(record.error_message).toContain(reason);
  });

  test("is a failure where a domain that is not allowed asks, and nothing is filled", async ({ expect }) => {
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

// Alone: the clock is that of all logins.
describe("the end of a login by its clock or its certificate", () => {
  test("comes after 10 minutes without an answer, and another login follows", async () => {
    const { id } = await auth.connection("/password");
    const { flow_expires_at: whole } = await auth.login(id);
    const asked = await auth.asked(id);
    expect(Date.parse(asked.flow_expires_at)).toBeLessThan(Date.parse(whole));
    await auth.service.clock.advance(10 * 60_000);
    expect(await auth.get(id)).toMatchObject({ flow_status: "EXPIRED", status: "NEEDS_AUTH" });
    await auth.login(id);
    await auth.asked(id);
    // A clock that is set back gives no more time.
    await auth.service.clock.set(auth.service.clock.now() - 3_600_000);
    expect(await eventsOf(id, () => auth.service.clock.advance(10 * 60_000))).toMatchObject([
      { flow_status: "IN_PROGRESS" },
      { flow_status: "EXPIRED" },
    ]);
  });

  test("is a failure for a certificate that is not trusted", async () => {
    const { url } = await tlsServer("unknown", {});
    const { id } = await auth.connection("/password", { login_url: url });
    await auth.login(id);
    expect(await auth.over(id)).toMatchObject({
      flow_status: "FAILED",
      error_code: "login_page_unreachable",
      error_message: expect.stringContaining("ERR_CERT_AUTHORITY_INVALID"),
    });
  });
});

test("before any login there are no events", async () => {
  const { id } = await auth.connection("/password");
  expect(await refused("GET", `/auth/connections/${id}/events`)).toEqual([
    409,
    "conflict",
    expect.stringContaining(`auth connections login ${id}`),
  ]);
});

test("settings of one login do not change the connection", async () => {
  const { id } = await auth.connection("/password");
  await auth.login(id, { browser: { stealth: false } });
  const { browser_session_id: session, browser } = await auth.asked(id);
  expect(browser.stealth).toBe(true);
  expect(await auth.ok("GET", `/browsers/${session}`)).toMatchObject({ stealth: false, headless: false });
  await auth.ok("POST", `/_local/auth/connections/${id}/cancel`);
  await until(async () => (await auth.service.api("GET", `/browsers/${session}`)).status === 404);
});
