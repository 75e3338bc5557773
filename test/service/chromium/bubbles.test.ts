import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { CdpSession } from "../../../src/service/chromium/cdp.ts";
import { activePage, navigate } from "../../../src/service/chromium/pages.ts";
import { decodePng } from "../../../src/service/chromium/png.ts";
import { writeProfilePreferences } from "../../../src/service/chromium/profile-preferences.ts";
import { evaluate, temporaryDirectory } from "../../support/browser/chromium.ts";
import { withHeadedChromium } from "../../support/browser/headed-chromium.ts";
import { type ScreenSite, startScreenSite } from "../../support/screen/screen-site.ts";
import { hasDisplay, withXDisplay, type XDisplay } from "../../support/screen/x-display.ts";
import { until } from "../../support/until.ts";

let site: ScreenSite;
beforeAll(async () => {
  site = await startScreenSite();
});
afterAll(() => site.stop());
afterEach(() => site.clear());

async function writePreferences(profile: string, preferences: unknown): Promise<void> {
  await mkdir(join(profile, "Default"), { recursive: true });
  const text = typeof preferences === "string" ? preferences : JSON.stringify(preferences);
  await writeFile(join(profile, "Default", "Preferences"), text);
}

interface Window {
  display: XDisplay;
  session: CdpSession;
}

/** Page in a window of a display. */
async function openWindow(userDataDir: string): Promise<Window> {
  const display = await withXDisplay();
  const { connection } = await withHeadedChromium(display, userDataDir);
  const { session } = await activePage(connection);
  return { display, session };
}

/** True when the display shows something other than the page at the page's position. */
async function isCovered({ display, session }: Window): Promise<boolean> {
  const place = "({ left: screenX + (outerWidth - innerWidth) / 2, top: screenY + outerHeight - innerHeight })";
  const { left, top } = await evaluate<{ left: number; top: number }>(session, place);
  const { data } = await session.send("Page.captureScreenshot", { format: "png" });
  const [page, screen] = await Promise.all([decodePng(Buffer.from(data, "base64")), display.picture()]);
  let different = 0;
  for (let y = 0; y < page.height; y += 3) {
    for (let x = 0; x < page.width; x += 3) {
      const shown = screen.colour(left + x, top + y);
      if (shown !== -1 && shown !== page.colour(x, y)) different += 1;
    }
  }
  return different > 100;
}

async function load({ session }: Window, page: string): Promise<void> {
  site.clear();
  await navigate(session, site.url + page);
  await site.layout(page);
}

async function logIn(window: Window): Promise<void> {
  await load(window, "login");
  for (const [id, text] of [
    ["user", "agent"],
    ["password", "Secret-12345"],
  ] as const) {
    await evaluate(window.session, `document.getElementById("${id}").focus()`);
    await window.session.send("Input.insertText", { text });
  }
  const { x, y } = await site.centre("login", "submit");
  const at = { x, y, button: "left", clickCount: 1 } as const;
  await window.session.send("Input.dispatchMouseEvent", { type: "mousePressed", ...at });
  await window.session.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...at });
  await site.layout("welcome");
}

async function download(window: Window): Promise<void> {
  await load(window, "file");
  await evaluate(window.session, "document.getElementById('download').click()");
}

describe.skipIf(!hasDisplay)("no unrequested bubble covers the page in a window", () => {
  test("nothing covers the page after a login, in another language, and after a download", async () => {
    const [quiet, directory] = [await temporaryDirectory(), await temporaryDirectory()];
    await writeProfilePreferences(quiet, { downloads: directory, chooser: directory });
    const ours = await openWindow(quiet);
    for (const [bubble, act] of [
      ["save password", logIn],
      ["translate", (window: Window) => load(window, "german")],
      ["the list of downloads", download],
    ] as const) {
      await act(ours);
      // A browser without the preferences shows the minimum time until bubbles appear.
      const plain = await temporaryDirectory();
      await writePreferences(plain, { download: { default_directory: directory, prompt_for_download: false } });
      const other = await openWindow(plain);
      await act(other);
      await until(() => isCovered(other), { what: `without preferences: ${bubble}` });
      // A window that is still moving also differs.
      await until(async () => !(await isCovered(ours)), { what: `the page without: ${bubble}` });
      expect(await isCovered(ours), bubble).toBe(false);
    }
  });
});

describe("preferences of a profile", () => {
  const DIRECTORIES = { downloads: "/home/Downloads", chooser: "/home" };
  const read = (profile: string) => readFile(join(profile, "Default", "Preferences"), "utf8");

  test("preferences that the service does not write stay", async () => {
    const profile = await temporaryDirectory();
    const before = { translate: { enabled: true, ignored: ["de"] }, download: [], bookmark_bar: { show: true } };
    await writePreferences(profile, before);
    await writeProfilePreferences(profile, DIRECTORIES);
    expect(JSON.parse(await read(profile))).toMatchObject({
      translate: { enabled: false, ignored: ["de"] },
      download: { default_directory: "/home/Downloads", prompt_for_download: false },
      selectfile: { last_directory: "/home" },
      bookmark_bar: { show: true },
    });
  });

  test.each(["", "{", "[1]", "null"])("that cannot be read stay as they are: %j", async (text) => {
    const profile = await temporaryDirectory();
    await writePreferences(profile, text);
    await writeProfilePreferences(profile, DIRECTORIES);
    expect(await read(profile)).toBe(text);
  });
});
