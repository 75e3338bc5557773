import { expect, onTestFinished, test } from "vitest";
import { ManagedAuth } from "./support/managed-auth.ts";

test("a check by hand finds the session, and its end, and never logs in again", async () => {
  const auth = await ManagedAuth.start();
  onTestFinished(() => auth.stop());
  const { id } = await auth.loggedIn("/password", { auto_reauth: true, health_checks: false });
  expect(await auth.check(id)).toMatchObject({ result: "logged-in", status: "AUTHENTICATED" });
  auth.site.expireSessions();
  expect(await auth.check(id)).toMatchObject({
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
