import { afterAll, beforeAll, expect, test } from "vitest";
import { runInSession } from "../../support/service/session-code.ts";
import { until } from "../../support/until.ts";
import { dashboard, foreignSite, user } from "../login/support/foreign-site.ts";
import { ManagedAuth } from "./support/managed-auth.ts";

const HOUR_MS = 3_600_000;
const customer = "Krmx-7781";

let auth: ManagedAuth;
beforeAll(async () => {
  auth = await ManagedAuth.start();
});
afterAll(() => auth.stop());

/** Three contents without names, sent by a control that is no button. */
const page = (first: string): string => `<h1>Qwx</h1><div><input id="c"></div><div><input id="u"></div>
  <div>${first}</div><div id="send" style="cursor: pointer" onclick="send()">Vrmp</div>
  <script>function send() {
    const body = new URLSearchParams(["c", "u", "pw"].map((id) => [id, document.getElementById(id).value]));
    fetch("/in", { method: "POST", body }).then(() => { location.href = "/home"; });
  }</script>`;

async function plansOf(id: string) {
  return await auth.ok("GET", `/_local/auth/connections/${id}/plans`);
}

test("a login that a person shows is renewed by its plan, and nothing that was typed is in the state of the service", async ({
  onTestFinished,
}) => {
  let password = `<input id="pw" type="password">`;
  const site = await foreignSite(({ path, body, isKnown, html, redirect, session }) => {
    const isRight = body.get("pw") === user.password && body.get("c") === customer;
    if (path === "/in") return isRight ? redirect("/me", [session()]) : redirect("/me");
    if (path === "/home") return isKnown ? html(dashboard()) : redirect("/");
    if (path === "/form") return html(page(password));
    return html(`<h1>Trfk</h1><div id="go" style="cursor: pointer" onclick="location.href = '/form'">Grmpf</div>`);
  }, onTestFinished);
  const { id } = await auth.connection("/password", { login_url: site.url, auto_reauth: true });
  await auth.login(id);
  const asked = await auth.asked(id);
  expect(asked).toMatchObject({
    flow_step: "AWAITING_EXTERNAL_ACTION",
    external_action_message: expect.stringMatching(/does not know this page\. Finish the login in the live view/),
    live_view_url: expect.any(String),
  });
  const show = `await page.click("#go"); await page.click("#c"); await page.keyboard.type(${JSON.stringify(customer)});
    await page.click("#u"); await page.keyboard.type(${JSON.stringify(user.username)});
    await page.click("#pw"); await page.keyboard.type(${JSON.stringify(user.password)}); await page.click("#send");`;
  await runInSession(auth.service, asked.browser_session_id, show);
  expect(await auth.over(id)).toMatchObject({ flow_status: "SUCCESS", can_reauth_reason: "viable_plans_found" });
  const [plan] = await plansOf(id);
  expect(plan).toMatchObject({ state: "replayable", entrance: site.url });
  expect(plan.steps.map(({ value, source }: Record<string, string>) => [value, source])).toContainEqual([
    "password",
    "stored",
  ]);
  const secrets = [customer, user.password, encodeURIComponent(user.password)];
  const written = await auth.kept();
  for (const secret of secrets) expect(written.filter((content) => content.includes(secret)).length, secret).toBe(0);

  site.revoke();
  await auth.service.clock.advance(HOUR_MS);
  await until(async () => (await auth.timeline(id))[0].type === "reauth");
  expect(await auth.over(id)).toMatchObject({ flow_status: "SUCCESS", status: "AUTHENTICATED" });
  expect((await plansOf(id))[0]).toMatchObject({ state: "replayable", tried_at: expect.any(String) });

  password = `<input id="pw">`;
  site.revoke();
  const sent = site.received();
  await auth.service.clock.advance(HOUR_MS);
  const failed = await auth.when(id, ({ status }) => status === "NEEDS_AUTH");
  expect(failed).toMatchObject({ can_reauth: false, can_reauth_reason: "no_viable_plans" });
  expect(failed.error_message).toMatch(
    /the shown login failed at step 4 \(type the value "password" in .*\): the page has no such control/,
  );
  expect((await plansOf(id))[0]).toMatchObject({
    state: "failed",
    failed: { step: 4, why: "the page has no such control" },
  });
  expect(site.received()).toBe(sent);

  await auth.ok("DELETE", `/_local/auth/connections/${id}/plans?plan_id=${plan.id}`);
  expect(await plansOf(id)).toEqual([]);
});
