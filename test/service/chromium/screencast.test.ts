import { expect, onTestFinished, test } from "vitest";
import type { BrowserConnection } from "../../../src/service/chromium/browser-connection.ts";
import type { CdpSession } from "../../../src/service/chromium/cdp.ts";
import { activePage } from "../../../src/service/chromium/pages.ts";
import { type CastWatch, Screencast } from "../../../src/service/chromium/screencast/screencast.ts";
import { evaluate, shareChromium } from "../../support/browser/chromium.ts";
import { until } from "../../support/until.ts";

const shared = shareChromium();

/** Pictures received by a viewer that draws each of them at once. */
function watched(connection: BrowserConnection): readonly Buffer[] {
  const pictures: Buffer[] = [];
  const watch: CastWatch = new Screencast(connection).watch({
    answersDialogs: false,
    picture: ({ jpeg }) => {
      pictures.push(jpeg);
      watch.drawn();
    },
    dialog: () => {},
    ended: () => {},
  });
  onTestFinished(() => watch.leave());
  return pictures;
}

/** Numbers of the starts that the frames of a page belong to, in order. */
function startsOfFrames(session: CdpSession): readonly number[] {
  const starts: number[] = [];
  onTestFinished(session.on("Page.screencastFrame", ({ sessionId }) => starts.push(sessionId)));
  return starts;
}

/** Red, green and blue in the middle of a picture, which the page decodes. */
function colourOf(session: CdpSession, jpeg: Buffer): Promise<number[]> {
  return evaluate<number[]>(
    session,
    `(async () => {
      const bytes = Uint8Array.from(atob("${jpeg.toString("base64")}"), (char) => char.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes]));
      const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
      context.drawImage(image, 0, 0);
      return [...context.getImageData(image.width / 2, image.height / 2, 1, 1).data.slice(0, 3)];
    })()`,
  );
}

test("a page that becomes quiet is asked for its picture once more, which Chromium may have dropped", async () => {
  const { connection } = shared;
  const { session } = await activePage(connection);
  const starts = startsOfFrames(session);
  const pictures = watched(connection);
  await until(() => pictures.length > 0);
  for (const [name, rgb] of [
    ["red", [255, 0, 0]],
    ["lime", [0, 255, 0]],
  ] as const) {
    await evaluate(session, `document.body.style.background = "${name}"`);
    // The frame that shows the change first belongs to the start before it, unless the page has just been asked again.
    const isAskedAgain = async (): Promise<boolean> => {
      const [before, last] = starts.slice(-2);
      const picture = pictures.at(-1);
      if (!picture || last === before) return false;
      const colour = await colourOf(session, picture);
      return rgb.every((part, index) => Math.abs(part - (colour[index] ?? Number.NaN)) < 20);
    };
    await until(isAskedAgain, { what: () => `a first frame of a start in ${name}; frames are of ${starts}` });
  }
  // Nothing changes any more, and nothing is asked for: the last picture stays the last.
  expect(new Set(starts).size).toBeGreaterThan(1);
});
