import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { writeFakeBrowser } from "../../support/browser/fake-browser.ts";
import { ExtensionSessions, extension, indexed, refusedExtension } from "../../support/service/marker-extension.ts";
import { startService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";
import { browserRestarts } from "./support/browser-restarts.ts";

const its = browserRestarts();

describe("a browser that restarts", () => {
  let session: { id: string; cdp_ws_url: string };
  beforeAll(async () => {
    const { session_id: id, cdp_ws_url } = await its.service.create({
      timeout_seconds: 600,
      viewport: { width: 900, height: 700 },
    });
    session = { id, cdp_ws_url };
    its.shared = id;
  });
  afterAll(async () => {
    its.shared = undefined;
    await its.at.end(session.id);
  });

  test("a browser without live loading restarts with its tabs, cookies, storage and viewport, at the same address", async () => {
    const { id, cdp_ws_url } = session;
    await its.at.one(id, "first", extension("first"));
    await its.at.run(
      id,
      `await page.goto("${its.url}/login"); await page.evaluate(() => localStorage.setItem("a", "b"));
       const other = await context.newPage(); await other.goto("${its.url}/other");`,
    );
    // More visits than those after the restart.
    let count = 0;
    for (let visit = 0; visit < 4; visit += 1) count = Number(await its.at.marked(id, "first"));
    expect(count).toBeGreaterThanOrEqual(4);
    await its.service.api("POST", `/browsers/${id}/computer/cursor`, { json: { hidden: true } });
    const { pid, extensions } = await its.at.facts(id);
    const spawned = await its.service.api("POST", `/browsers/${id}/process/spawn`, {
      json: { command: "sleep", args: ["600"] },
    });
    expect(
      (await its.service.api("PATCH", `/browsers/${id}`, { json: { viewport: { width: 700, height: 500 } } })).status,
    ).toBe(200);
    const client = await chromium.connectOverCDP(cdp_ws_url);
    const gone = new Promise((resolve) => client.once("disconnected", resolve));
    its.force();
    const [answer, again] = await Promise.all([
      its.at.one(id, "second", extension("second")),
      // Work that arrives in the meantime waits for the new browser, and so does a client that connects.
      its.restarting(id).then(async () => {
        const shot = its.service.api("POST", `/browsers/${id}/computer/screenshot`);
        const connected = await chromium.connectOverCDP(cdp_ws_url);
        expect((await shot).status).toBe(200);
        return connected;
      }),
    ]);
    expect([answer.status, answer.text]).toEqual([201, ""]);
    await gone;
    const facts = await its.at.facts(id);
    expect(facts.pid).not.toBe(pid);
    expect(facts.extensions.map((each: { name: string }) => each.name)).toEqual(["first", "second"]);
    expect(facts.extensions[0]).toEqual(extensions[0]);
    const process = await its.service.api("GET", `/browsers/${id}/process/${spawned.body.process_id}/status`);
    expect(process.body.state).toBe("running");
    const pages = again.contexts().flatMap((context) => context.pages());
    expect(pages.map((page) => page.url()).sort()).toEqual([`${its.url}/`, `${its.url}/login`]);
    await pages.find((page) => page.url() === `${its.url}/`)?.close();
    await again.close();
    expect(await its.at.marked(id, "second")).toMatch(/^\d$/);
    expect(
      await its.at.run(
        id,
        `return { cookies: (await page.title()).split("; ").sort(), local: await page.evaluate(() => localStorage.getItem("a")),
           size: await page.evaluate(() => [innerWidth, innerHeight]),
           cursor: await page.evaluate(() => getComputedStyle(document.documentElement).cursor) }`,
      ),
    ).toEqual({ cookies: ["session=yes", "stays=yes"], local: "b", size: [700, 500], cursor: "none" });
    // The extension's stored data survives: the visits of both tabs, of `second` and of this one come to four.
    expect(Number(await its.at.marked(id, "first"))).toBeGreaterThan(count);
  });

  test("a restart continues without the new extensions when the browser refuses one; interrupted work is told so", async () => {
    const { id } = session;
    const silent = createServer(() => {});
    onTestFinished(() => {
      silent.closeAllConnections();
      silent.close();
    });
    await once(silent.listen(0, "127.0.0.1"), "listening");
    await its.at.one(id, "kept", extension("kept"));
    const before = await its.at.loaded(id);
    await its.at.run(
      id,
      `await page.goto("${its.url}/login"); await page.setContent("<input>"); await page.focus("input")`,
    );
    const requested = once(silent, "request");
    const typing = its.service.api("POST", `/browsers/${id}/computer/type`, {
      json: { text: "text".repeat(100), delay: 100 },
    });
    const curl = its.service.api("POST", `/browsers/${id}/curl`, {
      json: { url: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/` },
    });
    await requested;
    await until(
      () => its.at.run(id, `return await page.inputValue("input")`),
      (value) => value !== "",
    );
    its.force();
    const answer = await its.at.activate(id, ...indexed(["good", extension("good")], ["bad", refusedExtension()]));
    expect([answer.status, answer.body.details?.[0].message], answer.text).toEqual([
      400,
      expect.stringMatching(/^extensions\[1\]\.zip_file: .*none\.js/),
    ]);
    await its.restarting(id);
    for (const cut of [await typing, await curl]) {
      expect([cut.status, cut.body.code], cut.text).toEqual([409, "browser_restarted"]);
      expect(cut.headers.get("x-should-retry")).toBe("false");
    }
    expect(await its.at.loaded(id)).toEqual(before);
    expect((await readdir(join(its.service.stateDir, "sessions", id, "extensions"))).sort()).toEqual(before.sort());
    expect(await its.at.marked(id, "kept")).toMatch(/^\d$/);
    expect(
      await its.at.run(id, "return await page.evaluate(() => document.documentElement.dataset.good ?? null)"),
    ).toBeNull();
    expect(await its.at.run(id, "return (await page.title()).split('; ').sort()")).toEqual([
      "session=yes",
      "stays=yes",
    ]);
    // Their names are free again.
    expect((await its.at.one(id, "good", extension("good"))).status).toBe(201);
  });
});

describe("a session that ends while its browser restarts", () => {
  test("a session that ends while its browser restarts is over for the caller of the restart, and saves its profile", async () => {
    await its.service.api("POST", "/profiles", { json: { name: "kept" } });
    await its.endAt("ended", (pid) => until(() => !existsSync(`/proc/${pid}`)));
    await its.expectSaved("ended");
  });

  test("a session that ends because the browser does not start again says so", async () => {
    const browser = writeFakeBrowser();
    const other = await startService({ browser });
    try {
      const theirs = new ExtensionSessions(other, its.url);
      await other.api("POST", "/profiles", { json: { name: "safe" } });
      const id = await theirs.new({ profile: { name: "safe", save_changes: true } });
      await rm(browser);
      its.force(other);
      const answer = await theirs.one(id, "x", extension());
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
