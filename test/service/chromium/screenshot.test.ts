import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { BrowserError } from "../../../src/service/chromium/browser-error.ts";
import type { CdpSession } from "../../../src/service/chromium/cdp.ts";
import { activePage, navigate } from "../../../src/service/chromium/pages.ts";
import { screenshot } from "../../../src/service/chromium/screenshot.ts";
import { applyViewport } from "../../../src/service/chromium/viewport.ts";
import { evaluate, openPage, withChromium } from "../../support/chromium.ts";
import { until } from "../../support/until.ts";

interface Picture {
  width: number;
  height: number;
  pixel(x: number, y: number): [number, number, number];
}

/** Reads an 8-bit RGB or RGBA PNG that is not interlaced. */
function decodePng(png: Buffer): Picture {
  expect(png.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString("latin1", at + 4, at + 8) === "IDAT")
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const [width, height, depth, colour, interlaced] = [
    png.readUInt32BE(16),
    png.readUInt32BE(20),
    png[24],
    png[25],
    png[28],
  ];
  expect([depth, interlaced]).toEqual([8, 0]);
  const bytes = colour === 6 ? 4 : 3;
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * bytes;
  const out = new Uint8Array(stride * height);
  const at = (x: number, y: number) => (x < 0 || y < 0 ? 0 : (out[y * stride + x] ?? 0));
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x++) {
      const [a, b, c] = [at(x - bytes, y), at(x, y - 1), x < bytes ? 0 : at(x - bytes, y - 1)];
      const predictor = [0, a, b, (a + b) >> 1, paeth(a, b, c)][filter] ?? 0;
      out[y * stride + x] = (raw[y * (stride + 1) + 1 + x] ?? 0) + predictor;
    }
  }
  const pixel = (x: number, y: number): [number, number, number] => {
    const start = y * stride + x * bytes;
    return [out[start] ?? 0, out[start + 1] ?? 0, out[start + 2] ?? 0];
  };
  return { width, height, pixel };
}

function paeth(a: number, b: number, c: number): number {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
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
  test("has the pixels of the viewport, about:blank and after a change too", async () => {
    const { connection } = await withChromium({ viewport: { width: 1280, height: 720 } });
    const blank = decodePng(await screenshot(connection));
    expect([blank.width, blank.height, blank.pixel(640, 360)]).toEqual([1280, 720, [255, 255, 255]]);
    const { session } = await activePage(connection);
    await open(session, FOUR);
    const full = decodePng(await screenshot(connection));
    expect([full.width, full.height]).toEqual([1280, 720]);
    expect([full.pixel(50, 50), full.pixel(150, 50), full.pixel(250, 50)]).toEqual([
      [255, 0, 0],
      [0, 128, 0],
      [255, 255, 255],
    ]);
    await applyViewport(connection, { width: 640, height: 480 });
    const small = decodePng(await screenshot(connection));
    expect([small.width, small.height, small.pixel(150, 50)]).toEqual([640, 480, [0, 128, 0]]);
  });

  test("takes a region of what is shown, in a scrolled page too", async () => {
    const { connection } = await withChromium();
    const { session } = await activePage(connection);
    await open(session, FOUR);
    await evaluate(session, "scrollTo(0, 900)");
    const region = decodePng(await screenshot(connection, { x: 90, y: 40, width: 20, height: 70 }));
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
    const edge = decodePng(await screenshot(connection, { x: 799, y: 599, width: 1, height: 1 }));
    expect([edge.width, edge.height]).toEqual([1, 1]);
  });

  test.each([
    [{ x: 800, y: 0, width: 1, height: 1 }, ["region.x: must be from 0 to 799 in a viewport of 800x600"]],
    [{ x: 0, y: -1, width: 1, height: 1 }, ["region.y: must be from 0 to 599 in a viewport of 800x600"]],
    [
      { x: 10, y: 20, width: 791, height: 581 },
      [
        "region.width: must be from 1 to 790 at x 10 in a viewport of 800x600",
        "region.height: must be from 1 to 580 at y 20 in a viewport of 800x600",
      ],
    ],
  ])("refuses %o", async (region, messages) => {
    const { connection } = await withChromium();
    const error = await screenshot(connection, region).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ kind: "invalid" });
    expect((error as BrowserError).problems.map(({ path, message }) => `${path}: ${message}`)).toEqual(messages);
  });

  test("shows the active page: a background window, several at once", async () => {
    const { connection } = await withChromium();
    await openPage(connection, "data:text/html,<body style='background:rgb(1,2,3)'>");
    await openPage(connection, "data:text/html,<body style='background:rgb(9,9,9)'>", { background: true });
    await until(
      async () =>
        decodePng(await screenshot(connection))
          .pixel(5, 5)
          .join() === "1,2,3",
      { what: "the shown tab" },
    );
    const all = await Promise.all(Array.from({ length: 10 }, () => screenshot(connection)));
    for (const each of all) expect(decodePng(each).pixel(400, 300)).toEqual([1, 2, 3]);
  });

  test("a crashed page and one blocked by a dialog are errors at once", async () => {
    const { connection } = await withChromium();
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

  test("a page that crashes in the middle is an error, not a wait", async () => {
    const { connection } = await withChromium();
    const { session } = await openPage(connection);
    session.send("Runtime.evaluate", { expression: "for (;;);" }).catch(() => {});
    const pending = screenshot(connection);
    pending.catch(() => {});
    const start = performance.now();
    for (const renderer of await busyRenderers(connection)) process.kill(renderer, "SIGKILL");
    await expect(pending).rejects.toMatchObject({ kind: "page-crashed" });
    // Well below the 15 s that a page has to paint something.
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

/** All renderers, once one of them has spent the time that an endless loop takes and a start does not. */
async function busyRenderers(connection: Parameters<typeof screenshot>[0]): Promise<number[]> {
  const renderers = async () => {
    const { processInfo } = await connection.send("SystemInfo.getProcessInfo");
    return processInfo.filter((each) => each.type === "renderer");
  };
  const before = new Map((await renderers()).map(({ id, cpuTime }) => [id, cpuTime]));
  const found = await until(renderers, (now) => now.some(({ id, cpuTime }) => cpuTime > (before.get(id) ?? 0) + 0.7));
  return found.map(({ id }) => id);
}
