import { afterAll, beforeAll, expect, test } from "vitest";
import { dashboard, foreignSite, form, isRight, type Kind, user } from "../login/support/foreign-site.ts";
import { ManagedAuth } from "./support/managed-auth.ts";

let auth: ManagedAuth;
beforeAll(async () => {
  auth = await ManagedAuth.start();
});
afterAll(() => auth.stop());

const values = { username: "alice-of-the-query", password: user.password, db: "db-of-the-query" };

/** Application that routes by query: without one, it shows its form to everybody. */
const routes: Kind = ({ path, query, body, isKnown, html, redirect, session }) => {
  if (path === "/in") {
    const route = new URLSearchParams({ u: body.get("u") ?? "", db: body.get("db") ?? "", state: "s-1" });
    return isRight(body) ? redirect(`/?${route}`, [session()]) : redirect("/");
  }
  const isRouted = query.get("u") === values.username && query.get("db") === values.db;
  return html(isKnown && isRouted ? dashboard() : form(`<label>Db <input name="db" required></label>`));
};

test("an application that routes by query is checked at that query, whose values are stored nowhere", async ({
  onTestFinished,
}) => {
  const site = await foreignSite(routes, onTestFinished);
  const credential = { name: await auth.credential(values) };
  const { id } = await auth.connection("/", { login_url: site.url, credential, auto_reauth: false });
  await auth.login(id);
  expect(await auth.over(id)).toMatchObject({ flow_status: "SUCCESS", post_login_url: site.url });
  expect(await auth.check(id)).toMatchObject({ result: "logged-in" });
  site.revoke();
  expect(await auth.check(id)).toMatchObject({ result: "logged-out", status: "NEEDS_AUTH" });
  const texts = await auth.kept();
  const found = [values.username, values.db].filter((value) => texts.some((content) => content.includes(value)));
  expect(found).toEqual([]);
  expect(texts.some((content) => content.includes("[username]") || content.includes("%5Busername%5D"))).toBe(true);
});
