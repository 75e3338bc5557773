import { BrowserCurl } from "../../src/service/chromium/curl/curl.ts";
import { evaluate, httpTarget, openPage, startBrowser } from "../support/servers/curl-target.ts";
import { type Row, timesFloor } from "./bench.ts";

const BLOCKS = 8;
const PER_BLOCK = 40;
const LIMIT = 6;

/**
 * A warm curl of 1 KB on loopback against the same `fetch` in a page over CDP: medians in milliseconds, measured in
 * alternating blocks of one run.
 */
export async function benchCurl(): Promise<{
  rows: Row[];
}> {
  const target = await httpTarget((request, response) => {
    if (request.url === "/chunked") response.write("x");
    response.end("x".repeat(1024));
  });
  await using browser = await startBrowser();
  const curl = new BrowserCurl(browser.chromium.connection, browser.chromium.connection.hiddenTabs);
  const page = await openPage(browser.chromium, target.url);
  const fetchInPage = () => evaluate(page, `fetch("/").then((response) => response.text())`);
  const once = {
    floor: fetchInPage,
    "curl, 1 KB, length announced": () => curl.request({ url: target.url }),
    "curl, 1 KB, chunked": () => curl.request({ url: `${target.url}chunked` }),
    "curl, 1 KB, own headers": () => curl.request({ url: target.url, headers: { "user-agent": "bench", "x-a": "1" } }),
  };
  const times = Object.fromEntries(Object.keys(once).map((name) => [name, [] as number[]]));
  for (let block = 0; block <= BLOCKS; block++)
    for (const [name, run] of Object.entries(once))
      for (let index = 0; index < PER_BLOCK; index++) {
        const start = performance.now();
        await run();
        // The first block of each only warms up.
        if (block > 0) times[name]?.push(performance.now() - start);
      }
  await curl.close();
  await target.stop();
  const { floor: floors = [], ...rest } = times;
  return { rows: Object.entries(rest).map(([name, values]) => timesFloor(name, values, floors, LIMIT)) };
}
