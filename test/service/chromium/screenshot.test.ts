import { describe, expect, onTestFinished, test } from "vitest";
import type { BrowserError } from "../../../src/service/chromium/browser-error.ts";
import type { CdpSession } from "../../../src/service/chromium/cdp.ts";
import { activePage, navigate } from "../../../src/service/chromium/pages.ts";
import { decodePng } from "../../../src/service/chromium/png.ts";
import { screenshot } from "../../../src/service/chromium/screenshot.ts";
import { applyViewport } from "../../../src/service/chromium/viewport.ts";
import { evaluate, openPage, shareChromium, withServer } from "../../support/browser/chromium.ts";
import { killProcesses } from "../../support/machine/kill-processes.ts";
import { until } from "../../support/until.ts";

/** Screenshot with its colours as red, green and blue. */
async function shot(...args: Parameters<typeof screenshot>) {
  return readable(await screenshot(...args));
}

async function readable(png: Buffer) {
  const picture = await decodePng(png);
  const pixel = (x: number, y: number): number[] => {
    const colour = picture.colour(x, y);
    return [colour >> 16, (colour >> 8) & 255, colour & 255];
  };
  return { width: picture.width, height: picture.height, pixel };
}

const FOUR = `data:text/html,<body style="margin:0;height:3000px;background:white">
  <div style="position:fixed;left:0;top:0;width:100px;height:100px;background:rgb(255,0,0)"></div>
  <div style="position:fixed;left:100px;top:0;width:100px;height:100px;background:rgb(0,128,0)"></div>
  <div style="position:absolute;left:0;top:1000px;width:100px;height:100px;background:rgb(0,0,255)"></div>`;

async function open(session: CdpSession, url: string): Promise<void> {
  await navigate(session, url);
  await until(() => evaluate<boolean>(session, "document.readyState === 'complete'"), { what: "the page" });
}

