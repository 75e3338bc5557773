import { createServer } from "node:http";
import { expect, test } from "vitest";
import {
  type LocalHome,
  localHome,
  type SessionRecord,
  type StartedService,
  startedHome,
} from "../../support/cli/local-home.ts";
import { onLoopback } from "../../support/servers/loopback.ts";

async function siteOf(home: LocalHome): Promise<string | undefined> {
  return (await home.json<{ demo_site?: string }>(["local", "status"])).demo_site;
}

test("--demo-site serves the site in the service's time, on a port that restarts keep while it is free", async () => {
  const home = localHome({ fakeBrowser: true });
  const started = await home.cli(["local", "start", "--demo-site", "-o", "json"]);
  const { demo_site: url = "" } = JSON.parse(started.stdout) as StartedService & { demo_site?: string };
  expect(started.stderr).toContain(
    `the demo site is at ${url}: log in as alice, password "Wonder-land 7!", TOTP secret`,
  );
  expect(await siteOf(home)).toBe(url);
  expect(await (await fetch(url)).text()).toContain("alice@example.com");
  expect((await home.cli(["local", "start", "--demo-site"])).code).toBe(0);
  await home.cli(["local", "stop"]);
  await expect(fetch(url)).rejects.toThrow("fetch failed");
  expect(await home.json(["local", "start"])).toMatchObject({ demo_site: url });
  await home.cli(["local", "stop"]);

  const { port } = new URL(url);
  await onLoopback(createServer(), { port: Number(port) });
  const { demo_site: next = "" } = await home.json<{ demo_site?: string }>(["local", "start"]);
  expect(new URL(next).port).not.toBe(port);
  const codes = async (): Promise<string[]> =>
    [...(await (await fetch(next)).text()).matchAll(/<code>(\d{6})<\/code>/g)].map(([, code = ""]) => code);
  const before = await codes();
  await home.json(["local", "clock", "advance", "10m"]);
  expect(before).toHaveLength(2);
  expect(await codes()).not.toEqual(before);
  await home.cli(["local", "stop"]);

  // --no-demo-site ends it.
  expect(await home.json(["local", "start", "--no-demo-site"])).not.toHaveProperty("demo_site");
  expect(await siteOf(home)).toBeUndefined();
});

test("--demo-site turns the site of a running service on and off, and no session ends", async () => {
  const home = await startedHome({ fakeBrowser: true });
  const { session_id } = await home.json<SessionRecord>(["browsers", "create"]);
  const on = await home.cli(["local", "start", "--demo-site", "-o", "json"]);
  const { demo_site: url = "", pid } = JSON.parse(on.stdout) as StartedService & { demo_site?: string };
  expect([on.code, pid]).toEqual([0, home.service.pid]);
  expect(on.stderr).toContain(`the demo site is at ${url}: log in as alice`);
  expect(await siteOf(home)).toBe(url);
  expect(await (await fetch(url)).text()).toContain("alice@example.com");
  expect(await home.json(["local", "start"])).toMatchObject({ demo_site: url });
  expect(await home.json(["local", "start", "--no-demo-site"])).not.toHaveProperty("demo_site");
  await expect(fetch(url)).rejects.toThrow("fetch failed");
  expect(await home.json(["browsers", "list"])).toMatchObject([{ session_id }]);
  // The last choice is that of the next start.
  expect(await home.json(["local", "start", "--demo-site"])).toMatchObject({ demo_site: url });
  await home.cli(["local", "stop"]);
  expect(await home.json(["local", "start"])).toMatchObject({ demo_site: url });
});
