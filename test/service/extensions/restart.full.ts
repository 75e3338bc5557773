import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { expect, test } from "vitest";
import { ExtensionSessions, extension } from "../../support/service/marker-extension.ts";
import { processesOf, startService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";
import { browserRestarts } from "./support/browser-restarts.ts";

const its = browserRestarts();

test("pages that a restarted browser opens again find the content scripts that they had", async () => {
  const id = await its.at.new();
  await its.at.one(id, "first", extension("first"));
  await its.at.run(
    id,
    `await page.goto("${its.url}/a");
     for (const name of ["b", "c", "d"]) await (await context.newPage()).goto("${its.url}/" + name);`,
  );
  its.force();
  await its.at.one(id, "second", extension("second"));
  const client = await chromium.connectOverCDP((await its.service.api("GET", `/browsers/${id}`)).body.cdp_ws_url);
  const tabs = client.contexts()[0]?.pages() ?? [];
  expect(tabs.map((tab) => new URL(tab.url()).pathname).sort()).toEqual(["/a", "/b", "/c", "/d"]);
  await Promise.all(tabs.map((tab) => tab.waitForFunction('"first" in document.documentElement.dataset')));
  await client.close();
  await its.at.end(id);
});

test("two restarts at once: a profile is loaded while extensions are", async () => {
  await its.service.api("POST", "/profiles", { json: { name: "both" } });
  const id = await its.at.new();
  await its.at.one(id, "first", extension("first"));
  its.force();
  const adding = its.at.one(id, "second", extension("second"));
  await its.restarting(id);
  const answer = await its.service.api("PATCH", `/browsers/${id}`, { json: { profile: { name: "both" } } });
  expect([(await adding).status, answer.status], answer.text).toEqual([201, 200]);
  expect((await its.at.loaded(id)).slice(-2)).toEqual(["first", "second"]);
  expect([await its.at.marked(id, "first"), await its.at.marked(id, "second")]).toEqual(["1", "2"]);
});

test("a session that ends at any moment of its browser's restart is over, and saves its profile", async () => {
  await its.service.api("POST", "/profiles", { json: { name: "kept" } });
  const ended = (pid: number): Promise<boolean> => until(() => !existsSync(`/proc/${pid}`));
  await its.endAt("it restarts", async () => true);
  await its.endAt("the old browser has ended", ended, "it restarts");
  const starts = async (pid: number): Promise<void> => {
    await ended(pid);
    await until(
      () => processesOf(its.service.stateDir),
      ({ length }) => length > 0,
    );
  };
  await its.endAt("the new browser starts", starts, "the old browser has ended");
  await its.expectSaved("the new browser starts");
});

test("a session that ends while its browser restarts, because the service stops, leaves nothing", async () => {
  const other = await startService();
  const theirs = new ExtensionSessions(other, its.url);
  const id = await theirs.new();
  its.force(other);
  const adding = theirs.one(id, "x", extension()).catch(() => undefined);
  await its.restarting(id, other);
  await other.stop();
  const answer = await adding;
  if (answer) expect([answer.status, answer.body.code]).toEqual([404, "browser_deleted"]);
});