describe("screenshot", () => {
  const shared = shareChromium();

  test("screenshot has the pixels of the viewport, also for about:blank and after a change", async () => {
    const { connection } = shared;
    const blank = await shot(connection);
    expect([blank.width, blank.height, blank.pixel(640, 360)]).toEqual([800, 600, [255, 255, 255]]);
    const { session } = await activePage(connection);
    await open(session, FOUR);
    const full = await shot(connection);
    expect([full.width, full.height]).toEqual([800, 600]);
    expect([full.pixel(50, 50), full.pixel(150, 50), full.pixel(250, 50)]).toEqual([
      [255, 0, 0],
      [0, 128, 0],
      [255, 255, 255],
    ]);
    onTestFinished(() => applyViewport(connection, { width: 800, height: 600 }));
    await applyViewport(connection, { width: 640, height: 480 });
    const small = await shot(connection);
    expect([small.width, small.height, small.pixel(150, 50)]).toEqual([640, 480, [0, 128, 0]]);
  });

  test("screenshot takes a region of the shown part, also in a scrolled page", async () => {
    const { connection } = shared;
    const { session } = await activePage(connection);
    await open(session, FOUR);
    await evaluate(session, "scrollTo(0, 900)");
    const region = await shot(connection, { x: 90, y: 40, width: 20, height: 70 });
    expect([region.width, region.height]).toEqual([20, 70]);
    expect([region.pixel(0, 0), region.pixel(19, 0)]).toEqual([
      [255, 0, 0],
      [0, 128, 0],
    ]);
    expect([region.pixel(0, 69), region.pixel(19, 69)]).toEqual([
      [0, 0, 255],
      [255, 255, 255],
    ]);
    // The scroll bar is a part of the viewport.
    const edge = await shot(connection, { x: 799, y: 599, width: 1, height: 1 });
    expect([edge.width, edge.height]).toEqual([1, 1]);
  });

  test("screenshot refuses a region outside of the viewport, naming each limit", async () => {
    const { connection } = shared;
    for (const [region, messages] of [
      [{ x: 800, y: 0, width: 1, height: 1 }, ["region.x: must be from 0 to 799 in a viewport of 800x600"]],
      [{ x: 0, y: -1, width: 1, height: 1 }, ["region.y: must be from 0 to 599 in a viewport of 800x600"]],
      [
        { x: 10, y: 20, width: 791, height: 581 },
        [
          "region.width: must be from 1 to 790 at x 10 in a viewport of 800x600",
          "region.height: must be from 1 to 580 at y 20 in a viewport of 800x600",
        ],
      ],
    ] as const) {
      const error = await screenshot(connection, region).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ kind: "invalid" });
      expect((error as BrowserError).problems.map(({ path, message }) => `${path}: ${message}`)).toEqual(messages);
    }
  });

  test("screenshot shows the active page: a background window, several at once", async () => {
    const { connection } = shared;
    await openPage(connection, "data:text/html,<body style='background:rgb(1,2,3)'>");
    await openPage(connection, "data:text/html,<body style='background:rgb(9,9,9)'>", { background: true });
    await until(async () => (await shot(connection)).pixel(5, 5).join() === "1,2,3", { what: "the shown tab" });
    const all = await Promise.all(Array.from({ length: 3 }, () => screenshot(connection)));
    for (const each of all) expect((await readable(each)).pixel(400, 300)).toEqual([1, 2, 3]);
  });

  test("screenshot of a crashed page, and of one blocked by a dialog, is an error at once", async () => {
    const { connection } = shared;
    const page = await activePage(connection);
    connection.pageWatch.clientListens(page.targetId, 1);
    page.session.send("Runtime.evaluate", { expression: "alert('x')" }).catch(() => {});
    await until(async () => (await activePage(connection)).dialog, { what: "the dialog" });
    await expect(screenshot(connection)).rejects.toMatchObject({ kind: "dialog-open" });
    connection.pageWatch.clientListens(page.targetId, -1);
    await until(async () => !(await activePage(connection)).dialog, { what: "the end of the dialog" });
    page.session.send("Page.crash").catch(() => {});
    await until(async () => (await activePage(connection)).crashed, { what: "the crash" });
    await expect(screenshot(connection)).rejects.toMatchObject({ kind: "page-crashed" });
  });

  test("screenshot of a page that crashes in the middle is an error, not a wait", async () => {
    const { connection } = shared;
    // The page waits for a response like a busy page, but without using the processor.
    const asked = Promise.withResolvers<void>();
    const { url } = await withServer((request, response) => {
      if (request.url === "/") response.setHeader("content-type", "text/html").end("");
      else asked.resolve();
    });
    const { session } = await openPage(connection);
    await open(session, url);
    const hang = "const request = new XMLHttpRequest(); request.open('GET', '/held', false); request.send()";
    session.send("Runtime.evaluate", { expression: hang }).catch(() => {});
    await asked.promise;
    const sent = connection.pendingCount;
    const pending = screenshot(connection);
    pending.catch(() => {});
    await until(() => connection.pendingCount > sent, { what: "the screenshot to be under way" });
    killProcesses(await renderers(connection));
    // A page that has not painted within its time is an error of another kind.
    await expect(pending).rejects.toMatchObject({ kind: "page-crashed" });
  });
});

test.each([
  ["no PNG", Buffer.from("text".repeat(20))],
  ["a PNG that is cut", Buffer.from("89504e470d0a1a0a", "hex")],
  ["one with a palette", paletted()],
])("%s is not decoded", async (_what, bytes) => {
  await expect(decodePng(bytes)).rejects.toThrow("not a PNG of 8 bits a channel");
});

/** Head of a PNG whose colours are numbers of a palette. */
function paletted(): Buffer {
  const head = Buffer.alloc(64);
  head.write("89504e470d0a1a0a", "hex");
  head[24] = 8;
  head[25] = 3;
  return head;
}

/** Ids of the processes of all pages. */
async function renderers(connection: Parameters<typeof screenshot>[0]): Promise<number[]> {
  const { processInfo } = await connection.send("SystemInfo.getProcessInfo");
  return processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
}
