import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../../../src/service/chromium/launch.ts";
import { activePage, navigate } from "../../../src/service/chromium/pages.ts";
import { launchOptions } from "../browser/chromium.ts";
import { type ScreenSite, startScreenSite } from "./screen-site.ts";

let site: ScreenSite;
beforeAll(async () => {
  site = await startScreenSite();
});
afterAll(() => site.stop());

test("every test page loads without an error and reports its layout", async () => {
  const chromium = await launchChromium(await launchOptions());
  try {
    const { session } = await activePage(chromium.connection);
    const errors: string[] = [];
    session.on("Runtime.exceptionThrown", ({ exceptionDetails }) => errors.push(exceptionDetails.text));
    await session.send("Runtime.enable");
    const files = await readdir(new URL("pages/", import.meta.url));
    const names = files.flatMap((file) => (file.endsWith(".html") ? [file.slice(0, -5)] : []));
    for (const name of names) {
      await navigate(session, `${site.url}${name}`);
      expect((await site.layout(name)).viewport).toEqual({ width: 800, height: 600 });
    }
    expect(names.length).toBeGreaterThan(10);
    expect(errors).toEqual([]);
  } finally {
    chromium.kill();
    await chromium.exited;
  }
});
