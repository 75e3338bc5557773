import { defineApp } from "browserctl/app";
import { chromium } from "playwright-core";
import { checks } from "./checks.ts";

interface Payload {
  readonly urls?: readonly string[];
}

interface Result {
  readonly url: string;
  readonly check: string;
  readonly passed: boolean;
  readonly reason?: string;
}

/** Page that is tested when no address is given: the app needs no network. */
const samplePage = `data:text/html,${encodeURIComponent("<title>Field notes</title><h1>Field notes</h1><p>A heron.")}`;

export default defineApp({
  name: "example-app",
  actions: {
    test: {
      input_schema: {
        type: "object",
        properties: {
          urls: {
            type: "array",
            items: { type: "string", minLength: 1 },
            minItems: 1,
            description: "Pages to test; one of its own when left out",
          },
        },
        additionalProperties: false,
      },
      run: async (context, payload: Payload | undefined) => {
        const session = await context.createBrowser({ headless: true });
        const browser = await chromium.connectOverCDP(session.cdp_ws_url);
        const results: Result[] = [];
        try {
          const page = browser.contexts()[0]?.pages()[0] ?? (await browser.newPage());
          for (const url of payload?.urls ?? [samplePage]) {
            const name = url.startsWith("data:") ? "its own page" : url;
            console.log(name);
            const opened = await reasonOf(async () => {
              const response = await page.goto(url);
              if (response && !response.ok()) throw new Error(`the answer is ${response.status()}`);
            });
            results.push(resultOf(name, "opens", opened));
            if (opened !== undefined) continue;
            for (const [check, run] of Object.entries(checks)) {
              results.push(resultOf(name, check, await reasonOf(() => run(page))));
            }
          }
        } finally {
          await browser.close();
        }
        const failed = results.filter(({ passed }) => !passed);
        const summary = `${results.length - failed.length} passed, ${failed.length} failed`;
        console.log(summary);
        // An error makes the invocation fail, and invoke exits with 8. The log has the report.
        if (failed.length > 0) throw new Error(summary);
        return { passed: results.length, failed: 0, results };
      },
    },
  },
});

/** Reason of a failure; undefined when there is none. */
async function reasonOf(run: () => Promise<void>): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
  }
}

/** Result of a check, which is printed too. */
function resultOf(url: string, check: string, reason: string | undefined): Result {
  console.log(reason === undefined ? `  passed  ${check}` : `  failed  ${check}: ${reason}`);
  return { url, check, passed: reason === undefined, ...(reason !== undefined && { reason }) };
}
