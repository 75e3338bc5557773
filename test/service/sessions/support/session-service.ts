import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "vitest";
import { processesOf, startService, type TestService } from "../../../support/service/service.ts";
import { until } from "../../../support/until.ts";

export interface SessionService {
  service: TestService;
  /** A site that answers every path but `/never` with a blue page, titled by its path. */
  pages: Server;
  /** Without a slash at the end. */
  pageUrl: string;
  stop(): Promise<void>;
}

/** A service and a site for the sessions of a file. */
export async function startSessionService(): Promise<SessionService> {
  const pages = createServer((request, response) => {
    if (request.url === "/never") return;
    response.setHeader("Content-Type", "text/html").end(`<title>${request.url}</title><body style="background:#00f">`);
  });
  await once(pages.listen(0, "127.0.0.1"), "listening");
  const service = await startService();
  const stop = async (): Promise<void> => {
    pages.closeAllConnections();
    pages.close();
    await service.stop();
  };
  return { service, pages, pageUrl: `http://127.0.0.1:${(pages.address() as AddressInfo).port}`, stop };
}

/** Ends the sessions of a test, which must leave neither a process nor a directory. */
export async function endSessions(service: TestService): Promise<void> {
  const { body } = await service.api("GET", "/browsers?limit=100");
  await Promise.all(body.map((one: { session_id: string }) => service.api("DELETE", `/browsers/${one.session_id}`)));
  const left = async (): Promise<unknown[]> => [
    ...(await readdir(join(service.stateDir, "sessions"))),
    ...(await processesOf(service.stateDir)),
  ];
  expect(await until(left, (list) => list.length === 0)).toEqual([]);
}
