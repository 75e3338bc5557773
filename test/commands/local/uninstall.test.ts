import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { alive, type SessionRecord, startedHome } from "../../support/cli/local-home.ts";
import { runHere, temporaryHome } from "../../support/cli/run-cli.ts";

interface Item {
  what: string;
  path: string;
}

test("local uninstall names all that is stored, asks, and leaves nothing of it", async () => {
  const home = await startedHome({ fakeBrowser: true });
  await home.json<SessionRecord>(["browsers", "create", "--timeout-seconds", "1h"]);
  await home.json(["completion", "install", "fish"]);
  const cache = join(home.dir, ".cache", "browserctl");
  mkdirSync(cache, { recursive: true });
  const own = join(home.configDir, "notes.txt");
  writeFileSync(own, "mine");

  const { would_remove: items } = await home.json<{ would_remove: Item[] }>(["local", "uninstall", "--check"]);
  expect(items.map(({ what }) => what)).toEqual(["completion", "state", "cache", "settings"]);
  expect(items).toContainEqual({ what: "state", path: home.stateDir });
  expect(items.every(({ path }) => existsSync(path))).toBe(true);

  const asked = await home.cli(["local", "uninstall"]);
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining("end 1 session and remove completion in")]);
  expect(alive(home.service.pid)).toBe(true);

  expect(await home.json(["local", "uninstall", "--yes"])).toEqual({ removed: items });
  expect(alive(home.service.pid)).toBe(false);
  const left = items.filter(({ path }) => path !== home.configDir && existsSync(path));
  expect(left).toEqual([]);
  expect([existsSync(join(home.configDir, "settings.json")), existsSync(own)]).toEqual([false, true]);
});

test("local uninstall where nothing is stored says so without a question", async () => {
  const home = temporaryHome();
  const { code, stderr } = await runHere(["local", "uninstall"], { home });
  expect([code, stderr]).toEqual([0, "This program has nothing stored on this machine.\n"]);
});
