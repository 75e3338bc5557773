import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { appSource } from "../support/app.ts";
import { ensureDebianPackage } from "../support/debian-package.ts";
import { startedHome } from "../support/local-home.ts";

beforeAll(() => ensureDebianPackage("bubblewrap", "bwrap"), 300_000);

const actions = `
  count: async (_context, { to, pause }) => {
    for (let n = 1; n <= to; n += 1) {
      console.log("line " + n);
      if (pause) await new Promise((done) => setTimeout(done, pause));
    }
  },`;

test.each([
  ["a line each millisecond", { to: 6_000, pause: 1 }, "drop-stream=2.5%,seed=42"],
  // Thousands of lines have one millisecond: what is sent again after a cut is as many.
  ["as fast as it can", { to: 1_000_000 }, "drop-stream=0.015%,seed=42"],
])(
  "a log of %s, cut a hundred times on purpose, is that of an uncut stream",
  async (_name, payload, chaos) => {
    const home = await startedHome();
    mkdirSync(join(home.dir, "app"));
    writeFileSync(join(home.dir, "app/app.ts"), appSource(actions));
    expect((await home.cli(["apps", "deploy", "app/app.ts"])).code).toBe(0);
    const words = ["invoke", "demo", "count", "--payload", JSON.stringify(payload), "--async"];
    const { id } = await home.json<{ id: string }>(words);
    expect((await home.cli(["invocations", "wait", id])).code).toBe(0);
    const whole = await home.cli(["invocations", "tail", id]);
    expect(whole.stdout.split("\n").length).toBe(payload.to + 1);
    await home.cli(["local", "chaos", "set", chaos]);
    const cut = await home.cli(["invocations", "tail", id]);
    expect(cut.code, cut.stderr.slice(-500)).toBe(0);
    expect(cut.stderr.match(/-- gap.*/g)).toBeNull();
    expect(cut.stdout === whole.stdout).toBe(true);
    const { struck } = await home.json<{ struck: { drop_stream: number } }>(["local", "chaos", "show"]);
    expect(struck.drop_stream).toBeGreaterThan(100);
  },
  600_000,
);
