import { type Browser, type Page, chromium as playwright } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { linkOf, phoneView, placeOf, says, startViewerBrowser } from "../../support/screen/live-viewer.ts";
import { startScreenService } from "../../support/screen/screen-agent.ts";
import { startService, type TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";

const SIZE = { width: 820, height: 420 };
const PHONE = 390;
const PAGE = `<style>body { margin: 0; height: 2000px }</style><script>window.log = [];
for (const type of ["click", "wheel", "keydown"])
  addEventListener(type, (e) => log.push([type, e.clientX, e.clientY].join(" ")), true)</script>`;

let browser: Browser;
beforeAll(async () => {
  browser = await startViewerBrowser();
});
afterAll(() => browser?.close());

test.each([
  ["with a window", startScreenService],
  ["without one", startService],
])(
  "a phone enlarges a session %s by a button and by two fingers, and taps at the right place",
  async (_what, start) => {
    const service: TestService = await start();
    onTestFinished(() => service.stop());
    const session = await service.create({ kiosk_mode: true, viewport: SIZE, timeout_seconds: 3_600 });
    const driven = await playwright.connectOverCDP(session.cdp_ws_url);
    const page = (await until(() => driven.contexts()[0]?.pages()[0])) as Page;
    await page.setContent(PAGE);
    const log = (): Promise<string[]> => page.evaluate<string[]>("log");
    const { view, canvas, pinch, tap } = await phoneView(browser, await linkOf(service, session.session_id));
    await says(view, /^Connected/);
    await placeOf(view, 0, 0);
    const drawnWidth = (): Promise<number> => view.evaluate("document.querySelector('#screen canvas').width");
    await until(drawnWidth, (width) => width === SIZE.width);

    await view.click("#zoom");
    const enlarged = await until(canvas, ({ width }) => width > PHONE);
    expect(enlarged.width).toBeCloseTo(SIZE.width, 0);
    expect(await view.textContent("#zoom")).toBe("Fit");
    await tap({ x: enlarged.x + 450, y: enlarged.y + 250 });
    await expect.poll(log).toEqual(["click 450 250"]);

    // Two fingers that move together move the enlarged screen.
    await pinch([60, 60], [100, 100]);
    expect((await until(canvas, ({ x }) => x > enlarged.x)).x).toBeCloseTo(enlarged.x + 40, 0);
    await view.click("#zoom");
    expect((await until(canvas, ({ width }) => width <= PHONE)).x).toBeCloseTo(0, 0);

    await pinch([150, 240], [95, 295]);
    expect((await until(canvas, ({ width }) => width > 700)).width).toBeLessThan(PHONE * 4);
    await pinch([50, 350], [180, 220]);
    await until(canvas, ({ width }) => width === PHONE);

    // The session has received none of it, and the page of the view does not scroll.
    expect(await log()).toEqual(["click 450 250"]);
    const scrolled = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]";
    expect(await view.evaluate(scrolled)).toEqual([PHONE, 700]);
    await driven.close();
  },
);
