import { setTimeout as delay } from "node:timers/promises";
import { defineApp } from "browserctl/app";
import { chromium } from "playwright-core";

/** Shown when no address is given: the example needs no network. */
const samplePage = `<!doctype html>
<title>Field notes</title>
<h1>Field notes</h1>
<h2>Monday</h2>
<p>A heron at the <a href="#lake">lake</a>.</p>
<h2>Tuesday</h2>
<p>Rain; the <a href="#barn">barn</a> owl stayed in.</p>
<form><label>Search <input name="q"></label></form>`;

// The default export names the app and its actions. What an action prints is its log; what it returns is its output, as
// JSON; an error it throws makes the invocation fail.
export default defineApp({
  name: "example-app",
  actions: {
    "page-title": {
      input_schema: {
        type: "object",
        properties: { url: { type: "string", description: "Page to open; one of its own when left out" } },
      },
      run: async (context, payload: { url?: string } | undefined) => {
        // The browser ends with the invocation, whatever happens.
        const session = await context.createBrowser({ headless: true });
        console.log(`browser ${session.session_id} is ready`);
        const browser = await chromium.connectOverCDP(session.cdp_ws_url);
        try {
          const page = browser.contexts()[0]?.pages()[0] ?? (await browser.newPage());
          if (payload?.url) {
            console.log(`opening ${payload.url}`);
            await page.goto(payload.url);
          } else {
            console.log("opening a page of its own; name another as url in the payload");
            await page.setContent(samplePage);
          }
          const title = await page.title();
          console.log(`its title is "${title}"`);
          const headings = await page.locator("h1, h2, h3").allInnerTexts();
          for (const heading of headings) console.log(`heading: ${heading}`);
          const links = await page.locator("a[href]").count();
          console.log(`it has ${links} links`);
          const screenshot = await page.screenshot();
          console.log(`took a screenshot of ${screenshot.length} bytes`);
          return { title, headings, links, url: page.url() };
        } finally {
          await browser.close();
        }
      },
    },

    // An action that needs no schema is a function alone.
    countdown: async (context, payload: { seconds?: number } | undefined) => {
      const seconds = payload?.seconds ?? 5;
      for (let left = seconds; left > 0; left -= 1) {
        console.log(`${left} s left`);
        // Ends at once when the invocation is cancelled.
        await delay(1000, undefined, { signal: context.signal });
      }
      console.log("done");
      return { seconds };
    },
  },
});
