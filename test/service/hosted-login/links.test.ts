import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ownText } from "../../../src/service/login/values/known-values.ts";
import { pauseOf } from "../../../src/service/managed-auth/login-flow.ts";
import { askedField, code, identifier, offeredChoice, password } from "../managed-auth/support/questions.ts";
import { type FakeLogin, HostedServer } from "./support/hosted-server.ts";
import { type Opened, open, opened, send } from "./support/page-requests.ts";
import { flowEnds } from "./support/page-states.ts";

let server: HostedServer;
beforeAll(async () => {
  server = await HostedServer.start();
});
afterAll(() => server.stop());

/** Page of an opened login, in its current state. */
async function shown(login: FakeLogin): Promise<Opened> {
  return open(login.page, await opened(login));
}

describe("a link to the page of a login", () => {
  test("a link to a login opens its page once, in one browser", async () => {
    const login = server.begin();
    const { url, code: token } = login.link();
    expect(url).toBe(`${login.page}?code=${token}`);
    const first = await open(url);
    expect([first.status, first.headers.get("location"), first.text]).toEqual([303, new URL(login.page).pathname, ""]);
    const path = `/auth/connections/${login.connectionId}/hosted`;
    expect(first.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        new RegExp(`^browserctl_login=[\\w.-]+; Path=${path}; Max-Age=43200; HttpOnly; SameSite=Strict$`),
      ),
    ]);
    const page = await open(login.page, first.cookie);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("Looking for the login form on")]);
    const again = await open(url);
    expect(again.status).toBe(403);
    expect(again.text).toContain("This link was opened already.");
    expect(again.text).toContain(`browserctl auth connections get ${login.connectionId}`);
    // The browser that has opened the link continues.
    expect((await open(url, first.cookie)).status).toBe(303);
    expect(login.link().url).not.toBe(url);
  });

  test("a link to a login is refused when it is expired, changed, missing, or of another connection", async () => {
    const login = server.begin();
    const other = server.begin();
    other.link();
    const { code: token } = login.link();
    for (const [page, reason] of [
      [`${other.page}?code=${token}`, "This link belongs to another connection."],
      [`${login.page}?code=${token}x`, "This link is not valid."],
      [`${login.page}?code=`, "This page needs a link of its own."],
      [login.page, "This page needs a link of its own."],
      [`${server.baseUrl}/auth/connections/%3Cscript%3E/hosted?code=${token}`, "This link belongs to another"],
    ] as const) {
      const answer = await open(page);
      expect([page, answer.status, answer.text]).toEqual([page, 403, expect.stringContaining(reason)]);
      expect(answer.text).not.toContain("<script>");
    }
    await server.clock.advance(10 * 60_000);
    expect((await open(`${login.page}?code=${token}`)).text).toContain("This link has expired.");
    expect((await open(login.link().url)).status).toBe(303);
  });

  test("a link ends with its login, while an opened page shows the result for an hour", async () => {
    const login = server.begin();
    const cookie = await opened(login);
    const { url } = login.link();
    login.flow.end(flowEnds.success);
    const late = await open(url);
    expect([late.status, late.text]).toEqual([403, expect.stringContaining("The login of this link is over.")]);
    await server.clock.advance(59 * 60_000);
    expect((await open(login.page, cookie)).text).toContain("You can close this page.");
    await server.clock.advance(60_000);
    expect((await open(login.page, cookie)).status).toBe(403);
  });

  test("a link of a later login replaces the cookie of an earlier one", async () => {
    const login = server.begin();
    const cookie = await opened(login);
    login.flow.end(flowEnds.canceled);
    const later = server.begin({ connectionId: login.connectionId });
    const { url } = later.link();
    const old = await open(login.page, cookie);
    expect([old.status, old.text]).toEqual([403, expect.stringContaining("This page is of an earlier login")]);
    expect((await send(later.page, cookie, { cancel: "yes" })).status).toBe(403);
    expect(later.flow.isOver).toBe(false);
    const replaced = await open(url, cookie);
    expect([replaced.status, (await open(later.page, replaced.cookie)).status]).toEqual([303, 200]);
  });

  test("a link on another site is loaded once more by a page of this one, which has the cookie", async () => {
    const login = server.begin();
    const { url } = login.link();
    const first = await open(url, undefined, { "sec-fetch-site": "cross-site" });
    expect([first.status, first.cookie]).toEqual([200, ""]);
    const { pathname, search } = new URL(url);
    expect(first.text).toContain(`<meta http-equiv="refresh" content="0; url=${pathname}${search}">`);
    expect((await open(url)).status).toBe(303);
  });

  test("a link to a login is not in the log", async () => {
    const login = server.begin();
    const { url, code: token } = login.link();
    await open(url);
    expect(server.log.some((line) => line.includes(login.connectionId))).toBe(true);
    expect(server.log.filter((line) => line.includes(token))).toEqual([]);
  });

  test("a link is exchanged for a token instead, once, until the login ends", async () => {
    const login = server.begin();
    const { url, code: token } = login.link();
    const { connectionId } = login;
    const jwt = server.logins.exchange(connectionId, token);
    expect(server.loginTokens.find(jwt)).toMatchObject({ connectionId, projectId: "project" });
    expect(() => server.logins.exchange(connectionId, token)).toThrow("this link was opened already");
    expect((await open(url)).status).toBe(403);
    expect((await open(login.page, `browserctl_login=${jwt}`)).status).toBe(403);
    login.flow.end(flowEnds.expired);
    expect(server.loginTokens.find(jwt)).toBeUndefined();
  });
});

