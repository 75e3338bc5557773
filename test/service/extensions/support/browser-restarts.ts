import { readdir } from "node:fs/promises";
import type { Server } from "node:http";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { cookieSite, ExtensionSessions, extension } from "../../../support/service/marker-extension.ts";
import { startService, type TestService } from "../../../support/service/service.ts";
import { until } from "../../../support/until.ts";

/** A service whose browsers can be made to restart, and a site for them. */
export interface BrowserRestarts {
  readonly service: TestService;
  readonly at: ExtensionSessions;
  /** Address of the site, without a slash at the end. */
  readonly url: string;
  /** Session that is kept between tests; every other session ends with its test. */
  shared: string | undefined;
  /** Makes the next live activation fail, which makes the browser restart. */
  force(of?: TestService): void;
  /** Waits until the browser of a session restarts after the last call of `force`. */
  restarting(id: string, of?: TestService): Promise<unknown>;
  /**
   * Ends a session of a profile at a moment of its browser's restart; expects that the restart has ended for its
   * caller, and that nothing is left. `before` is the data that the previous session has saved.
   */
  endAt(moment: string, reached: (oldBrowser: number) => Promise<unknown>, before?: string): Promise<void>;
  /** Expects the profile to have the data that the last session has saved. */
  expectSaved(moment: string): Promise<void>;
}

/** A service for all tests of a file. Call it at the top level. */
export function browserRestarts(): BrowserRestarts {
  let service: TestService;
  let site: Server;
  let url: string;
  let at: ExtensionSessions;
  /** Lines of the log before the restart that was forced last. */
  let loggedBefore = 0;
  beforeAll(async () => {
    ({ site, url } = await cookieSite());
    service = await startService();
    at = new ExtensionSessions(service, url);
  });
  // Removes what a failed test left, before the next one.
  afterEach(async () => {
    const { body } = await service.api("GET", "/browsers?status=active");
    for (const { session_id } of body) if (session_id !== its.shared) await at.end(session_id);
  });
  afterAll(async () => {
    site.close();
    await service.stop();
  });
  /** State that the previous session has saved. */
  const found = (id: string): Promise<unknown> =>
    at.run(
      id,
      `await page.goto("${url}/"); return [(await page.title()).split("; ").sort().join("; "), await page.evaluate(() => localStorage.moment)]`,
    );
  const its: BrowserRestarts = {
    get service() {
      return service;
    },
    get at() {
      return at;
    },
    get url() {
      return url;
    },
    shared: undefined,
    force: (of = service) => {
      loggedBefore = of.log.length;
      of.faults.inject("extension-live", { error: () => new Error("not live"), times: 1 });
    },
    restarting: (id, of = service) =>
      until(
        () => of.log.slice(loggedBefore),
        (log) => log.some((line) => line.includes(`${id}: the browser restarts`)),
      ),
    endAt: async (moment, reached, before) => {
      const id = await at.new({ profile: { name: "kept", save_changes: true } });
      if (before !== undefined) expect(await found(id)).toEqual(["session=yes; stays=yes", before]);
      await at.run(
        id,
        `await page.goto("${url}/login"); await page.evaluate(() => localStorage.setItem("moment", "${moment}"))`,
      );
      const { pid } = await at.facts(id);
      its.force();
      const adding = at.one(id, "x", extension());
      await its.restarting(id);
      await reached(pid);
      const ended = await at.end(id);
      expect(ended.status, ended.text).toBe(204);
      const answer = await adding;
      // The slowest request may come too late.
      if (answer.status !== 201) expect([answer.status, answer.body.code]).toEqual([404, "browser_deleted"]);
      expect(await readdir(join(service.stateDir, "sessions"))).toEqual([]);
    },
    expectSaved: async (moment) => {
      const next = await at.new({ profile: { name: "kept" } });
      expect(await found(next)).toEqual(["session=yes; stays=yes", moment]);
      await at.end(next);
    },
  };
  return its;
}
