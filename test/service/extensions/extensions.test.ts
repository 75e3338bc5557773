import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import type { Server } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  fakeBrowserScript,
  startServiceWithFakeBrowser,
  writeFakeBrowser,
} from "../../support/browser/fake-browser.ts";
import {
  cookieSite,
  ExtensionSessions,
  extension,
  form,
  indexed,
  refusedExtension,
} from "../../support/service/marker-extension.ts";
import { startService, type TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";
import { rawZip } from "../../support/zip.ts";
import { endAfterLoadingTest, expectMarks, extensionFiles, partNamesTests } from "./support/extension-activation.ts";

let service: TestService;
let site: Server;
let url: string;
let at: ExtensionSessions;
/** Session of most tests. */
let id: string;
beforeAll(async () => {
  ({ site, url } = await cookieSite());
  service = await startService();
  at = new ExtensionSessions(service, url);
  id = await at.new();
});
afterAll(async () => {
  site.close();
  await service.stop();
});

const filesOf = (id: string): Promise<string[]> => extensionFiles(service, id);

describe("in a running browser", () => {
  test("content script and service worker really run, in pages that are loaded from then on", async () => {
    const { pid } = (await service.api("GET", `/_local/browsers/${id}`)).body;
    const answer = await at.one(id, "marker", extension());
    expect([answer.status, answer.text]).toEqual([201, ""]);
    expect(await at.marked(id)).toBe("1");
    expect(await at.marked(id)).toBe("2");
    const { body } = await service.api("GET", `/_local/browsers/${id}`);
    expect(body.pid).toBe(pid);
    expect(body.extensions).toEqual([{ name: "marker", id: expect.stringMatching(/^[a-p]{32}$/), version: "1.2" }]);
  });

  partNamesTests(
    () => at,
    () => id,
    [["extensions.zip_file", "extensions.name", "extensions.zip_file", "extensions.name"]],
  );

  test("several extensions at once may have odd names", async () => {
    const names = ["odd.part", "odd", "n".repeat(255)];
    // The others run nothing: a service worker costs as much as a page.
    const still = { background: undefined, content_scripts: undefined };
    const made = names.map((name, each): [string, File] => [name, extension(`m${each}`, each === 2 ? {} : still)]);
    const answer = await at.activate(id, ...indexed(...made));
    expect(answer.status, answer.text).toBe(201);
    expect(await at.loaded(id)).toEqual(expect.arrayContaining(names));
    expect(await filesOf(id)).toEqual(expect.arrayContaining(names));
    await expectMarks(at, id, ["m2"]);
  });

  test("the only directory of an archive is the extension, whatever the Finder puts beside it", async () => {
    const manifest = JSON.stringify({ manifest_version: 3, name: "Directory", version: "1" });
    const zip = rawZip([
      { name: "my, ext/manifest.json", data: manifest },
      { name: "__MACOSX/my, ext/._manifest.json" },
    ]);
    const answer = await at.one(id, "directory", new File([new Uint8Array(zip)], "x.zip"));
    expect([answer.status, answer.text]).toEqual([201, ""]);
  });

  test("two concurrent activations run one after the other", async () => {
    const answers = await Promise.all([at.one(id, "one", extension("one")), at.one(id, "two", extension("two"))]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect((await at.loaded(id)).filter((name) => name === "one" || name === "two").sort()).toEqual(["one", "two"]);
  });
});

describe("what cannot be loaded", () => {
  /** Names of the extensions that the session has before and after each test. */
  let taken: string[];
  beforeAll(async () => {
    await at.one(id, "taken", extension("taken"));
    taken = (await at.loaded(id)).sort();
  });
  const left = async (): Promise<string[][]> => [(await at.loaded(id)).sort(), (await filesOf(id)).sort()];
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
      refusedExtension(),
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
    [
      "a permission of enterprises",
      "x",
      extension("x", { permissions: ["enterprise.deviceAttributes"] }),
      501,
      /^extensions\[0\]\.zip_file: asks for "enterprise.deviceAttributes"/,
    ],
    ["a way out of the directory", "x", zip({ name: "../x", data: "1" }), 400, /^extensions\[0\]\.zip_file: /],
    [
      "a manifest that is a directory",
      "x",
      zip({ name: "manifest.json/a", data: "1" }, { name: "b", data: "1" }),
      400,
      /manifest\.json: is not a file/,
    ],
    [
      "a manifest of 2 MiB",
      "x",
      withManifest(" ".repeat(2 ** 21)),
      400,
      /manifest\.json: is larger than 1048576 bytes/,
    ],
    [
      "a path too long for a disk",
      "x",
      zip({ name: `${`${"n".repeat(255)}/`.repeat(15)}${"n".repeat(255)}`, data: "1" }),
      400,
      /too long for the disk/,
    ],
    [
      "more than 10 000 entries",
      "x",
      zip(...Array.from({ length: 10_001 }, (_, each) => ({ name: String(each) }))),
      400,
      /10001 entries, more than the 10000/,
    ],
    [
      "more than 200 MiB unpacked",
      "x",
      zip({ name: "a", data: "", size: 200 * 2 ** 20 + 1 }),
      400,
      /unpacks to more than 209715200 bytes/,
    ],
  ])("an upload of %s leaves nothing", async (_what, name, file, status, message) => {
    const answer = await at.one(id, name, file);
    expect([answer.status, answer.body.details?.[0].message], answer.text).toEqual([
      status,
      expect.stringMatching(message),
    ]);
    expect(await left()).toEqual([taken, taken]);
  });

  test("one invalid extension prevents the valid ones too", async () => {
    const answer = await at.activate(id, ...indexed(["good", extension("good")], ["bad", refusedExtension()]));
    expect(answer.body.details[0].message).toMatch(/^extensions\[1\]\.zip_file: .*none\.js/);
    expect(await left()).toEqual([taken, taken]);
    await at.run(
      id,
      `await page.goto("${url}/"); await page.waitForFunction(() => document.documentElement.dataset.taken);`,
    );
    expect(
      await at.run(id, "return await page.evaluate(() => document.documentElement.dataset.good ?? null)"),
    ).toBeNull();
  });

  test("the same extension name twice, no extension, and more than 20 are refused", async () => {
    const twice = await at.activate(id, ...indexed(["a", extension()], ["a", extension()]));
    expect(twice.body.details[0].message).toBe('extensions[1].name: "a" is given twice');
    const none = await at.activate(id, ["other", "x"]);
    expect(none.body.details.map((each: { message: string }) => each.message)).toEqual(["other: unknown part"]);
    const many = Array.from({ length: 21 }, (_, each): [string, File] => [`n${each}`, extension()]);
    expect((await at.activate(id, ...indexed(...many))).body.details[0].message).toMatch(/^extensions: .*20/);
  });

  test("a session that ends while an archive is unpacked, and another one waits, is 404: nothing is left", async () => {
    const plain = await startServiceWithFakeBrowser();
    onTestFinished(() => plain.stop());
    const theirs = new ExtensionSessions(plain, url);
    const other = await theirs.new();
    const directory = join(plain.stateDir, "sessions", other);
    const manifest = JSON.stringify({ manifest_version: 3, name: "Many", version: "1" });
    const files = Array.from({ length: 3_000 }, (_, each) => ({ name: `files/${each}.js`, data: String(each) }));
    const adding = theirs.one(other, "many", zip({ name: "manifest.json", data: manifest }, ...files));
    await until(
      () => extensionFiles(plain, other),
      (names) => names.length > 0,
    );
    const waiting = theirs.one(other, "waiting", extension());
    expect((await theirs.end(other)).status).toBe(204);
    for (const answer of [await adding, await waiting]) {
      expect([answer.status, answer.body.code], answer.text).toEqual([404, "browser_deleted"]);
    }
    expect(existsSync(directory)).toBe(false);
  });

  endAfterLoadingTest(() => ({ service, at }), "it works");
});

