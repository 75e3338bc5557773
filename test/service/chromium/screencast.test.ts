import { expect, onTestFinished, test } from "vitest";
import type { BrowserConnection } from "../../../src/service/chromium/browser-connection.ts";
import { activePage } from "../../../src/service/chromium/pages.ts";
import { type CastWatch, Screencast } from "../../../src/service/chromium/screencast/screencast.ts";
import { evaluate, shareChromium } from "../../support/browser/chromium.ts";
import { until } from "../../support/until.ts";

const shared = shareChromium();

/** Pictures that a viewer gets who draws each of them at once. */
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

test("a page that becomes quiet is asked for its picture once more, which Chromium may have dropped", async () => {
  const { connection } = shared;
  const { session } = await activePage(connection);
  const pictures = watched(connection);
  await until(() => pictures.length > 0);
  const shown = new Set<string | undefined>();
  for (const colour of ["red", "lime"]) {
    const before = pictures.length;
    await evaluate(session, `document.body.style.background = "${colour}"`);
    // A repetition of the picture before may come first.
    const isRepeated = (): boolean => {
      const [last, again] = pictures.slice(-2);
      return pictures.length >= before + 2 && last !== undefined && again?.equals(last) === true;
    };
    await until(isRepeated, { what: () => `a second picture after ${pictures.length - before}` });
    shown.add(pictures.at(-1)?.toString("base64"));
  }
  // One of each colour.
  expect(shown.size).toBe(2);
});
