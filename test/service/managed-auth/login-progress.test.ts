import { afterAll, beforeAll, expect, test } from "vitest";
import { dashboard, foreignSite, form, isRight } from "../login/support/foreign-site.ts";
import { alice, ManagedAuth } from "./support/managed-auth.ts";

let auth: ManagedAuth;
beforeAll(async () => {
  auth = await ManagedAuth.start();
});
afterAll(() => auth.stop());

const progress = (id: string, query = "") => auth.ok("GET", `/_local/auth/connections/${id}/progress${query}`);

/** Waits until the service says a sentence about the login of a connection, and returns it. */
async function said(id: string, sentence: RegExp): Promise<string> {
  for (let at = await progress(id); ; at = await progress(id, `?after=${at.cursor}&wait_seconds=20`)) {
    if (at.over) throw new Error(`the login is over, and nothing like ${sentence} was said`);
    if (sentence.test(at.doing)) return at.doing;
  }
}

test("a login says what it does, and no sentence has a value", async ({ onTestFinished }) => {
  const isEntering = Promise.withResolvers<void>();
  const isSent = Promise.withResolvers<void>();
  // The label of a field repeats the password. The page waits at the first character, and with its answer.
  const waits = `<script>addEventListener("input", () => {
    const request = new XMLHttpRequest();
    request.open("GET", "/typed", false);
    request.send();
  }, { once: true })</script>`;
  const site = await foreignSite(async ({ path, body, isKnown, html, redirect, session }) => {
    if (path === "/typed") await isEntering.promise;
    if (path !== "/in") return html(isKnown ? dashboard() : form().replace("Zyxo", `Zyxo ${alice.password}`) + waits);
    await isSent.promise;
    return redirect("/home", isRight(body) ? [session()] : []);
  }, onTestFinished);
  const credential = { name: await auth.credential() };
  const { id } = await auth.connection("/password", { login_url: site.url, credential });
  expect(await progress(id)).toEqual({ cursor: "", over: true });
  await auth.login(id);
  const entering = await said(id, /^Entering /);
  expect(entering).toMatch(/^Entering Zyxo .*, Qwlt on localhost$/);
  expect(entering).not.toContain(alice.password);
  isEntering.resolve();
  expect(await said(id, /^Sent/)).toBe("Sent; waiting for localhost to answer");
  isSent.resolve();
  expect(await auth.over(id)).toMatchObject({ flow_status: "SUCCESS" });
  expect(await progress(id)).toEqual({ cursor: "", over: true });
});

test("nothing is said while a person acts, and a request waits for something else than its cursor", async () => {
  const { id } = await auth.connection("/password");
  await auth.login(id);
  await auth.asked(id);
  const asked = await progress(id);
  expect(asked).toEqual({ cursor: expect.any(String), over: false });
  // A person has not answered: the same cursor comes back after the wait, and at once without one.
  expect(await progress(id, `?after=${asked.cursor}&wait_seconds=1`)).toEqual(asked);
  expect(await progress(id, `?after=${asked.cursor}`)).toEqual(asked);
  const next = progress(id, `?after=${asked.cursor}&wait_seconds=20`);
  await auth.submit(id, { fields: alice });
  expect((await next).cursor).not.toBe(asked.cursor);
  await auth.over(id);
});

test.each(["wait_seconds=21", "wait_seconds=-1", "wait_seconds=1.5", "after="])("?%s is refused", async (query) => {
  const { id } = await auth.connection("/password");
  const { status, text } = await auth.service.api("GET", `/_local/auth/connections/${id}/progress?${query}`);
  expect([status, text]).toEqual([400, expect.stringContaining(query.split("=")[0] ?? "")]);
});
