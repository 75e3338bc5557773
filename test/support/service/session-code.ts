import { chromium } from "playwright-core";
import { expect } from "vitest";
import type { TestService } from "./service.ts";

type Body = (...values: unknown[]) => Promise<unknown>;
const AsyncFunction = (async () => {}).constructor as new (...words: string[]) => Body;

/**
 * Runs the body of an async function with `page` and `context` of a session, as its executed code would, and returns
 * its result. It connects from this process: for tests of something else than the execution of code, which costs a
 * container and a process. Only the service knows the active one of several pages, so it executes the code then.
 */
export async function runInSession(service: Pick<TestService, "api">, id: string, code: string): Promise<unknown> {
  const { status, body, text } = await service.api("GET", `/browsers/${id}`);
  expect(status, text).toBe(200);
  const browser = await chromium.connectOverCDP(body.cdp_ws_url);
  try {
    const context = browser.contexts()[0] ?? (await browser.newContext());
    const [page = await context.newPage(), ...others] = context.pages();
    if (others.length === 0) return await new AsyncFunction("page", "context", code)(page, context);
  } finally {
    await browser.close();
  }
  const executed = await service.api("POST", `/browsers/${id}/playwright/execute`, { json: { code } });
  expect(executed.body, executed.text).toMatchObject({ success: true });
  return executed.body.result;
}
