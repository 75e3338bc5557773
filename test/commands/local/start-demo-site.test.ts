import { createServer } from "node:http";
import { expect, test } from "vitest";
import { type LocalHome, localHome, type StartedService } from "../../support/local-home.ts";
import { onLoopback } from "../../support/loopback.ts";
import { jsonError } from "../../support/run-cli.ts";

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
  const other = await home.cli(["local", "start", "--no-demo-site", "-o", "json"]);
  expect(jsonError(other)).toMatchObject({ message: "the local service is already running, with the demo site" });
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

  // --no-demo-site ends it, and a service that runs without it refuses it.
  expect(await home.json(["local", "start", "--no-demo-site"])).not.toHaveProperty("demo_site");
  expect(await siteOf(home)).toBeUndefined();
  const without = await home.cli(["local", "start", "--demo-site", "-o", "json"]);
  expect([without.code, jsonError(without)]).toEqual([
    1,
    expect.objectContaining({
      code: "already_running",
      message: "the local service is already running, without the demo site",
      hint: "browserctl local stop && browserctl local start --demo-site",
    }),
  ]);
});
