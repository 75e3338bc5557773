import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { specs } from "../../../src/conformance/declarations.ts";
import { writeFakeBrowser } from "../../support/browser/fake-browser.ts";
import { apiAs, createKey } from "../../support/service/api-keys.ts";
import { alice, ManagedAuth } from "../managed-auth/support/managed-auth.ts";
import { open, send } from "./support/page-requests.ts";

let auth: ManagedAuth;
/** Connection whose login waits for a person. */
let id: string;
/** Address of its page, without a code. */
let address: string;
let started: Awaited<ReturnType<ManagedAuth["login"]>>;

beforeAll(async () => {
  auth = await ManagedAuth.start();
  ({ id } = await auth.connection("/identifier"));
  address = `${auth.service.baseUrl}/auth/connections/${id}/hosted`;
  started = await auth.login(id);
  await auth.asked(id);
});

afterAll(() => auth.stop());

test("a link is in the answer of a login and in its record, the same until it was opened", async () => {
  expect(started.hosted_url).toBe(`${address}?code=${started.handoff_code}`);
  expect((await auth.get(id)).hosted_url).toBe(started.hosted_url);
});

describe("the token of an exchanged code", () => {
  let token: string;
  beforeAll(async () => {
    const { handoff_code: code } = started;
    token = (await auth.ok("POST", `/auth/connections/${id}/exchange`, { code })).jwt;
  });

  test("the token of an exchanged code is returned once", async () => {
    const path = `/auth/connections/${id}/exchange`;
    for (const code of [started.handoff_code, "CODE"]) {
      const again = await auth.service.api("POST", path, { json: { code } });
      expect([again.status, again.body.code]).toEqual([403, "forbidden"]);
    }
    const other = await auth.connection("/password");
    const { hosted_url: unused } = await auth.get(id);
    const code = new URL(unused).searchParams.get("code");
    const foreign = await auth.service.api("POST", `/auth/connections/${other.id}/exchange`, { json: { code } });
    expect(foreign.status).toBe(403);
    expect((await open(started.hosted_url)).status).toBe(403);
  });

  test("the token of an exchanged code reaches four operations on its connection, and nothing else", async () => {
    const own = ["authConnections.get", "authConnections.events", "authConnections.submit", "local.cancelLogin"];
    const refused = specs.filter((spec) => !own.includes(spec.id));
    const statuses = await Promise.all(
      refused.map(async ({ id: operation, method, path }) => {
        const url = auth.service.baseUrl + path.replace(/\{\w+\}/g, id);
        const answer = await fetch(url, { method, headers: { authorization: `Bearer ${token}` } });
        await answer.body?.cancel();
        return [operation, answer.status];
      }),
    );
    expect(statuses.filter(([, status]) => status !== 403)).toEqual([]);
    const api = apiAs(auth.service, token);
    expect((await api("GET", `/auth/connections/${id}`)).body.flow_step).toBe("AWAITING_INPUT");
    const wrong = await api("POST", `/auth/connections/${id}/submit`, { json: { interaction_id: "i0" } });
    expect(wrong.status).toBe(409);
    const other = await auth.connection("/password");
    for (const path of [`/auth/connections/${other.id}`, "/auth/connections/nosuchconnection"]) {
      expect((await api("GET", path)).status).toBe(403);
    }
  });
});

test("what is opened with the token of an exchanged code ends with the API key that its link was made with", async () => {
  const { key, id: keyId } = await createKey(auth.service);
  const asKey = apiAs(auth.service, key);
  const { id: own } = await auth.connection("/identifier");
  const { handoff_code: code } = (await asKey("POST", `/auth/connections/${own}/login`, { json: {} })).body;
  await auth.asked(own);
  const { jwt } = (await asKey("POST", `/auth/connections/${own}/exchange`, { json: { code } })).body;
  const record = (await apiAs(auth.service, jwt)("GET", `/auth/connections/${own}`)).body;
  const hosted = await open(record.hosted_url);
  const live = await open(record.live_view_url);
  const [page = ""] = record.hosted_url.split("?");
  const [view = ""] = record.live_view_url.split("?");
  expect([(await open(page, hosted.cookie)).status, (await open(view, live.cookie)).status]).toEqual([200, 200]);
  const stream = await fetch(`${auth.service.baseUrl}/auth/connections/${own}/events`, {
    headers: { authorization: `Bearer ${jwt}` },
  });
  const cut = expect(stream.text()).rejects.toThrow();
  expect((await auth.service.api("DELETE", `/org/api_keys/${keyId}`)).status).toBe(204);
  expect([(await open(page, hosted.cookie)).status, (await open(view, live.cookie)).status]).toEqual([403, 403]);
  await cut;
});

