import type { Run } from "../../cli/declare/body.ts";
import type { poolsAcquire } from "./acquire.ts";
import { acquireBrowser } from "./lib/acquire-browser.ts";

/** Takes a browser from a pool. Exit 6 when none became idle in time. */
export const run: Run<typeof poolsAcquire> = async (body) => body.record(await acquireBrowser(body, body.request));
