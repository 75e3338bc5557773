import { existsSync, realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { SessionApi } from "../../../support/machine/processes.ts";
import { ScreenAgent, startScreenService } from "../../../support/screen/screen-agent.ts";
import { type ScreenSite, startScreenSite } from "../../../support/screen/screen-site.ts";
import { type Answer, processesOf, type TestService } from "../../../support/service/service.ts";
import { until } from "../../../support/until.ts";

/** Session with a screen, as seen from outside and by its own processes. */
export interface ScreenSession {
  agent: ScreenAgent;
  processes: SessionApi;
  /** Its directory on the machine. */
  dir: string;
}

/** A service whose sessions have a real screen, and a site for them to show. */
export interface ScreenSessions {
  /** Exists from the first test of the file on. */
  readonly service: TestService;
  readonly site: ScreenSite;
  /** Starts a session with a screen of 800x600, which ends with the test. */
  session(body?: Record<string, unknown>): Promise<ScreenSession>;
  /** Starts a session like the others that lasts as long as the service, for several tests. */
  lasting(body?: Record<string, unknown>): Promise<ScreenSession>;
}

/** A service with screens for all tests of a file. Call it at the top level. */
export function screenSessions(): ScreenSessions {
  let service: TestService;
  let site: ScreenSite;
  beforeAll(async () => {
    [service, site] = await Promise.all([startScreenService(), startScreenSite()]);
  });
  afterAll(async () => {
    await Promise.all([service.stop(), site.stop()]);
  });
  const lasting = async (body: Record<string, unknown> = {}): Promise<ScreenSession> => {
    const { session_id } = await service.create({
      viewport: { width: 800, height: 600 },
      timeout_seconds: 3600,
      ...body,
    });
    const dir = realpathSync(join(service.stateDir, "sessions", session_id));
    return { agent: new ScreenAgent(service, site, session_id), processes: new SessionApi(service, session_id), dir };
  };
  return {
    get service() {
      return service;
    },
    get site() {
      return site;
    },
    lasting,
    session: async (body) => {
      const session = await lasting(body);
      onTestFinished(async () => void (await service.api("DELETE", `/browsers/${session.agent.id}`)));
      return session;
    },
  };
}

/** Asks for another viewport. */
export const resizeScreen = ({ service, id }: ScreenAgent, width: number, height: number): Promise<Answer> =>
  service.api("PATCH", `/browsers/${id}`, { json: { viewport: { width, height } } });

/** Ends the X server of a session by a signal, and expects the session to end for that reason, leaving nothing. */
export async function expectEndByDisplay(
  session: ScreenSession,
  signal: NodeJS.Signals,
  reason: string,
): Promise<void> {
  // From outside: the session may end before it has answered a request for a process.
  process.kill((await serverOf(session)).pid, signal);
  expect(await endOfScreenSession(session)).toBe(`its screen ended unexpectedly: ${reason}`);
  const { status, text } = await session.agent.call("screenshot");
  expect({ status, text }).toMatchObject({ status: 404, text: expect.stringContaining(`its screen ended`) });
}

/** Process of a session's X server on the machine, and its parent. */
export async function serverOf({ dir }: ScreenSession): Promise<{ pid: number; parent: number }> {
  for (const pid of await processesOf(dir, dir)) {
    const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
    const parent = /^Name:\tXvnc\n[\s\S]*^PPid:\t(\d+)$/m.exec(status)?.[1];
    if (parent !== undefined) return { pid, parent: Number(parent) };
  }
  throw new Error("the session has no X server");
}

/** Waits for the end of a session, and gives its record. Its processes may still be there. */
export async function deletedRecord({ agent }: ScreenSession): Promise<{ end_reason: string }> {
  const { body } = await until(
    () => agent.service.api("GET", `/_local/browsers/${agent.id}`),
    (answer) => answer.body.state === "deleted",
  );
  return body;
}

/** Waits for the end of a session, which must leave nothing. Returns the reason. */
export async function endOfScreenSession(session: ScreenSession): Promise<string> {
  const { dir } = session;
  const { end_reason } = await deletedRecord(session);
  await until(() => !existsSync(dir), { what: `the directory ${dir} to be removed` });
  expect(await processesOf(dir, dir)).toEqual([]);
  return end_reason;
}

/**
 * Changes the viewport of a session during pictures: each picture has one of the sizes, and the last one is the
 * display's.
 */
export async function expectPicturesOfEachSize({ agent }: ScreenSession, width: number, height: number): Promise<void> {
  expect(await agent.screenshot()).toMatchObject({ width, height });
  const sizes = [
    [640, 480],
    [1000, 700],
    [300, 200],
  ] as const;
  const pictures = await Promise.all(
    sizes.map(async ([toWidth, toHeight]) => {
      const [answer, picture] = await Promise.all([resizeScreen(agent, toWidth, toHeight), agent.screenshot()]);
      expect(answer.status, answer.text).toBe(200);
      return [picture.width, picture.height];
    }),
  );
  expect([[width, height], ...sizes]).toEqual(expect.arrayContaining(pictures));
  expect(await agent.screenshot()).toMatchObject({ width: 300, height: 200 });
}