describe("a page", () => {
  test("a page of a login loads nothing from others, runs no inline script, and is not cached", async () => {
    const { headers, text } = await shown(server.begin());
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(text).not.toMatch(/<script>|<style|style=|onclick/);
  });

  test("a page of a login shows texts of a hostile website as text", async () => {
    const texts = [`</script><script>alert(1)</script>`, `"' onfocus="alert(1)`, "\u202eevil", "x".repeat(10_000)];
    const login = server.begin({ domain: `<b>"shop"</b>`, profileName: `'><img src=x>` });
    void login.ask({
      fields: texts.flatMap((label, at) => [
        askedField(`text:${at}"><b>`, { label, hint: label, name: label }),
        askedField(`list:${at}"><b>`, { label, options: [{ label, value: label }] }),
        { ...password, ref: `password:${at}"><b>`, label },
      ]),
      choices: texts.map((label, at) => offeredChoice(`other:${at}"><b>`, { label, description: label })),
      websiteError: ownText(texts.join(" ")),
    });
    const { text } = await shown(login);
    expect(text).not.toMatch(/<script>|<b>|<img|["'] onfocus/);
    expect(text).toContain("&#60;/script&#62;&#60;script&#62;alert(1)");
    expect(text).toContain("x".repeat(10_000));
  });

  test("a page of a login leads to the live view if there is one", async () => {
    const login = server.begin();
    const cookie = await opened(login);
    expect((await open(login.page, cookie)).text).not.toContain("live view");
    server.liveViewUrl = `${server.baseUrl}/browsers/x/live?jwt=y`;
    expect((await open(login.page, cookie)).text).toContain(`href="${new URL(login.page).pathname}/live"`);
    expect((await open(`${login.page}/live`, cookie)).headers.get("location")).toBe(server.liveViewUrl);
    expect((await open(`${login.page}/live`)).status).toBe(403);
    server.liveViewUrl = undefined;
    expect((await open(`${login.page}/live`, cookie)).headers.get("location")).toBe(new URL(login.page).pathname);
  });

  test("a page without a script reloads by itself, unless something could be typed", async () => {
    const login = server.begin();
    const cookie = await opened(login);
    const refreshes = async () => (await open(login.page, cookie)).text.includes(`http-equiv="refresh"`);
    expect(await refreshes()).toBe(true);
    void login.ask({ kind: "external", message: ownText("Approve it") });
    expect(await refreshes()).toBe(true);
    void login.ask({ fields: [code] });
    expect(await refreshes()).toBe(false);
    login.flow.end(flowEnds.success);
    expect(await refreshes()).toBe(false);
  });
});

describe("a form of the page", () => {
  const values = { "value:identifier:email": "alice", "value:password:password": "correct <horse>" };

  test("a form submits values, and never shows them again", async () => {
    const login = server.begin();
    const answer = login.ask({ fields: [identifier, password, askedField("text:tenant")] });
    const cookie = await opened(login);
    const sent = await send(login.page, cookie, { ...values, "value:text:tenant": "" });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, new URL(login.page).pathname]);
    expect(await answer).toEqual({
      values: { "identifier:email": "alice", "password:password": "correct <horse>" },
    });
    expect((await open(login.page, cookie)).text).not.toMatch(/alice|horse/);
  });

  test("a form submits a choice, and that an action is done", async () => {
    const login = server.begin();
    const cookie = await opened(login);
    const chosen = login.ask({ choices: [offeredChoice("other:a"), offeredChoice("other:b")] });
    await send(login.page, cookie, { choice: "other:b" });
    expect(await chosen).toEqual({ choice: "other:b" });
    const done = login.ask({ kind: "external", message: ownText("Approve it"), fields: [code] });
    await send(login.page, cookie, {});
    expect(await done).toEqual({});
  });

  test("a form cancels the login", async () => {
    const login = server.begin();
    const cookie = await opened(login);
    expect((await send(login.page, cookie, { cancel: "yes" })).status).toBe(303);
    expect(login.flow.state).toMatchObject({ status: "CANCELED" });
    // A second tab has the same button.
    expect((await send(login.page, cookie, { cancel: "yes" })).status).toBe(303);
  });

  test("a form is refused with the wrong fields, without their values", async () => {
    const login = server.begin();
    void login.ask({ fields: [identifier, password] });
    const cookie = await opened(login);
    const body = { "value:identifier:email": "", "value:password:password": "correct\nhorse" };
    const refused = await send(login.page, cookie, body);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("The value has a line break or another control character");
    expect(refused.text).toMatch(/<a href="#field-1"><bdi>Password<\/bdi><\/a>/);
    expect(refused.text).not.toContain("horse");
    const missing = await send(login.page, cookie, { "value:identifier:email": "" });
    expect(missing.text).toContain("Enter a value.");
    expect(login.flow.state.step).toBe("AWAITING_INPUT");
  });

  test("a form of an outdated page is not used, and the current page is shown", async () => {
    const login = server.begin();
    const cookie = await opened(login);
    const first = login.ask({ fields: [identifier] });
    const stale = pauseOf(login.flow.state)?.id ?? "";
    await send(login.page, cookie, { "value:identifier:email": "alice" });
    await first;
    // While nothing is asked, the page shows the state of the login.
    const early = await send(login.page, cookie, { interaction_id: stale, "value:identifier:email": "bob" });
    expect(early.status).toBe(303);
    void login.ask({ fields: [password] });
    const late = await send(login.page, cookie, { interaction_id: stale, "value:identifier:email": "bob" });
    expect([late.status, late.text]).toEqual([409, expect.stringContaining("Your answer was not used")]);
    expect(late.text).toContain('name="value:password:password"');
    expect(late.text).not.toContain("bob");
  });

  test("a form needs the cookie of its page", async () => {
    const login = server.begin();
    void login.ask({ fields: [identifier] });
    const other = server.begin();
    for (const cookie of ["", await opened(other), "browserctl_login=x.y"]) {
      expect((await send(login.page, cookie, values)).status).toBe(403);
    }
    expect(login.flow.state.step).toBe("AWAITING_INPUT");
  });
});