test("only the page itself may send its form", async () => {
  const { cookie } = await open((await auth.get(id)).hosted_url);
  const post = (headers: Record<string, string>) =>
    new Promise<number>((resolve) => {
      const type = "application/x-www-form-urlencoded";
      const options = { method: "POST", headers: { cookie, "content-type": type, ...headers } };
      request(address, options, (answer) => resolve(answer.resume().statusCode ?? 0)).end("cancel=yes");
    });
  const { baseUrl, port } = auth.service;
  for (const origin of ["http://evil.example", "null", `http://127.0.0.1:${port + 1}`, `https://127.0.0.1:${port}`]) {
    expect([origin, await post({ origin })]).toEqual([origin, 403]);
  }
  expect(await post({})).toBe(403);
  expect(await post({ origin: "http://evil.example", host: "evil.example" })).toBe(403);
  expect(await post({ origin: baseUrl, "content-type": "application/json" })).toBe(400);
  expect((await open(address, cookie, { origin: "http://evil.example" })).status).toBe(403);
  expect((await auth.get(id)).flow_status).toBe("IN_PROGRESS");
});

// Two tabs of a browser are in login.full.ts.
test("a person who has only the address logs in by the forms of its page, also after a refusal", async () => {
  const { hosted_url: link } = await auth.get(id);
  const { cookie } = await open(link);
  /** Sends the form that the page shows, with values by the type of their field. */
  const answer = async (values: Record<string, string>) => {
    const { fields } = await auth.asked(id);
    const content = (fields as { id: string; type: string }[]).map(({ id: ref, type }) => [
      `value:${ref}`,
      values[type] ?? "",
    ]);
    expect((await send(address, cookie, Object.fromEntries(content))).status).toBe(303);
  };
  expect((await open(address, cookie)).text).toContain("Log in to localhost");
  await answer({ identifier: alice.username });
  await auth.when(id, ({ fields }) => fields?.some(({ type }: { type: string }) => type === "password"));
  await answer({ password: "wrong" });
  await auth.when(id, ({ website_error: error, fields }) => error !== undefined && fields !== null);
  expect((await open(address, cookie)).text).toContain("The website refused this value");
  await answer({ identifier: alice.username, password: alice.password });
  const record = await auth.over(id);
  expect(record).toMatchObject({ flow_status: "SUCCESS", status: "AUTHENTICATED" });
  expect(record.hosted_url).toBeUndefined();
  expect((await open(address, cookie)).text).toContain("You are logged in");
  const text = auth.service.log.join("\n");
  for (const secret of [alice.password, new URL(link).searchParams.get("code") ?? ""])
    expect(text).not.toContain(secret);
});

test("the page of a login neither shows nor changes a later one, and says when it has expired", async () => {
  // Its browsers are a stand-in without pages: a login waits there for its page, for at most 10 seconds.
  const waiting = await ManagedAuth.start({ browser: writeFakeBrowser() });
  onTestFinished(() => waiting.stop());
  const { id: own } = await waiting.connection("/identifier");
  const first = await waiting.login(own);
  const { cookie } = await open(first.hosted_url);
  const page = `${waiting.service.baseUrl}/auth/connections/${own}/hosted`;
  expect((await open(page, cookie)).text).toContain("Looking for the login form on");
  await waiting.ok("POST", `/_local/auth/connections/${own}/cancel`);
  expect((await open(page, cookie)).text).toContain("This login was canceled");
  const second = await waiting.login(own);
  expect((await open(page, cookie)).status).toBe(403);
  expect((await open(`${page}/events`, cookie)).status).toBe(403);
  const opened = await open(second.hosted_url, cookie);
  const unused = (await waiting.get(own)).hosted_url;
  expect(unused).toContain(`${page}?code=`);
  await waiting.service.clock.advance(20 * 60_000);
  expect(await waiting.over(own)).toMatchObject({ flow_status: "EXPIRED" });
  expect((await open(page, opened.cookie)).text).toContain("This login has expired");
  expect((await open(unused)).status).toBe(403);
});
