import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withServer } from "../../support/browser/chromium.ts";
import { until } from "../../support/until.ts";
import { programDirectory, protocolScript } from "../credential-providers/support/programs.ts";
import { alice, aliceSecret, ManagedAuth, valuesFor } from "./support/managed-auth.ts";

const HOUR_MS = 3_600_000;
const programs = programDirectory();
let auth: ManagedAuth;
let counter = 0;

beforeAll(async () => {
  auth = await ManagedAuth.start({ idleStopSeconds: 24 * 3_600 });
});
afterAll(() => auth.stop());

const shop = { path: "Team/Shop", urls: ["https://localhost/login"] };
const whole = { ...alice, totp_secret: `otpauth://totp/shop?secret=${aliceSecret}&issuer=shop` };

/** New provider whose program has these items and values. */
async function provider(items: readonly object[], values: Readonly<Record<string, object>>, more: object = {}) {
  counter += 1;
  const name = `provider-${counter}`;
  const command = [programs.write(name, protocolScript(items, values))];
  return auth.ok("POST", "/org/credential_providers", { name, provider_type: "program", command, ...more });
}

/** Connection with an item of a provider, after its login has ended. */
async function afterLogin(credential: object, page = "/password") {
  const { id } = await auth.connection(page, { credential });
  await auth.login(id);
  return auth.over(id);
}

/** Texts of all files of the state directory. */
function stateTexts(directory = auth.service.stateDir): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("profiles"))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), "latin1"));
}

