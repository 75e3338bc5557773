import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "../../support/until.ts";
import { alice, ManagedAuth } from "./support/managed-auth.ts";

const HOUR_MS = 3_600_000;

let auth: ManagedAuth;

beforeAll(async () => {
  // The service must run for an hour without a check.
  auth = await ManagedAuth.start({ idleStopSeconds: 24 * 3_600 });
});

afterAll(() => auth.stop());

/** Waits for a scheduled check, after the clock has moved to it. */
async function afterAnHour(id: string, isIt: Parameters<ManagedAuth["when"]>[1]) {
  await auth.service.clock.advance(HOUR_MS);
  return auth.when(id, isIt);
}

// A check by hand finds the end of a session in health-checks.full.ts and in test/e2e/auth-connections.test.ts.
test("a manual check is refused before the first login", async () => {
  const { id } = await auth.connection("/password");
  const { status, body } = await auth.service.api("POST", `/_local/auth/connections/${id}/check`);
  expect([status, body.code, body.message]).toEqual([
    409,
    "conflict",
    expect.stringContaining(`auth connections login ${id}`),
  ]);
});

describe("a scheduled check", () => {
  test("a scheduled check that is due between the start of a login and its claim of the profile is left out", async () => {
    const { id } = await auth.loggedIn("/password");
    let advanced: Promise<void> | undefined;
    // The browser starts before the session of the login claims the profile.
    const heal = auth.service.faults.inject("chromium-start", {
      times: 1,
      chance: () => {
        advanced ??= auth.service.clock.advance(HOUR_MS);
        return { strikes: false, at: 0 };
      },
    });
    await auth.login(id);
    heal();
    await advanced;
    expect(await auth.over(id)).toMatchObject({ flow_status: "SUCCESS" });
    expect((await auth.timeline(id)).map(({ type }: { type: string }) => type)).toEqual(["login", "login"]);
    expect(auth.service.log.filter((line) => line.includes("did not run"))).toEqual([]);
    await auth.ok("DELETE", `/auth/connections/${id}`);
  });

  test("a scheduled check renews an expired session, does not run while checks are off, and sets NEEDS_AUTH if renewal is not allowed", async () => {
    const { id } = await auth.loggedIn("/password");
    auth.site.expireSessions();
    await auth.service.clock.advance(HOUR_MS);
    await until(async () => (await auth.timeline(id))[0].type === "reauth");
    expect(await auth.over(id)).toMatchObject({ status: "AUTHENTICATED", flow_status: "SUCCESS" });
    expect((await auth.get(id)).last_auth_check_at).toEqual(expect.any(String));

    await auth.ok("PATCH", `/auth/connections/${id}`, { health_checks: false });
    await auth.service.clock.advance(HOUR_MS);
    // A check is refused while another one runs. The profile has the renewed session.
    expect(await auth.check(id)).toMatchObject({ result: "logged-in", status: "AUTHENTICATED" });
    expect(await auth.timeline(id)).toMatchObject([
      { type: "health_check", status: "AUTHENTICATED", previous_status: "AUTHENTICATED" },
      { type: "reauth", status: "SUCCESS" },
      { type: "health_check", status: "NEEDS_AUTH" },
      { type: "login", status: "SUCCESS" },
    ]);

    await auth.ok("PATCH", `/auth/connections/${id}`, { health_checks: true, auto_reauth: false });
    auth.site.expireSessions();
    const { last_auth_check_at: first } = await afterAnHour(id, ({ status }) => status === "NEEDS_AUTH");
    // The check runs every hour.
    await afterAnHour(id, ({ last_auth_check_at: last }) => last !== first);
    expect((await auth.timeline(id)).slice(0, 3)).toMatchObject([
      { type: "health_check", status: "NEEDS_AUTH", previous_status: "NEEDS_AUTH" },
      { type: "health_check", status: "NEEDS_AUTH", previous_status: "AUTHENTICATED" },
      { type: "health_check", status: "AUTHENTICATED" },
    ]);
    await auth.ok("DELETE", `/auth/connections/${id}`);
  });

  test("a scheduled check needs a person when the website wants more than is stored", async () => {
    const { id } = await auth.loggedIn("/password", { auto_reauth: true });
    const { credential } = await auth.get(id);
    await auth.ok("PATCH", `/credentials/${credential.name}`, { values: { password: "changed" } });
    auth.site.expireSessions();
    const record = await afterAnHour(id, ({ status }) => status === "NEEDS_AUTH");
    expect(record).toMatchObject({
      flow_status: "FAILED",
      error_code: "credentials_invalid",
      can_reauth: false,
      can_reauth_reason: "no_viable_plans",
    });
    // A credential that was changed since may be right.
    await auth.ok("PATCH", `/credentials/${credential.name}`, { values: { password: alice.password } });
    expect(await auth.get(id)).toMatchObject({ can_reauth: true });
  });
});
