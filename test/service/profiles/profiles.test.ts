import { writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServiceWithFakeBrowser } from "../../support/browser/fake-browser.ts";
import { type Answer, startService, type TestService } from "../../support/service/service.ts";
import { runInSession } from "../../support/service/session-code.ts";
import { until } from "../../support/until.ts";

let service: TestService;
/** Service whose browsers have no pages, for tests that never look into one. */
let pageless: TestService;
let site: Server;
let url: string;
beforeAll(async () => {
  [service, pageless] = await Promise.all([startService(), startServiceWithFakeBrowser()]);
  // A site with a login: the cookie that stays, the one of the session, and what pages store themselves.
  site = createServer((request, response) => {
    response.setHeader("Content-Type", "text/html");
    if (request.url === "/login") {
      response.setHeader("Set-Cookie", ["stays=yes; Max-Age=86400; HttpOnly", "session=yes; SameSite=Lax"]);
    }
    response.end(`<title>${request.headers.cookie ?? "no cookies"}</title>`);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(async () => {
  site.close();
  await Promise.all([service.stop(), pageless.stop()]);
});

const create = (profile: object, at = service): Promise<Answer> => at.api("POST", "/browsers", { json: { profile } });
const run = (id: string, code: string): Promise<unknown> => runInSession(service, id, code);
const end = (id: string, at = service): Promise<Answer> => at.api("DELETE", `/browsers/${id}`);

const logIn = (id: string): Promise<unknown> =>
  run(
    id,
    `await page.goto("${url}/login");
     await page.evaluate(() => new Promise((resolve, reject) => {
       localStorage.setItem("kept", "local");
       const request = indexedDB.open("db", 1);
       request.onupgradeneeded = () => request.result.createObjectStore("s");
       request.onsuccess = () => {
         const transaction = request.result.transaction("s", "readwrite", { durability: "strict" });
         transaction.objectStore("s").put("indexed", "key");
         transaction.oncomplete = () => resolve();
         transaction.onerror = () => reject(transaction.error);
       };
     }));`,
  );

/** State that a new visit of the site finds. */
const seen = (id: string): Promise<unknown> =>
  run(
    id,
    `await page.goto("${url}/");
     return { cookies: (await page.title()).split("; ").sort(), ...(await page.evaluate(() => new Promise((resolve) => {
       const request = indexedDB.open("db", 1);
       request.onupgradeneeded = () => request.result.createObjectStore("s");
       request.onsuccess = () => {
         const read = request.result.transaction("s").objectStore("s").get("key");
         read.onsuccess = () => resolve({ local: localStorage.getItem("kept"), indexed: read.result ?? null });
       };
     }))) };`,
  );
const loggedIn = { cookies: ["session=yes", "stays=yes"], local: "local", indexed: "indexed" };

/** Profile in which a session has saved a login. */
async function savedProfile(name: string): Promise<Answer["body"]> {
  const { body } = await service.api("POST", "/profiles", { json: { name } });
  const session = await create({ name, save_changes: true });
  expect(session.status, session.text).toBe(200);
  expect(session.body).toMatchObject({ profile: { id: body.id, name }, profile_save_changes: true });
  await logIn(session.body.session_id);
  expect((await end(session.body.session_id)).status).toBe(204);
  return body;
}

interface Login {
  id: string;
  archive: Uint8Array<ArrayBuffer>;
}

let saved: Promise<Login> | undefined;

/** The profile "login", in which a session has saved one, and its archive from then. */
function savedLogin(): Promise<Login> {
  saved ??= (async () => {
    const { id } = await savedProfile("login");
    return { id, archive: new Uint8Array((await service.api("GET", "/profiles/login/download")).bytes) };
  })();
  return saved;
}

/** Profile that a session without pages has saved. Each save makes another archive, because it contains the time. */
async function pagelessProfile(name: string): Promise<void> {
  await pageless.api("POST", "/profiles", { json: { name } });
  const { body } = await create({ name, save_changes: true }, pageless);
  const ended = await end(body.session_id, pageless);
  expect(ended.status, ended.text).toBe(204);
}

/** A profile with the same login, from the archive that all tests share. */
async function importedProfile(name: string): Promise<void> {
  const { archive: bytes } = await savedLogin();
  const answer = await service.api("POST", `/_local/profiles/import?name=${name}`, { bytes });
  expect(answer.status, answer.text).toBe(201);
}

describe("a profile", () => {
  test("a profile is created, found, renamed and deleted", async () => {
    const { body, status } = await service.api("POST", "/profiles", { json: { name: "no-1" } });
    expect([status, body.name]).toEqual([201, "no-1"]);
    const unnamed = await service.api("POST", "/profiles");
    expect(unnamed.body.name).toBeNull();
    const taken = await service.api("POST", "/profiles", { json: { name: "no-1" } });
    expect([taken.status, taken.body.code, taken.headers.get("x-should-retry")]).toEqual([409, "conflict", "false"]);
    expect((await service.api("GET", "/profiles?name=NO-1")).body).toEqual([body]);
    expect((await service.api("GET", "/profiles?query=o-")).body).toEqual([body]);
    expect((await service.api("GET", `/profiles?query=${unnamed.body.id}`)).body).toEqual([unnamed.body]);
    expect((await service.api("GET", "/profiles?limit=1")).headers.get("x-has-more")).toBe("true");
    expect((await service.api("GET", "/profiles/no-1")).body).toEqual(body);
    const renamed = await service.api("PATCH", "/profiles/no-1", { json: { name: "two" } });
    expect(renamed.body).toMatchObject({ id: body.id, name: "two" });
    await service.api("POST", "/profiles", { json: { name: "no-1" } });
    expect((await service.api("PATCH", "/profiles/two", { json: { name: "no-1" } })).status).toBe(409);
    expect((await service.api("DELETE", "/profiles/two")).status).toBe(204);
    for (const [method, json] of [["GET"], ["DELETE"], ["PATCH", { name: "x" }]] as const) {
      const answer = await service.api(method, "/profiles/two", json ? { json } : {});
      expect([answer.status, answer.body.message]).toEqual([404, 'there is no profile "two"']);
    }
    for (const name of ["", "a/b", "..", "ä", "x".repeat(256)]) {
      const answer = await service.api("POST", "/profiles", { json: { name } });
      expect(answer.body.details[0].message, name).toMatch(/^name: must be 1 to 255 letters, digits/);
    }
  });

  test("a profile that was never saved has nothing to download", async () => {
    await service.api("POST", "/profiles", { json: { name: "empty" } });
    const answer = await service.api("GET", "/profiles/empty/download");
    expect([answer.status, answer.text]).toEqual([202, ""]);
  });

  test("a profile brings a login into the next session, and keeps only changes of saving sessions; its archive has both forms", async () => {
    const { id } = await savedLogin();
    const second = (await create({ id })).body.session_id;
    expect(await seen(second)).toEqual(loggedIn);
    await run(
      second,
      `await page.evaluate(() => localStorage.setItem("kept", "changed")); await context.clearCookies();`,
    );
    await end(second);
    const third = (await create({ name: "login", save_changes: true })).body.session_id;
    expect(await seen(third)).toEqual(loggedIn);
    expect((await service.api("GET", "/profiles/login")).body).toMatchObject({ last_used_at: expect.any(String) });
    expect((await service.api("GET", "/browsers?query=logi")).body).toHaveLength(1);
    await run(third, `await page.evaluate(() => localStorage.setItem("kept", "changed"));`);
    await end(third);

    const packed = await service.api("GET", "/profiles/login/download");
    const tar = await service.api("GET", "/profiles/login/download?format=tar");
    expect(packed.headers.get("content-disposition")).toBe('attachment; filename="login.tar.zst"');
    expect(tar.headers.get("content-disposition")).toBe('attachment; filename="login.tar"');
    expect(zstdDecompressSync(packed.bytes).equals(tar.bytes)).toBe(true);
    expect(packed.headers.get("accept-ranges")).toBe("bytes");
    // All other tests create theirs from the stored form.
    const bytes = new Uint8Array(tar.bytes);
    const imported = await service.api("POST", "/_local/profiles/import?name=from-tar", { bytes });
    expect([imported.status, imported.body.name]).toEqual([201, "from-tar"]);
    const fourth = (await create({ name: "from-tar" })).body.session_id;
    expect(await seen(fourth)).toEqual({ ...loggedIn, local: "changed" });
    await end(fourth);
  });

  test("a profile is given to a running session without one, by the first of two concurrent requests, and saved by it", async () => {
    await importedProfile("late");
    const { session_id: id, cdp_ws_url } = await service.create({ name: "running", timeout_seconds: 600 });
    await run(id, `await page.goto("${url}/other")`);
    const refused = await service.api("PATCH", `/browsers/${id}`, { json: { profile: { name: "none" } } });
    expect(refused.body.details[0].message).toBe('profile.name: there is no profile "none"');
    const profile = { name: "late", save_changes: true };
    const json = { profile, tags: { a: "b" }, viewport: { width: 800, height: 600 } };
    const answers = await Promise.all([1, 2].map(() => service.api("PATCH", `/browsers/${id}`, { json })));
    const [answer, refusal] = answers.sort((one, other) => one.status - other.status) as [Answer, Answer];
    expect([answer.status, refusal.status, refusal.body.code], answer.text).toEqual([200, 409, "conflict"]);
    expect([answer.body.profile?.name, answer.body.profile_save_changes]).toEqual(["late", true]);
    expect(answer.body).toMatchObject({ cdp_ws_url, tags: { a: "b" }, viewport: { width: 800, height: 600 } });
    expect(await seen(id)).toEqual(loggedIn);
    expect(await run(id, "return await page.evaluate(() => [innerWidth, innerHeight])")).toEqual([800, 600]);
    await run(id, `await page.evaluate(() => localStorage.setItem("kept", "later"));`);
    const again = await service.api("PATCH", `/browsers/${id}`, { json: { profile: { name: "late" } } });
    expect([again.status, again.body.message]).toEqual([409, 'profile: the session already has the profile "late"']);
    await end(id);
    const next = (await create({ name: "late" })).body.session_id;
    expect(await seen(next)).toEqual({ ...loggedIn, local: "later" });
    await end(next);
  });

  test("a legacy profile is JSON in every download, and is restored", async () => {
    const host = new URL(url).host;
    const legacy = {
      cookies: [{ name: "old", value: "cookie", domain: "127.0.0.1", path: "/" }],
      origins: [{ origin: url, localStorage: [{ name: "kept", value: "legacy" }] }],
    };
    const bytes = JSON.stringify(legacy);
    expect((await service.api("POST", "/_local/profiles/import?name=old", { bytes })).status).toBe(201);
    for (const query of ["", "?format=tar", "?format=tar.zst"]) {
      const answer = await service.api("GET", `/profiles/old/download${query}`);
      expect([answer.status, answer.headers.get("content-type"), answer.text]).toEqual([
        200,
        "application/json",
        bytes,
      ]);
      expect(answer.headers.get("content-disposition")).toBe('attachment; filename="old.json"');
    }
    const session = await create({ name: "old", save_changes: true });
    expect(await seen(session.body.session_id), host).toEqual({
      cookies: ["old=cookie"],
      local: "legacy",
      indexed: null,
    });
    await end(session.body.session_id);
    const answer = await service.api("GET", "/profiles/old/download");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="old.tar.zst"');
  });
});

describe("what cannot be", () => {
  test.each([
    [{}, "profile: must have exactly one of id and name"],
    [{ id: "a", name: "b" }, "profile: must have exactly one of id and name"],
    [{ name: "none" }, 'profile.name: there is no profile "none"'],
    [{ id: "none" }, 'profile.id: there is no profile "none"'],
  ])("a session of the profile %j is refused", async (profile, message) => {
    const answer = await create(profile, pageless);
    expect([answer.status, answer.body.code, answer.body.details[0].message]).toEqual([400, "bad_request", message]);
  });

  test("a second session that would save to the same profile is a conflict; a session that only reads is not", async () => {
    await pagelessProfile("shared");
    const first = await create({ name: "shared", save_changes: true }, pageless);
    expect(first.status, first.text).toBe(200);
    const second = await create({ name: "shared", save_changes: true }, pageless);
    expect([second.status, second.body.code, second.headers.get("x-should-retry")]).toEqual([409, "conflict", "false"]);
    expect(second.body.message).toContain(first.body.session_id);
    const reader = await create({ name: "shared" }, pageless);
    expect(reader.status, reader.text).toBe(200);
    const deleted = await pageless.api("DELETE", "/profiles/shared");
    expect([deleted.status, deleted.body.code]).toEqual([409, "resource_in_use"]);
    await end(first.body.session_id, pageless);
    expect((await create({ name: "shared", save_changes: true }, pageless)).status).toBe(200);
    for (const { session_id } of (await pageless.api("GET", "/browsers")).body) await end(session_id, pageless);
    expect((await pageless.api("DELETE", "/profiles/shared")).status).toBe(204);
  });

  test("a start that fails lets another session save", async () => {
    await pageless.api("POST", "/profiles", { json: { name: "failing" } });
    pageless.faults.inject("chromium-start", { error: () => new Error("no browser"), times: 1 });
    expect((await create({ name: "failing", save_changes: true }, pageless)).status).toBe(500);
    const next = await create({ name: "failing", save_changes: true }, pageless);
    expect(next.status).toBe(200);
    await end(next.body.session_id, pageless);
  });

  test("a browser that is killed saves nothing; the saved data is kept, and the end says so", async () => {
    await pagelessProfile("crash");
    const before = await pageless.api("GET", "/profiles/crash/download");
    const { session_id } = (await create({ name: "crash", save_changes: true }, pageless)).body;
    const { pid } = (await pageless.api("GET", `/_local/browsers/${session_id}`)).body;
    process.kill(-pid, "SIGKILL");
    await until(
      () => pageless.log,
      (log) => log.some((line) => line.includes(session_id) && line.includes('the profile "crash" was not saved')),
    );
    const after = await pageless.api("GET", "/profiles/crash/download");
    expect(after.bytes.equals(before.bytes)).toBe(true);
    await until(
      () => create({ name: "crash", save_changes: true }, pageless),
      (answer) => answer.status === 200,
    );
    for (const session of (await pageless.api("GET", "/browsers")).body) await end(session.session_id, pageless);
  });

  test("a full disk is reported when a profile is saved, and the saved data is kept", async () => {
    await pagelessProfile("full");
    const before = await pageless.api("GET", "/profiles/full/download");
    const { session_id } = (await create({ name: "full", save_changes: true }, pageless)).body;
    const error = Object.assign(new Error("ENOSPC"), { code: "ENOSPC", syscall: "write" });
    pageless.faults.inject("profile-save", { error: () => error, times: 1 });
    const answer = await end(session_id, pageless);
    expect([answer.status, answer.body.code]).toEqual([500, "disk_full"]);
    expect((await pageless.api("GET", `/browsers/${session_id}`)).status).toBe(404);
    expect((await pageless.api("GET", "/profiles/full/download")).bytes.equals(before.bytes)).toBe(true);
  });

  test("a damaged archive on the disk is named when it is to be restored", async () => {
    await pagelessProfile("damaged");
    const { readdir } = await import("node:fs/promises");
    const directory = join(pageless.stateDir, "profiles");
    const { id } = (await pageless.api("GET", "/profiles/damaged")).body;
    const file = (await readdir(directory)).find((name) => name.startsWith(id)) ?? "";
    await writeFile(join(directory, file), zstdCompressSync("no archive"));
    const answer = await create({ name: "damaged" }, pageless);
    expect([answer.status, answer.body.code]).toEqual([500, "profile_damaged"]);
    expect(answer.body.message).toMatch(/^the profile "damaged" cannot be restored: the archive is/);
  });

  test.each<[string, string | Uint8Array<ArrayBuffer>, RegExp]>([
    ["text", "hello", /^body: is neither a zstd tar archive, a tar archive nor JSON$/],
    ["a broken archive", new Uint8Array([...zstdCompressSync("x".repeat(2_000)), 1]), /^body: the archive is damaged/],
    ["other JSON", "[1]", /^body: must be a JSON object with cookies and origins$/],
    ["a cookie without a name", '{"cookies":[{"value":"x","domain":"a"}]}', /^body: cookies\[0\]\.name: must be text/],
    ["a wrong origin", '{"origins":[{"origin":"x"}]}', /^body: origins\[0\]\.origin: must be an origin/],
  ])("%s cannot be imported", async (_what, bytes, message) => {
    const before = (await pageless.api("GET", "/profiles?limit=100")).body.length;
    const answer = await pageless.api("POST", "/_local/profiles/import?name=bad", { bytes });
    expect([answer.status, answer.body.details?.[0].message]).toEqual([400, expect.stringMatching(message)]);
    expect((await pageless.api("GET", "/profiles?limit=100")).body).toHaveLength(before);
  });

  test("an import under a taken name is a conflict", async () => {
    await pageless.api("POST", "/profiles", { json: { name: "taken" } });
    const answer = await pageless.api("POST", "/_local/profiles/import?name=taken", { bytes: '{"cookies":[]}' });
    expect(answer.status).toBe(409);
  });
});
