import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { alice, ManagedAuth, valuesFor } from "./support/managed-auth.ts";

let auth: ManagedAuth;

beforeAll(async () => {
  auth = await ManagedAuth.start();
});

afterAll(() => auth.stop());

/** Values by the type of their field. */
const typed = { identifier: alice.username, password: alice.password };

describe("a login with a stored credential", () => {
  test("logs the profile in, and says so in the record and the timeline", async () => {
    const name = await auth.credential();
    const { id, profile_name: profile } = await auth.connection("/password", { credential: { name } });
    const started = await auth.login(id);
    expect(started).toMatchObject({ id, flow_type: "LOGIN" });
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
});

describe("a login that asks", () => {
  test("takes the values of a person, and saves them, but no code", async () => {
    const { id } = await auth.connection("/identifier");
    await auth.login(id);
    const first = await auth.asked(id);
    expect(first).toMatchObject({ flow_status: "IN_PROGRESS", flow_type: "LOGIN" });
    expect(first.fields).toMatchObject([{ type: "identifier", reason: "missing" }]);
    expect(await auth.submit(id, valuesFor(first, typed))).toEqual({ accepted: true });
    const second = await auth.when(id, ({ fields }) => fields?.[0]?.type === "password");
    expect(second.interaction_id).not.toBe(first.interaction_id);
    await auth.submit(id, valuesFor(second, typed));
    const record = await auth.over(id);
    expect(record).toMatchObject({ flow_status: "SUCCESS", credential: { name: "localhost" } });
    const credential = await auth.ok("GET", "/credentials/localhost");
    expect(credential).toMatchObject({ has_values: true });
  });
});
