import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { startService } from "../support/service/service.ts";
import { type Row, timesFloor } from "./bench.ts";

const ROUNDS = 7;
const LIMIT = 1.5;

/**
 * 1,000 characters typed without delay by one request to the service, against `keyboard.type` of Playwright connected
 * to the same session: medians in milliseconds, in turn in one run. The first round of each only warms up.
 */
export async function benchTyping(): Promise<{
  rows: Row[];
}> {
  const texts = {
    "typing, 1,000 small letters": "the quick brown fox jumps over the lazy dog ".repeat(23).slice(0, 1_000),
    "typing, 1,000 characters of prose": 'The Quick, brown Fox (2026) jumps? Yes: over "it"! '
      .repeat(20)
      .slice(0, 1_000),
    "typing, 1,000 characters, every tenth inserted": "the quické".repeat(100),
  };
  const stateDir = await mkdtemp(join(tmpdir(), "browserctl-bench-"));
  const service = await startService({ stateDir, keepDir: true });
  try {
    const session = await service.create({ timeout_seconds: 600 });
    const client = await chromium.connectOverCDP(session.cdp_ws_url);
    const page = (await client.contexts()[0]?.newPage()) ?? (await client.newPage());
    const timed = async (text: string, type: () => Promise<unknown>): Promise<number> => {
      await page.setContent(`<textarea id="t"></textarea>`);
      await page.focus("#t");
      const start = performance.now();
      await type();
      const ms = performance.now() - start;
      if ((await page.inputValue("#t")) !== text) throw new Error("the text did not arrive as it is");
      return ms;
    };
    const rows = [];
    for (const [name, text] of Object.entries(texts)) {
      const [values, floors]: [number[], number[]] = [[], []];
      const path = `/browsers/${session.session_id}/computer/type`;
      for (let round = 0; round <= ROUNDS; round++) {
        const floor = await timed(text, () => page.keyboard.type(text));
        const value = await timed(text, () => service.api("POST", path, { json: { text } }));
        if (round > 0) values.push(value);
        if (round > 0) floors.push(floor);
      }
      rows.push(timesFloor(name, values, floors, LIMIT));
    }
    await client.close();
    return { rows };
  } finally {
    await service.stop();
    await rm(stateDir, { recursive: true, force: true });
  }
}
