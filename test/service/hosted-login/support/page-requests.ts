import { expect } from "vitest";
import type { FakeLogin } from "./hosted-server.ts";

export interface Opened {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Cookie that the answer sets, as a request sends it. */
  readonly cookie: string;
}

/** Loads an address like a browser that follows no redirect. */
export async function open(url: string, cookie?: string, headers: Record<string, string> = {}): Promise<Opened> {
  return answerOf(
    await fetch(url, { headers: { ...(cookie !== undefined && { cookie }), ...headers }, redirect: "manual" }),
  );
}

/** Cookie of the page of a login, opened by a new link. */
export async function opened(login: FakeLogin): Promise<string> {
  const { status, cookie } = await open(login.link().url);
  expect(status).toBe(303);
  return cookie;
}

/** Sends a form of a page; that of the current pause when the content names none. */
export async function send(page: string, cookie: string, content: Record<string, string>): Promise<Opened> {
  const { text } = await open(page, cookie);
  const interaction_id = /name="interaction_id" value="(\w+)"/.exec(text)?.[1] ?? "";
  const body = new URLSearchParams({ interaction_id, ...content });
  const headers = { cookie, origin: new URL(page).origin };
  return answerOf(await fetch(page, { method: "POST", headers, body, redirect: "manual" }));
}

async function answerOf(answer: Response): Promise<Opened> {
  const [set = ""] = answer.headers.getSetCookie();
  const { status, headers } = answer;
  return { status, headers, text: await answer.text(), cookie: set.split(";")[0] ?? "" };
}
