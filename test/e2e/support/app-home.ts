import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { type LocalHome, startedHome } from "../../support/cli/local-home.ts";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { appSource } from "../../support/service/app.ts";

const actions = `
  print: (_context, text) => { process.stdout.write(text); },
  count: async (_context, { to, pause }) => {
    for (let n = 1; n <= to; n += 1) {
      console.log("line " + n);
      if (pause) await new Promise((done) => setTimeout(done, pause));
    }
  },
  throws: (_context, text) => { throw new Error(text); },`;

/**
 * Home whose service has an app that prints, counts and fails. Everything ends with the test, unless the home is the
 * caller's own.
 */
export async function appHome(start = () => startedHome({ fakeBrowser: true })): ReturnType<typeof startedHome> {
  await ensureDebianPackage("bubblewrap", "bwrap");
  const home = await start();
  mkdirSync(join(home.dir, "app"));
  writeFileSync(join(home.dir, "app/app.ts"), appSource(actions));
  const deployed = await home.cli(["apps", "deploy", "app/app.ts"]);
  expect(deployed.code, deployed.stderr).toBe(0);
  return home;
}

/** Begins an invocation and gives its id. */
export async function begin(home: LocalHome, action: string, payload: unknown): Promise<string> {
  const words = ["invoke", "demo", action, "--payload", JSON.stringify(payload), "--async"];
  return (await home.json<{ id: string }>(words)).id;
}

/** Text that the app prints when it counts to a number. */
export const numbered = (to: number): string => Array.from({ length: to }, (_, n) => `line ${n + 1}\n`).join("");
