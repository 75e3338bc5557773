import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, readdir, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { CHROMIUM, temporaryDirectory } from "../../support/chromium.ts";
import { cookieSite, ExtensionSessions, extension, indexed, refusedExtension } from "../../support/marker-extension.ts";
import { processesOf, startService, type TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

let service: TestService;
let site: Server;
let url: string;
let at: ExtensionSessions;
beforeAll(async () => {
  ({ site, url } = await cookieSite());
  service = await startService();
  at = new ExtensionSessions(service, url);
});
/** The session that the tests of a block share. */
let shared: string | undefined;
/** Removes what a failed test left, before the next one. */
afterEach(async () => {
  const { body } = await service.api("GET", "/browsers?status=active");
  for (const { session_id } of body) if (session_id !== shared) await at.end(session_id);
});
afterAll(async () => {
  site.close();
  await service.stop();
});

/** Lines of the log before the restart that was forced last. */
let loggedBefore = 0;
/** The next live activation fails, which makes the browser restart. */
const forceRestart = (of = service): void => {
  loggedBefore = of.log.length;
  of.faults.inject("extension-live", { error: () => new Error("not live"), times: 1 });
};
const restarting = (id: string, of = service): Promise<unknown> =>
  until(
    () => of.log.slice(loggedBefore),
    (log) => log.some((line) => line.includes(`${id}: the browser restarts`)),
  );

describe("a browser that restarts", () => {
  test("where it cannot be live the browser restarts with its tabs, cookies, storage and viewport, at the same address", async () => {
    const session = await service.create({ timeout_seconds: 600, viewport: { width: 900, height: 700 } });
    const id: string = session.session_id;
    await at.one(id, "first", extension("first"));
    await at.run(
      id,
      `await page.goto("${url}/login"); await page.evaluate(() => localStorage.setItem("a", "b"));
       const other = await context.newPage(); await other.goto("${url}/other");`,
    );
    expect(await at.marked(id, "first")).toBe("3");
    await service.api("POST", `/browsers/${id}/computer/cursor`, { json: { hidden: true } });
    const { pid, extensions } = await at.facts(id);
    const spawned = await service.api("POST", `/browsers/${id}/process/spawn`, {
      json: { command: "sleep", args: ["600"] },
    });
    expect(
      (await service.api("PATCH", `/browsers/${id}`, { json: { viewport: { width: 700, height: 500 } } })).status,
    ).toBe(200);
    const client = await chromium.connectOverCDP(session.cdp_ws_url);
    const gone = new Promise((resolve) => client.once("disconnected", resolve));
    forceRestart();
    const [answer] = await Promise.all([
      at.one(id, "second", extension("second")),
      // Work that comes meanwhile waits for the new browser.
      restarting(id).then(async () => {
        const shot = await service.api("POST", `/browsers/${id}/computer/screenshot`);
        expect(shot.status).toBe(200);
      }),
    ]);
    expect([answer.status, answer.text]).toEqual([201, ""]);
    await gone;
    const facts = await at.facts(id);
    expect(facts.pid).not.toBe(pid);
    expect(facts.extensions.map((each: { name: string }) => each.name)).toEqual(["first", "second"]);
    expect(facts.extensions[0]).toEqual(extensions[0]);
    const process = await service.api("GET", `/browsers/${id}/process/${spawned.body.process_id}/status`);
    expect(process.body.state).toBe("running");
    const again = await chromium.connectOverCDP(session.cdp_ws_url);
    const pages = again.contexts().flatMap((context) => context.pages());
    expect(pages.map((page) => page.url()).sort()).toEqual([`${url}/`, `${url}/login`]);
    await pages.find((page) => page.url() === `${url}/`)?.close();
    await again.close();
    expect(await at.marked(id, "second")).toMatch(/^\d$/);
    expect(
      await at.run(
        id,
        `return { cookies: (await page.title()).split("; ").sort(), local: await page.evaluate(() => localStorage.getItem("a")),
           size: await page.evaluate(() => [innerWidth, innerHeight]),
           cursor: await page.evaluate(() => getComputedStyle(document.documentElement).cursor) }`,
      ),
    ).toEqual({ cookies: ["session=yes", "stays=yes"], local: "b", size: [700, 500], cursor: "none" });
    // The extension's stored data survives: three counts before, one by `second`'s visit, more by the tabs themselves.
    expect(Number(await at.marked(id, "first"))).toBeGreaterThanOrEqual(5);
    await at.end(id);
  });

  test("pages that are opened again find the content scripts that they had", async () => {
    const id = await at.new();
    await at.one(id, "first", extension("first"));
    await at.run(
      id,
      `await page.goto("${url}/a");
       for (const name of ["b", "c", "d"]) await (await context.newPage()).goto("${url}/" + name);`,
    );
    forceRestart();
    await at.one(id, "second", extension("second"));
    const client = await chromium.connectOverCDP((await service.api("GET", `/browsers/${id}`)).body.cdp_ws_url);
    const tabs = client.contexts()[0]?.pages() ?? [];
    expect(tabs.map((tab) => new URL(tab.url()).pathname).sort()).toEqual(["/a", "/b", "/c", "/d"]);
    await Promise.all(tabs.map((tab) => tab.waitForFunction('"first" in document.documentElement.dataset')));
    await client.close();
    await at.end(id);
  });

  test("goes on without the new extensions when it refuses one of them", async () => {
    const id = await at.new();
    await at.one(id, "first", extension("first"));
    await at.run(id, `await page.goto("${url}/login")`);
    forceRestart();
    const answer = await at.activate(id, ...indexed(["good", extension("good")], ["bad", refusedExtension()]));
    expect([answer.status, answer.body.details?.[0].message], answer.text).toEqual([
      400,
      expect.stringMatching(/^extensions\[1\]\.zip_file: .*none\.js/),
    ]);
    await restarting(id);
    expect(await at.loaded(id)).toEqual(["first"]);
    expect(await readdir(join(service.stateDir, "sessions", id, "extensions"))).toEqual(["first"]);
    expect(await at.marked(id, "first")).toMatch(/^\d$/);
    expect(
      await at.run(id, "return await page.evaluate(() => document.documentElement.dataset.good ?? null)"),
    ).toBeNull();
    expect(await at.run(id, "return (await page.title()).split('; ').sort()")).toEqual(["session=yes", "stays=yes"]);
    // Their names are free again.
    expect((await at.one(id, "good", extension("good"))).status).toBe(201);
    await at.end(id);
  });

  describe("in one session", () => {
    let session: { id: string; cdp_ws_url: string };
    beforeAll(async () => {
      const { session_id: id, cdp_ws_url } = await service.create({ timeout_seconds: 600 });
      session = { id, cdp_ws_url };
      shared = id;
    });
    afterAll(async () => {
      shared = undefined;
      await at.end(session.id);
    });

    test("a CDP client that connects meanwhile waits for the new browser", async () => {
      const { id, cdp_ws_url } = session;
      await at.run(id, `await page.goto("${url}/here")`);
      forceRestart();
      const adding = at.one(id, "x", extension());
      await restarting(id);
      const client = await chromium.connectOverCDP(cdp_ws_url);
      const [page] = client.contexts()[0]?.pages() ?? [];
      expect(page?.url()).toBe(`${url}/here`);
      expect((await adding).status).toBe(201);
      expect(await page?.title()).toBe("");
      await client.close();
    });

    test("cuts off what is under way, which is told so", async () => {
      const { id } = session;
      const silent = createServer(() => {});
      onTestFinished(() => {
        silent.closeAllConnections();
        silent.close();
      });
      await once(silent.listen(0, "127.0.0.1"), "listening");
      await at.run(id, `await page.goto("${url}/"); await page.setContent("<input>"); await page.focus("input")`);
      const asked = once(silent, "request");
      const typing = service.api("POST", `/browsers/${id}/computer/type`, {
        json: { text: "text".repeat(100), delay: 100 },
      });
      const curl = service.api("POST", `/browsers/${id}/curl`, {
        json: { url: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/` },
      });
      await asked;
      await until(
        () => at.run(id, `return await page.inputValue("input")`),
        (value) => value !== "",
      );
      forceRestart();
      expect((await at.one(id, "y", extension())).status).toBe(201);
      for (const answer of [await typing, await curl]) {
        expect([answer.status, answer.body.code], answer.text).toEqual([409, "browser_restarted"]);
        expect(answer.headers.get("x-should-retry")).toBe("false");
      }
    });

    test("two restarts at once: a profile is loaded while extensions are", async () => {
      await service.api("POST", "/profiles", { json: { name: "both" } });
      const { id } = session;
      await at.one(id, "first", extension("first"));
      forceRestart();
      const adding = at.one(id, "second", extension("second"));
      await restarting(id);
      const answer = await service.api("PATCH", `/browsers/${id}`, { json: { profile: { name: "both" } } });
      expect([(await adding).status, answer.status], answer.text).toEqual([201, 200]);
      expect((await at.loaded(id)).slice(-2)).toEqual(["first", "second"]);
      expect([await at.marked(id, "first"), await at.marked(id, "second")]).toEqual(["1", "2"]);
    });
  });
});

describe("a session that ends while its browser restarts", () => {
  test("is over for whoever restarted it, and saves its profile", async () => {
    await service.api("POST", "/profiles", { json: { name: "kept" } });
    const ended = (pid: number): Promise<boolean> => until(() => !existsSync(`/proc/${pid}`));
    const moments: [name: string, reached: (oldBrowser: number) => Promise<unknown>][] = [
      ["it restarts", async () => true],
      ["the old browser has ended", ended],
      [
        "the new browser starts",
        async (pid) => {
          await ended(pid);
          await until(
            () => processesOf(service.stateDir),
            ({ length }) => length > 0,
          );
        },
      ],
    ];
    /** State that the session before it has saved. */
    const found = (id: string): Promise<unknown> =>
      at.run(
        id,
        `await page.goto("${url}/"); return [(await page.title()).split("; ").sort().join("; "), await page.evaluate(() => localStorage.moment)]`,
      );
    let before: string | undefined;
    for (const [moment, reached] of moments) {
      const id = await at.new({ profile: { name: "kept", save_changes: true } });
      if (before !== undefined) expect(await found(id)).toEqual(["session=yes; stays=yes", before]);
      before = moment;
      await at.run(
        id,
        `await page.goto("${url}/login"); await page.evaluate(() => localStorage.setItem("moment", "${moment}"))`,
      );
      const { pid } = await at.facts(id);
      forceRestart();
      const adding = at.one(id, "x", extension());
      await restarting(id);
      await reached(pid);
      const ended = await at.end(id);
      expect(ended.status, ended.text).toBe(204);
      const answer = await adding;
      // The slowest may come too late to meet it.
      if (answer.status !== 201) expect([answer.status, answer.body.code]).toEqual([404, "browser_deleted"]);
      expect(await readdir(join(service.stateDir, "sessions"))).toEqual([]);
    }
    const next = await at.new({ profile: { name: "kept" } });
    expect(await found(next)).toEqual(["session=yes; stays=yes", before]);
    await at.end(next);
  });

  test("because the service stops leaves nothing", async () => {
    const other = await startService();
    const its = new ExtensionSessions(other, url);
    const id = await its.new();
    forceRestart(other);
    const adding = its.one(id, "x", extension()).catch(() => undefined);
    await restarting(id, other);
    await other.stop();
    const answer = await adding;
    if (answer) expect([answer.status, answer.body.code]).toEqual([404, "browser_deleted"]);
  });

  test("because the browser does not start again says so", async () => {
    const browser = join(await temporaryDirectory(), "browser");
    await writeFile(browser, `#!/bin/sh\nexec ${CHROMIUM} "$@"\n`);
    await chmod(browser, 0o755);
    const other = await startService({ browser });
    try {
      const its = new ExtensionSessions(other, url);
      await other.api("POST", "/profiles", { json: { name: "safe" } });
      const id = await its.new({ profile: { name: "safe", save_changes: true } });
      await rm(browser);
      forceRestart(other);
      const answer = await its.one(id, "x", extension());
      expect([answer.status, answer.body.code], answer.text).toEqual([503, "browser_start_failed"]);
      expect(answer.body.message).toContain("does not exist");
      expect(answer.headers.get("x-should-retry")).toBe("false");
      const after = await other.api("GET", `/browsers/${id}`);
      expect([after.status, after.body.message]).toEqual([
        404,
        expect.stringContaining("the browser did not start again: the browser did not start: "),
      ]);
      await until(
        () => readdir(join(other.stateDir, "sessions")),
        (left) => left.length === 0,
      );
      // A browser that did not start may have changed the profile in unknown ways.
      expect(other.log.some((line) => line.includes('the profile "safe" was not saved'))).toBe(true);
    } finally {
      await other.stop();
    }
  });
});
