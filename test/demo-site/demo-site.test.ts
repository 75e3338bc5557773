import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DemoSite, demoSite } from "../../src/demo-site/demo-site.ts";
import { sitePages } from "../../src/demo-site/site-pages.ts";
import { isTotpCode, totpCode } from "../../src/demo-site/totp.ts";
import { demoUsers } from "../../src/demo-site/users.ts";

let site: DemoSite;
beforeAll(async () => {
  site = await demoSite({ now: Date.now });
});
afterAll(() => site.close());

const [alice = { name: "", email: "", password: "", totpSecret: "" }] = demoUsers;

/** Browser of one host: keeps the cookie, follows no redirect. */
class Visitor {
  #cookie = "";
  async visit(
    path: string,
    fields?: Record<string, string>,
  ): Promise<{ status: number; location: string | null; text: string }> {
    const body = fields && new URLSearchParams(fields);
    const response = await fetch(new URL(path, site.on("foreign", "/")), {
      ...(body && { method: "POST", body }),
      headers: { cookie: this.#cookie },
      redirect: "manual",
    });
    this.#cookie = response.headers.get("set-cookie")?.split(";")[0] ?? this.#cookie;
    return { status: response.status, location: response.headers.get("location"), text: await response.text() };
  }
}

test("the index shows every page, and the users with what they need", async () => {
  const { text } = await new Visitor().visit("/");
  for (const { path, title } of sitePages) expect(text).toContain(`<a href="${path}">${title}</a>`);
  for (const { email, totpSecret } of demoUsers) {
    expect(text).toContain(email);
    expect(text).toContain(totpSecret);
  }
  expect(text).toContain("Builder &#38; 8 &#60;tools&#62;");
});

test.each(sitePages.map(({ path }) => path))(
  "the page %s answers with a titled document or a redirect",
  async (path) => {
    const { status, location, text } = await new Visitor().visit(path);
    if (location === null) expect(text).toMatch(/<title>[^<]+<\/title>/);
    expect(status).toBe(location === null ? 200 : 303);
  },
);

test("a password logs in until the sessions expire", async () => {
  const visitor = new Visitor();
  expect((await visitor.visit("/home")).location).toBe("/password");
  const { name: username, password } = alice;
  expect((await visitor.visit("/password", { username, password: "wrong" })).text).toContain("is incorrect");
  expect((await visitor.visit("/password", { username, password })).location).toBe("/home");
  expect((await visitor.visit("/home")).text).toContain("Signed in as alice.");
  await visitor.visit("/expire", {});
  expect((await visitor.visit("/home")).location).toBe("/password");
});

test("a second factor needs the first one and the code of the phone", async () => {
  const visitor = new Visitor();
  expect((await visitor.visit("/factors/code")).location).toBe("/factors");
  await visitor.visit("/factors", { username: alice.email, password: alice.password });
  expect((await visitor.visit("/factors/choose", { method: "sms" })).location).toBe("/factors/code");
  const [code = ""] = /(?<=code is )\d{6}/.exec((await visitor.visit("/phone")).text) ?? [];
  expect((await visitor.visit("/factors/code", { code: "none" })).text).toContain("wrong or has expired");
  expect((await visitor.visit("/factors/code", { code })).location).toBe("/home");
});

test("a waiting login is approved on the phone", async () => {
  const visitor = new Visitor();
  await visitor.visit("/factors", { username: alice.name, password: alice.password });
  await visitor.visit("/factors/choose", { method: "push" });
  expect((await visitor.visit("/factors/push")).text).toContain("Approve the sign-in request");
  await new Visitor().visit("/phone", {});
  expect((await visitor.visit("/factors/push")).location).toBe("/home");
});

describe("one-time codes", () => {
  // Source: RFC 6238, appendix B, for SHA-1; the last six of eight digits.
  test.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [20_000_000_000, "353130"],
  ])("the one-time codes at %i s are those of the standard", (seconds, code) => {
    expect(totpCode("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", seconds * 1_000)).toBe(code);
  });

  test("a one-time code is valid for one more step, and no longer", () => {
    const { totpSecret } = alice;
    const now = Date.now();
    expect(isTotpCode(totpSecret, totpCode(totpSecret, now - 30_000), now)).toBe(true);
    expect(isTotpCode(totpSecret, totpCode(totpSecret, now - 60_000), now)).toBe(false);
  });
});

test("texts of users are escaped", async () => {
  const own = await demoSite({
    now: Date.now,
    users: [{ name: "<b>", email: "a&b@example.com", password: "'\"", totpSecret: "A" }],
  });
  const text = await (await fetch(own.on("foreign", "/"))).text();
  await own.close();
  expect(text).toContain("&#60;b&#62;");
  expect(text).toContain("a&#38;b@example.com");
});

test("a body that is too large is refused, and the site continues", async () => {
  const visitor = new Visitor();
  expect((await visitor.visit("/password", { username: "x".repeat(70_000) })).status).toBe(413);
  expect((await visitor.visit("/nothing")).status).toBe(404);
});
