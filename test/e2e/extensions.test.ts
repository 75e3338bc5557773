import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { packDirectory } from "../../src/archive/pack-directory.ts";
import { withServer } from "../support/browser/chromium.ts";
import { type LocalHome, type SessionRecord, type StartedHome, sharedHome } from "../support/cli/local-home.ts";
import { jsonError } from "../support/cli/run-cli.ts";
import { callApi, type TestService } from "../support/service/service.ts";
import { runInSession } from "../support/service/session-code.ts";
import { writtenState } from "../support/service/written-state.ts";

const atHome = sharedHome({ inProcess: true });

/** Extension whose content script and service worker leave a mark in every page. */
function extension(home: LocalHome, name: string, mark: string, more: object = {}): string {
  const directory = join(home.dir, name);
  mkdirSync(directory, { recursive: true });
  const manifest = {
    manifest_version: 3,
    name: mark,
    version: "1.2.3",
    background: { service_worker: "worker.js" },
    content_scripts: [{ matches: ["<all_urls>"], js: ["content.js"] }],
    ...more,
  };
  writeFileSync(join(directory, "manifest.json"), JSON.stringify(manifest));
  writeFileSync(
    join(directory, "worker.js"),
    `chrome.runtime.onMessage.addListener((word, _, answer) => answer(word + " heard"));`,
  );
  writeFileSync(
    join(directory, "content.js"),
    `document.documentElement.dataset.${mark} = "script";
     chrome.runtime.sendMessage("${mark}").then((answer) => { document.documentElement.dataset.${mark} += ", " + answer; });`,
  );
  return name;
}

const marked = (mark: string): string => `script, ${mark} heard`;

/** Marks on a newly loaded page, after one of the extensions has answered. */
async function seen(home: StartedHome, id: string, url: string, mark?: string): Promise<unknown> {
  const token = writtenState(home.stateDir)?.token ?? expect.fail("no state");
  const api: TestService["api"] = (method, path, options) =>
    callApi(home.service.base_url, token, method, path, options);
  const code = `await page.goto(${JSON.stringify(url)});
    const mark = ${JSON.stringify(mark)};
    if (mark) await page.waitForFunction((mark) => document.documentElement.dataset[mark]?.includes("heard"), mark);
    return await page.evaluate(() => ({ ...document.documentElement.dataset }))`;
  return await runInSession({ api }, id, code);
}

async function session(home: LocalHome, ...args: string[]): Promise<string> {
  return (await home.json<SessionRecord>(["browsers", "create", "--timeout-seconds", "600", ...args])).session_id;
}

const page = async (): Promise<string> =>
  (await withServer((_, response) => response.setHeader("content-type", "text/html").end("a page"))).url;

describe("browsers extensions upload", () => {
  test("an uploaded directory is live in a real page: its scripts run, and a refused later upload does not change it", async () => {
    const [home, url] = [await atHome(), await page()];
    const id = await session(home);
    expect(await seen(home, id, url)).toEqual({});
    const loaded = await home.cli(["browsers", "extensions", "upload", id, extension(home, "my ext", "first")]);
    expect(loaded).toMatchObject({ code: 0, stderr: `Loaded my-ext (first 1.2.3) into session ${id}.\n` });
    expect(await seen(home, id, url, "first")).toEqual({ first: marked("first") });
    // A directory and an archive at once; the existing extension stays.
    extension(home, "third", "third");
    await packDirectory(join(home.dir, "third"), join(home.dir, "third.zip"));
    const more = ["browsers", "extensions", "upload", id, extension(home, "second", "second"), "third.zip"];
    expect((await home.cli(more)).code).toBe(0);
    for (const mark of ["first", "second", "third"]) {
      expect(await seen(home, id, url, mark)).toMatchObject({ [mark]: marked(mark) });
    }

    const upload = async (name: string) => home.cli(["browsers", "extensions", "upload", id, name, "-o", "json"]);
    expect(jsonError(await upload("second"))).toMatchObject({ exit_code: 1, http_status: 400 });
    extension(home, "bad", "bad", { content_scripts: [{ matches: ["not a pattern"], js: ["content.js"] }] });
    expect(jsonError(await upload("bad"))).toMatchObject({ exit_code: 1, http_status: 400 });
    extension(home, "policy", "policy", { permissions: ["webRequest", "webRequestBlocking"] });
    const policy = jsonError(await upload("policy"));
    expect(policy).toMatchObject({ http_status: 501 });
    expect(JSON.stringify(policy)).toContain("webRequestBlocking");
    for (const mark of ["first", "second", "third"]) {
      const marks = await seen(home, id, url, mark);
      expect(marks).toMatchObject({ [mark]: marked(mark) });
      for (const refused of ["bad", "policy"]) expect(marks).not.toHaveProperty(refused);
    }
  });
});

test("a stored extension is loaded by its name and by its id, and deleting it does not affect sessions", async () => {
  const [home, url] = [await atHome(), await page()];
  const stored = await home.json<{ id: string; checksum: string }>([
    "extensions",
    "upload",
    extension(home, "kept", "kept"),
  ]);
  const packed = await packDirectory(join(home.dir, "kept"), join(home.dir, "kept.zip"));
  expect(stored).toMatchObject({ name: "kept", size_bytes: packed.bytes, checksum: packed.sha256 });
  expect(jsonError(await home.cli(["extensions", "upload", "kept", "-o", "json"]))).toMatchObject({ http_status: 409 });
  const words = ["extensions", "upload", extension(home, "other", "other")];
  const other = await home.json<{ id: string }>(words);
  const id = await session(home, "--extension", "kept", "--extension", other.id);
  for (const mark of ["kept", "other"]) {
    expect(await seen(home, id, url, mark)).toMatchObject({ [mark]: marked(mark) });
  }
  expect((await home.cli(["extensions", "delete", "kept", "--yes"])).code).toBe(0);
  expect(await home.json(["extensions", "list", "--query", "[].name"])).toEqual(["other"]);
  expect((await home.cli(["extensions", "get", "kept"])).code).toBe(4);
  expect(await seen(home, id, url, "kept")).toMatchObject({ kept: marked("kept") });
  expect(jsonError(await home.cli(["browsers", "create", "--extension", "kept", "-o", "json"]))).toMatchObject({
    http_status: 400,
  });
});
