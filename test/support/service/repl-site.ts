import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll } from "vitest";
import { withServer } from "../browser/chromium.ts";
import { ReplApi } from "./repl.ts";
import { startService, type TestService } from "./service.ts";

/** A session with a REPL, and a website, for all tests of a file. */
export interface ReplSite {
  readonly service: TestService;
  /** Id of the session. */
  readonly id: string;
  readonly repl: ReplApi;
  /** Origin of the website. */
  readonly origin: string;
  /** The same website under another host name, so that it is another site. */
  readonly otherOrigin: string;
}

/**
 * Starts a service, a session and a website before the tests of a file, and ends them after. The members are usable in
 * tests and hooks.
 */
export function replSite(answer: (request: IncomingMessage, response: ServerResponse) => void): ReplSite {
  let started: ReplSite | undefined;
  const ends: (() => void)[] = [];
  beforeAll(async () => {
    const service = await startService();
    ends.push(() => service.stop());
    const { session_id: id } = await service.create({ timeout_seconds: 600 });
    const { url } = await withServer(
      (request, response) => {
        response.setHeader("content-type", "text/html");
        answer(request, response);
      },
      (end) => ends.push(end),
    );
    const { origin } = new URL(url);
    const otherOrigin = origin.replace("127.0.0.1", "localhost");
    started = { service, id, repl: new ReplApi(service, id), origin, otherOrigin };
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });
  const of = <K extends keyof ReplSite>(key: K): ReplSite[K] => {
    if (!started) throw new Error("the website of the tests has not started");
    return started[key];
  };
  return {
    get service() {
      return of("service");
    },
    get id() {
      return of("id");
    },
    get repl() {
      return of("repl");
    },
    get origin() {
      return of("origin");
    },
    get otherOrigin() {
      return of("otherOrigin");
    },
  };
}