describe("a login with an item of a credential provider", () => {
  test("a login reads the values of the item with the path, with one-time codes, and keeps none of them", async () => {
    const { name, id: providerId } = await provider([shop], { "Team/Shop": whole });
    const record = await afterLogin({ provider: name, path: "Team/Shop" }, "/totp");
    expect(record).toMatchObject({
      flow_status: "SUCCESS",
      status: "AUTHENTICATED",
      can_reauth: true,
      can_reauth_reason: "external_credential",
      credential: { provider: name, path: "Team/Shop" },
    });
    expect(await auth.ok("GET", "/credentials")).toEqual([]);
    for (const kept of [...stateTexts(), ...auth.service.log]) {
      expect(kept.includes(alice.password) || kept.includes(aliceSecret)).toBe(false);
    }
    await auth.ok("PATCH", `/org/credential_providers/${providerId}`, { name: `${name}-renamed` });
    expect((await auth.get(record.id)).credential.provider).toBe(`${name}-renamed`);
    await auth.ok("PATCH", `/org/credential_providers/${providerId}`, { enabled: false });
    expect(await auth.get(record.id)).toMatchObject({ can_reauth: false, can_reauth_reason: "no_credential" });
    await auth.ok("DELETE", `/org/credential_providers/${providerId}`);
    expect((await auth.get(record.id)).credential).toBeUndefined();
  });

  test("a login with auto takes the item for the domain, and a scheduled check renews by it", async () => {
    const other = { path: "Team/Other", urls: ["https://localhost.example"] };
    const { name } = await provider([other, shop], { "Team/Shop": alice });
    const { id } = await afterLogin({ provider: name, auto: true });
    expect(await auth.get(id)).toMatchObject({ status: "AUTHENTICATED", credential: { provider: name, auto: true } });
    auth.site.expireSessions();
    await auth.service.clock.advance(HOUR_MS);
    await until(async () => (await auth.timeline(id))[0].type === "reauth");
    expect(await auth.over(id)).toMatchObject({ status: "AUTHENTICATED", flow_status: "SUCCESS" });
    await auth.ok("PATCH", `/auth/connections/${id}`, { health_checks: false });
  });

  test("an item without a password asks a person for it, and does not store what is given", async () => {
    const { name } = await provider([shop], { "Team/Shop": { username: alice.username } });
    const { id } = await auth.connection("/password", { credential: { provider: name, path: "Team/Shop" } });
    await auth.login(id);
    const asked = await auth.asked(id);
    expect(asked.fields.map(({ type }: { type: string }) => type)).toEqual(["password"]);
    await auth.submit(id, valuesFor(asked, { password: alice.password }));
    expect(await auth.over(id)).toMatchObject({ flow_status: "SUCCESS", credential: { provider: name } });
    expect(await auth.ok("GET", "/credentials")).toEqual([]);
  });

  test("an item that is newer than the list is found", async () => {
    const { name, id } = await provider([], {});
    expect((await auth.ok("GET", `/org/credential_providers/${id}/items`)).items).toEqual([]);
    writeFileSync(join(programs.path, name), `#!/bin/sh\n${protocolScript([shop], { "Team/Shop": alice })}\n`);
    expect(await afterLogin({ provider: name, path: "Team/Shop" })).toMatchObject({ flow_status: "SUCCESS" });
  });

  test.each([
    ["there is no such item", [shop], {}, { path: "Team/Other" }, 'has no item with the path "Team/Other"'],
    ["no item is for the domain", [{ path: "a" }], {}, { auto: true }, "has no item for the domain localhost"],
    [
      "two items are for the domain",
      [shop, { ...shop, path: "Team/Second" }],
      {},
      { auto: true },
      'has 2 items for the domain localhost: "Team/Shop", "Team/Second"; name one by its path',
    ],
    [
      "two items have the path",
      [shop, { ...shop, id: "second" }],
      {},
      { path: "Team/Shop" },
      'has 2 items with the path "Team/Shop": "Team/Shop"; give them different names',
    ],
    [
      "the item has no values",
      [shop],
      { "Team/Shop": {} },
      { path: "Team/Shop" },
      'has no values for its item "Team/Shop"',
    ],
  ])("a login fails when %s", async (_, items, values, reference, what) => {
    const { name } = await provider(items, values);
    const record = await afterLogin({ provider: name, ...reference });
    expect(record).toMatchObject({
      flow_status: "FAILED",
      error_code: "credential_provider_failed",
      error_message: `the credential provider "${name}" ${what}`,
    });
  });

  test("a login whose program fails says so without a path of the machine and without what it printed", async () => {
    const { name } = await provider([shop], {});
    expect(await afterLogin({ provider: name, path: "Team/Shop" })).toMatchObject({
      flow_status: "FAILED",
      error_code: "credential_provider_failed",
      error_message: `the program of the credential provider "${name}" failed with exit code 4; run it yourself to see what it says`,
    });
  });

  test("a login that is canceled ends the program that it waits for", async () => {
    const { name } = await provider([shop], {});
    const pid = join(programs.path, "waiting.pid");
    const waits = protocolScript([shop], {}, { before: `test $1 = get && echo $$ > ${pid} && exec sleep 1000` });
    writeFileSync(join(programs.path, name), `#!/bin/sh\n${waits}\n`);
    const { id } = await auth.connection("/password", { credential: { provider: name, path: "Team/Shop" } });
    await auth.login(id);
    const running = () => readFileSync(`/proc/${readFileSync(pid, "utf8").trim()}/stat`, "utf8");
    await until(() => attempt(running) !== undefined, { what: "the program" });
    await auth.ok("POST", `/_local/auth/connections/${id}/cancel`);
    expect(await auth.over(id)).toMatchObject({ flow_status: "CANCELED" });
    await until(() => / Z /.test(attempt(running) ?? " Z "), { what: "the end of the program" });
  });

  test("a value that the website refused is sent again only when the item has another, also by another connection", async () => {
    const sent: string[] = [];
    const { url } = await withServer(async (request, response) => {
      const password = new URLSearchParams(await text(request)).get("password");
      if (password !== null) sent.push(password);
      const isIn = password === "right" || request.headers.cookie?.includes("session=1") === true;
      if (isIn) response.setHeader("set-cookie", "session=1; Max-Age=999999");
      const form = `<form method="post"><label>User name <input name="username" autocomplete="username"></label>
<label>Password <input type="password" name="password"></label><button>Log in</button></form>`;
      const page = isIn
        ? `<h1>Inbox</h1><a href="/out">Log out</a>`
        : `${password ? "<p>Wrong password</p>" : ""}${form}`;
      response.setHeader("content-type", "text/html").end(page);
    });
    const { name } = await provider([shop], { "Team/Shop": { username: "ada", password: "wrong" } });
    const settings = { credential: { provider: name, auto: true }, login_url: url.replace("127.0.0.1", "localhost") };
    const ids = [await auth.connection("/", settings), await auth.connection("/", settings)].map(({ id }) => id);
    for (const id of ids) {
      await auth.login(id);
      const { fields } = await auth.asked(id);
      expect(fields).toContainEqual(expect.objectContaining({ type: "password", reason: "rejected" }));
      await auth.ok("POST", `/_local/auth/connections/${id}/cancel`);
    }
    expect(sent).toEqual(["wrong"]);
    const right = protocolScript([shop], { "Team/Shop": { username: "ada", password: "right" } });
    writeFileSync(join(programs.path, name), `#!/bin/sh\n${right}\n`);
    await auth.login(ids[0]);
    expect(await auth.over(ids[0])).toMatchObject({ flow_status: "SUCCESS" });
    expect(sent).toEqual(["wrong", "right"]);
  });
});

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
