import { readdir } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, startService, type TestService, until } from "../../support/service.ts";
import { rawZip } from "../../support/zip.ts";

let service: TestService;
let site: Server;
let url: string;
beforeAll(async () => {
  service = await startService();
  site = createServer((request, response) => {
    response.setHeader("Content-Type", "text/html");
    if (request.url === "/login") response.setHeader("Set-Cookie", ["session=yes", "stays=yes; Max-Age=1000"]);
    response.end(`<title>${request.headers.cookie ?? ""}</title>`);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(async () => {
  site.close();
  await service.stop();
});

const manifest = {
  manifest_version: 3,
  name: "Marker",
  version: "1.2",
  permissions: ["storage"],
  background: { service_worker: "worker.js" },
  content_scripts: [{ matches: ["http://127.0.0.1/*"], js: ["content.js"] }],
};

/** An extension whose content script marks the page with what its service worker counts. */
function extension(mark = "marker", more: object = {}, folder = ""): File {
  const zip = rawZip([
    { name: `${folder}manifest.json`, data: JSON.stringify({ ...manifest, ...more }) },
    {
      name: `${folder}worker.js`,
      data: `chrome.runtime.onMessage.addListener((message, sender, answer) => {
        chrome.storage.local.get("count").then(({ count = 0 }) =>
          chrome.storage.local.set({ count: count + 1 }).then(() => answer(count + 1)));
        return true;
      });`,
    },
    {
      name: `${folder}content.js`,
      data: `chrome.runtime.sendMessage("count").then((count) => { document.documentElement.dataset.${mark} = count; });`,
    },
  ]);
  return new File([new Uint8Array(zip)], `${mark}.zip`);
}

function form(...parts: [name: string, value: string | File][]): FormData {
  const made = new FormData();
  for (const [name, value] of parts) made.append(name, value);
  return made;
}
const activate = (id: string, ...parts: [string, string | File][]): Promise<Answer> =>
  service.api("POST", `/browsers/${id}/extensions`, { form: form(...parts) });
const one = (id: string, name: string, file: File): Promise<Answer> =>
  activate(id, ["extensions.items.name", name], ["extensions.items.zip_file", file]);
const newSession = async (body: object = {}): Promise<string> =>
  (await service.create({ timeout_seconds: 600, ...body })).session_id;
const end = (id: string): Promise<Answer> => service.api("DELETE", `/browsers/${id}`);
const run = async (id: string, code: string): Promise<unknown> => {
  const answer = await service.api("POST", `/browsers/${id}/playwright/execute`, { json: { code } });
  expect(answer.body, answer.text).toMatchObject({ success: true });
  return answer.body.result;
};
/** What a page sees of the extension once it has answered. */
const marked = (id: string, mark = "marker"): Promise<unknown> =>
  run(
    id,
    `await page.goto("${url}/"); await page.waitForFunction(() => document.documentElement.dataset.${mark});
     return await page.evaluate(() => document.documentElement.dataset.${mark});`,
  );
const loaded = async (id: string): Promise<string[]> =>
  (await service.api("GET", `/_local/browsers/${id}`)).body.extensions.map((each: { name: string }) => each.name);
const filesOf = (id: string): Promise<string[]> =>
  readdir(join(service.stateDir, "sessions", id, "extensions")).catch(() => []);

describe("in a running browser", () => {
  test("content script and service worker really run, in pages that are loaded from then on", async () => {
    const id = await newSession();
    const { pid } = (await service.api("GET", `/_local/browsers/${id}`)).body;
    const answer = await one(id, "marker", extension());
    expect([answer.status, answer.text]).toEqual([201, ""]);
    expect(await marked(id)).toBe("1");
    expect(await marked(id)).toBe("2");
    const { body } = await service.api("GET", `/_local/browsers/${id}`);
    expect(body.pid).toBe(pid);
    expect(body.extensions).toEqual([{ name: "marker", id: expect.stringMatching(/^[a-p]{32}$/), version: "1.2" }]);
    await end(id);
  });

  test.each([
    ["extensions[0][name]", "extensions[0][zip_file]", "extensions[1][name]", "extensions[1][zip_file]"],
    ["extensions[][name]", "extensions[][zip_file]", "extensions[][name]", "extensions[][zip_file]"],
    ["extensions.name", "extensions.zip_file", "extensions.name", "extensions.zip_file"],
    ["extensions.zip_file", "extensions.name", "extensions.zip_file", "extensions.name"],
  ])("several at once, as parts %s, %s, ...", async (...names) => {
    const id = await newSession();
    const values = { name: ["a", "b"], file: [extension("a"), extension("b", {}, "b/")] };
    const parts = names.map((name): [string, string | File] => [
      name,
      (name.includes("zip_file") ? values.file.shift() : values.name.shift()) as string | File,
    ]);
    expect((await activate(id, ...parts)).status).toBe(201);
    expect([await marked(id, "a"), await marked(id, "b")]).toEqual(["1", "2"]);
    await end(id);
  });

  test("where it cannot be live the browser restarts with its tabs, cookies, storage and viewport, at the same address", async () => {
    const session = await service.create({ timeout_seconds: 600, viewport: { width: 900, height: 700 } });
    const id: string = session.session_id;
    await one(id, "first", extension("first"));
    await run(
      id,
      `await page.goto("${url}/login"); await page.evaluate(() => localStorage.setItem("a", "b"));
       const other = await context.newPage(); await other.goto("${url}/other");`,
    );
    expect(await marked(id, "first")).toBe("3");
    await service.api("POST", `/browsers/${id}/computer/cursor`, { json: { hidden: true } });
    const { pid } = (await service.api("GET", `/_local/browsers/${id}`)).body;
    const client = await chromium.connectOverCDP(session.cdp_ws_url);
    const gone = new Promise((resolve) => client.once("disconnected", resolve));
    service.faults.inject("extension-live", { error: () => new Error("not live"), times: 1 });
    const [answer] = await Promise.all([
      one(id, "second", extension("second")),
      // Work that comes meanwhile waits for the new browser.
      until(
        () => service.log,
        (log) => log.some((line) => line.includes(`${id}: the browser restarts: live activation of second failed`)),
      ).then(async () => {
        const shot = await service.api("POST", `/browsers/${id}/computer/screenshot`);
        expect(shot.status).toBe(200);
      }),
    ]);
    expect([answer.status, answer.text]).toEqual([201, ""]);
    await gone;
    const { body } = await service.api("GET", `/_local/browsers/${id}`);
    expect(body.pid).not.toBe(pid);
    expect(await loaded(id)).toEqual(["first", "second"]);
    const again = await chromium.connectOverCDP(session.cdp_ws_url);
    const pages = again.contexts().flatMap((context) => context.pages());
    expect(pages.map((page) => page.url()).sort()).toEqual([`${url}/`, `${url}/login`]);
    await again.close();
    expect(await marked(id, "second")).toMatch(/^\d$/);
    expect(
      await run(
        id,
        `return { cookies: (await page.title()).split("; ").sort(), local: await page.evaluate(() => localStorage.getItem("a")),
           size: await page.evaluate(() => [innerWidth, innerHeight]),
           cursor: await page.evaluate(() => getComputedStyle(document.documentElement).cursor) }`,
      ),
    ).toEqual({ cookies: ["session=yes", "stays=yes"], local: "b", size: [900, 700], cursor: "none" });
    // What an extension has stored goes on: three counts before, one by `second`'s visit, more by the tabs themselves.
    expect(Number(await marked(id, "first"))).toBeGreaterThanOrEqual(5);
    await end(id);
  });

  test("two activations at once are done one after the other", async () => {
    const id = await newSession();
    const answers = await Promise.all([one(id, "a", extension("a")), one(id, "b", extension("b"))]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect((await loaded(id)).sort()).toEqual(["a", "b"]);
    await end(id);
  });
});

describe("what cannot be loaded", () => {
  let id: string;
  beforeAll(async () => {
    id = await newSession();
    await one(id, "taken", extension("taken"));
  });
  const zip = (...entries: Parameters<typeof rawZip>[0][number][]): File =>
    new File([new Uint8Array(rawZip(entries))], "x.zip");
  const withManifest = (text: string): File => zip({ name: "manifest.json", data: text });

  test.each<[string, string, File, number, RegExp]>([
    [
      "a name that the session has",
      "taken",
      extension(),
      400,
      /^extensions\[0\]\.name: the session already has an extension "taken"$/,
    ],
    ["a name with a slash", "a/b", extension(), 400, /^extensions\[0\]\.name: must be 1 to 255 letters/],
    ["no archive", "x", new File(["text"], "x"), 400, /^extensions\[0\]\.zip_file: it is not a zip archive/],
    [
      "no manifest",
      "x",
      zip({ name: "a.js", data: "1" }),
      400,
      /^extensions\[0\]\.zip_file: manifest\.json: is missing/,
    ],
    [
      "a broken manifest",
      "x",
      withManifest('{\n "name": }'),
      400,
      /^extensions\[0\]\.zip_file: manifest\.json: is not JSON: line 2, column/,
    ],
    [
      "a manifest of version 2",
      "x",
      extension("x", { manifest_version: 2 }),
      400,
      /manifest_version: is 2, which browsers no longer load/,
    ],
    ["no version", "x", extension("x", { version: undefined }), 400, /manifest\.json: version: is missing/],
    [
      "a file that the manifest names and is not there",
      "x",
      extension("x", { content_scripts: [{ matches: ["http://a/*"], js: ["none.js"] }] }),
      400,
      /^extensions\[0\]\.zip_file: .*none\.js/,
    ],
    [
      "a permission that only a policy gives",
      "x",
      extension("x", { permissions: ["webRequest", "webRequestBlocking"] }),
      501,
      /^extensions\[0\]\.zip_file: asks for "webRequestBlocking"/,
    ],
    ["a way out of the folder", "x", zip({ name: "../x", data: "1" }), 400, /^extensions\[0\]\.zip_file: /],
  ])("%s: nothing is left", async (_what, name, file, status, message) => {
    const answer = await one(id, name, file);
    expect([answer.status, answer.body.details?.[0].message], answer.text).toEqual([
      status,
      expect.stringMatching(message),
    ]);
    expect(await loaded(id)).toEqual(["taken"]);
    expect(await filesOf(id)).toEqual(["taken"]);
  });

  test("one bad one keeps the good ones away too", async () => {
    const answer = await activate(
      id,
      ["extensions[0][name]", "good"],
      ["extensions[0][zip_file]", extension("good")],
      ["extensions[1][name]", "bad"],
      [
        "extensions[1][zip_file]",
        extension("bad", { content_scripts: [{ matches: ["http://a/*"], js: ["none.js"] }] }),
      ],
    );
    expect(answer.body.details[0].message).toMatch(/^extensions\[1\]\.zip_file: .*none\.js/);
    expect([await loaded(id), await filesOf(id)]).toEqual([["taken"], ["taken"]]);
    await run(
      id,
      `await page.goto("${url}/"); await page.waitForFunction(() => document.documentElement.dataset.taken);`,
    );
    expect(await run(id, "return await page.evaluate(() => document.documentElement.dataset.good ?? null)")).toBeNull();
  });

  test("the same name twice, none, or more than 20", async () => {
    const twice = await activate(
      id,
      ["extensions[0][name]", "a"],
      ["extensions[0][zip_file]", extension()],
      ["extensions[1][name]", "a"],
      ["extensions[1][zip_file]", extension()],
    );
    expect(twice.body.details[0].message).toBe('extensions[1].name: "a" is given twice');
    const none = await activate(id, ["other", "x"]);
    expect(none.body.details.map((each: { message: string }) => each.message)).toEqual(["other: unknown part"]);
    const many = Array.from({ length: 21 }, (_, at): [string, string | File][] => [
      [`extensions[${at}][name]`, `n${at}`],
      [`extensions[${at}][zip_file]`, extension()],
    ]);
    expect((await activate(id, ...many.flat())).body.details[0].message).toMatch(/^extensions: .*20/);
  });

  test("a session that ends meanwhile is 404", async () => {
    const other = await newSession();
    service.faults.inject("extension-live", { delayMs: 500, error: () => new Error("not live"), times: 1 });
    const adding = one(other, "late", extension("late"));
    await until(
      () => filesOf(other),
      (files) => files.includes("late"),
    );
    await end(other);
    const answer = await adding;
    expect([answer.status, answer.body.code]).toEqual([404, "browser_deleted"]);
  });
});

describe("stored extensions", () => {
  test("are uploaded, found, downloaded, loaded by new sessions and deleted", async () => {
    const file = extension("stored");
    const { body, status } = await service.api("POST", "/extensions", { form: form(["file", file], ["name", "mark"]) });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: "mark",
      size_bytes: file.size,
      checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const unnamed = await service.api("POST", "/extensions", { form: form(["file", extension("u")]) });
    expect(unnamed.body.name).toBeUndefined();
    expect((await service.api("GET", "/extensions?query=MAR")).body).toEqual([body]);
    expect((await service.api("GET", "/extensions")).body).toHaveLength(2);
    expect((await service.api("GET", "/extensions/mark/metadata")).body).toEqual(body);
    const download = await service.api("GET", `/extensions/${body.id}`);
    expect(download.bytes.equals(Buffer.from(await file.arrayBuffer()))).toBe(true);
    expect(download.headers.get("content-disposition")).toBe('attachment; filename="mark.zip"');
    expect(download.headers.get("etag")).toBe(`"${body.checksum}"`);
    const id = await newSession({ extensions: [{ name: "mark" }, { id: unnamed.body.id }] });
    expect(await marked(id, "stored")).toBe("1");
    expect(await loaded(id)).toEqual(["mark", unnamed.body.id]);
    expect((await service.api("GET", "/extensions/mark/metadata")).body.last_used_at).toBeDefined();
    expect((await service.api("DELETE", "/extensions/mark")).status).toBe(204);
    expect(await marked(id, "stored")).toBe("2");
    await end(id);
    for (const [method, path] of [
      ["GET", "/extensions/mark"],
      ["GET", "/extensions/mark/metadata"],
      ["DELETE", "/extensions/mark"],
    ] as const) {
      const answer = await service.api(method, path);
      expect([answer.status, answer.body.message]).toEqual([404, 'there is no extension "mark"']);
    }
  });

  test("that are refused leave nothing", async () => {
    const before = await readdir(join(service.stateDir, "extensions"));
    await service.api("POST", "/extensions", { form: form(["file", extension()], ["name", "once"]) });
    const taken = await service.api("POST", "/extensions", { form: form(["file", extension()], ["name", "once"]) });
    expect([taken.status, taken.body.code]).toEqual([409, "conflict"]);
    const bad = await service.api("POST", "/extensions", { form: form(["file", extension("x", { version: "a" })]) });
    expect(bad.body.details[0].message).toMatch(/^file: manifest\.json: version: must be 1 to 4 numbers/);
    const missing = await service.api("POST", "/extensions", { form: form(["name", "x"]) });
    expect(missing.body.details[0].message).toBe("file: is missing");
    await service.api("DELETE", "/extensions/once");
    expect(await readdir(join(service.stateDir, "extensions"))).toEqual(before);
  });

  test.each([
    [[{ name: "none" }], 'extensions[0].name: there is no extension "none"'],
    [[{ id: "none" }], 'extensions[0].id: there is no extension "none"'],
    [[{ name: "n", id: "i" }], "extensions[0]: must have exactly one of id and name"],
  ])("a session with %j is refused", async (extensions, message) => {
    const answer = await service.api("POST", "/browsers", { json: { extensions } });
    expect([answer.status, answer.body.details[0].message]).toEqual([
      400,
      expect.stringContaining(message.slice(0, 15)),
    ]);
  });
});
