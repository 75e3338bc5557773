import { test as base, describe } from "vitest";
import { until } from "../../support/until.ts";
import { ManagedAuth } from "./support/managed-auth.ts";

const HOUR_MS = 3_600_000;

/** Tests with a service and a site of their own: they move its clock and end its sessions, and mostly wait for logins. */
const test = base.extend("auth", async ({ task: _ }, { onCleanup }) => {
  const auth = await ManagedAuth.start();
  onCleanup(() => auth.stop());
  return auth;
}).concurrent;

const check = (auth: ManagedAuth, id: string) => auth.ok("POST", `/_local/auth/connections/${id}/check`);

/** Waits for a scheduled check, after the clock has moved to it. */
async function afterAnHour(auth: ManagedAuth, id: string, isIt: Parameters<ManagedAuth["when"]>[1]) {
  await auth.service.clock.advance(HOUR_MS);
  return auth.when(id, isIt);
}

describe("a check by hand", () => {
  test("is refused before the first login", async ({ auth, expect }) => {
    const { id } = await auth.connection("/password");
    const { status, body } = await auth.service.api("POST", `/_local/auth/connections/${id}/check`);
    expect([status, body.code, body.message]).toEqual([
      409,
      "conflict",
      expect.stringContaining(`auth connections login ${id}`),
    ]);
  });

  test("finds the session, and its end, and never logs in again", async ({ auth, expect }) => {
    const { id } = await auth.loggedIn("/password", { auto_reauth: true, health_checks: false });
    expect(await check(auth, id)).toMatchObject({ result: "logged-in", status: "AUTHENTICATED" });
    auth.site.expireSessions();
    expect(await check(auth, id)).toMatchObject({
      result: "logged-out",
      status: "NEEDS_AUTH",
      previous_status: "AUTHENTICATED",
    });
    const record = await auth.get(id);
    expect(record).toMatchObject({ status: "NEEDS_AUTH", flow_status: "SUCCESS" });
    expect(record.last_auth_at).toBe(record.last_auth_check_at);
    expect(await auth.timeline(id)).toMatchObject([
      { type: "health_check", status: "NEEDS_AUTH", previous_status: "AUTHENTICATED" },
      { type: "health_check", status: "AUTHENTICATED", previous_status: "AUTHENTICATED" },
      { type: "login", status: "SUCCESS" },
    ]);
    expect(await auth.ok("GET", `/auth/connections/${id}/timeline?type=login`)).toHaveLength(1);
  });
});

describe("a scheduled check", () => {
  test("renews an expired session without a hand", async ({ auth, expect }) => {
    const { id, profile_name: profile } = await auth.loggedIn("/password", { auto_reauth: true });
    auth.site.expireSessions();
    await afterAnHour(auth, id, ({ flow_type, flow_status }) => flow_type !== "REAUTH" && flow_status === "SUCCESS");
    await auth.when(id, ({ last_auth_check_at: checked }) => checked !== undefined);
    await until(async () => (await auth.timeline(id))[0].status === "SUCCESS");
    expect(await auth.timeline(id)).toMatchObject([
      { type: "reauth", status: "SUCCESS" },
      { type: "health_check", status: "NEEDS_AUTH" },
      { type: "login", status: "SUCCESS" },
    ]);
    expect(await auth.get(id)).toMatchObject({ status: "AUTHENTICATED" });
    expect(await auth.pageWith(profile, "/home")).toContain("Signed in as alice");
  });

  test("sets NEEDS_AUTH where renewal is not allowed, every hour, and does not come while checks are off", async ({
    auth,
    expect,
  }) => {
    const [{ id }, { id: unchecked }] = await Promise.all([
      auth.loggedIn("/password", { auto_reauth: false }),
      auth.loggedIn("/password"),
    ]);
    await auth.ok("PATCH", `/auth/connections/${unchecked}`, { health_checks: false });
    auth.site.expireSessions();
    await afterAnHour(auth, id, ({ status }) => status === "NEEDS_AUTH");
    const { last_auth_check_at: first } = await auth.get(id);
    await afterAnHour(auth, id, ({ last_auth_check_at: last }) => last !== first);
    expect(await auth.get(id)).toMatchObject({ status: "NEEDS_AUTH" });
    expect((await auth.get(unchecked)).last_auth_check_at).toBeUndefined();
  });

  test("needs a person where the website wants more than is stored", async ({ auth, expect }) => {
    const { id } = await auth.loggedIn("/password", { auto_reauth: true });
    const { credential } = await auth.get(id);
    await auth.ok("PATCH", `/credentials/${credential.name}`, { values: { password: "changed" } });
    auth.site.expireSessions();
    const record = await afterAnHour(auth, id, ({ status }) => status === "NEEDS_AUTH");
    expect(record).toMatchObject({
      flow_status: "FAILED",
      error_code: "credentials_invalid",
      can_reauth: false,
      can_reauth_reason: "no_viable_plans",
    });
    // A credential that was changed since may be right.
    await auth.ok("PATCH", `/credentials/${credential.name}`, { values: { password: "Wonder-land 7!" } });
    expect(await auth.get(id)).toMatchObject({ can_reauth: true });
  });
});