describe("a browser without the commands for extensions", () => {
  test("a browser without the commands for extensions is reported with advice; the session continues", async () => {
    // A headless shell is such a browser.
    const other = await startService({ browser: writeFakeBrowser(fakeBrowserScript("Extensions.")) });
    try {
      const its = new ExtensionSessions(other, url);
      const id = await its.new();
      const answer = await its.one(id, "x", extension());
      expect([answer.status, answer.body.code, answer.body.message]).toEqual([
        501,
        "not_supported_locally",
        "this browser cannot load extensions; run `browserctl local setup` for one that can",
      ]);
      expect(answer.body.details[0].message).toMatch(
        /^extensions\[0\]\.zip_file: the browser has no Extensions domain/,
      );
      expect(await readdir(join(other.stateDir, "sessions", id, "extensions"))).toEqual([]);
      expect(await its.facts(id)).toMatchObject({ state: "active", extensions: [] });
      expect((await its.one(id, "x", extension())).status).toBe(501);
      await other.api("POST", "/extensions", { form: form(["file", extension()], ["name", "stored"]) });
      const create = await other.api("POST", "/browsers", { json: { extensions: [{ name: "stored" }] } });
      expect([create.status, create.body.details[0].message]).toEqual([
        501,
        expect.stringMatching(/^extensions\[0\]: the browser has no Extensions domain/),
      ]);
    } finally {
      await other.stop();
    }
  });
});
