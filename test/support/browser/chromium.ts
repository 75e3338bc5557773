import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, onTestFinished } from "vitest";
import type { BrowserConnection } from "../../../src/service/chromium/browser-connection.ts";
import { BrowserVersions } from "../../../src/service/chromium/browser-version.ts";
import type { CdpSession } from "../../../src/service/chromium/cdp.ts";
import { type Chromium, type LaunchOptions, launchChromium } from "../../../src/service/chromium/launch.ts";
import { activePage } from "../../../src/service/chromium/pages.ts";
import { processesMarked } from "../machine/leftovers.ts";
import { until } from "../until.ts";

export const CHROMIUM = process.env["BROWSERCTL_TEST_BROWSER"] ?? "/usr/bin/chromium";

/** Shared by the tests of a file, as the sessions of a service share it. */
const versions = new BrowserVersions();

/** An empty folder, removed when the test has finished. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "browserctl-test-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));
  return directory;
}

/** Environment of a browser that leaves temporary files, and what it changes in a home, in a directory. */
export function environmentIn(directory: string): NodeJS.ProcessEnv {
  return { ...process.env, HOME: directory, TMPDIR: directory };
}

/** Options for a start of the real Chromium in a folder of its own, both gone when the test has finished. */
export async function launchOptions(options: Partial<LaunchOptions> = {}): Promise<LaunchOptions> {
  const userDataDir = await temporaryDirectory();
  // Chromium that is killed may leave temporary files of its own.
  const tmp = await temporaryDirectory();
  onTestFinished(() => childrenEnded(tmp));
  return { ...usualOptions, userDataDir, env: environmentIn(tmp), ...options };
}

/**
 * Waits until no process of a browser lives that was started with this directory for its temporary files. The children of a
 * killed browser end a moment after it, and until then may create files, and the directories above them.
 */
async function childrenEnded(tmp: string): Promise<void> {
  const seesNone = async (): Promise<boolean> => (await processesMarked(tmp)).length === 0;
  // A process that another starts, which then ends, may be missed by one look.
  await until(async () => (await seesNone()) && (await seesNone()), { what: () => `the end of the browser in ${tmp}` });
}

const usualOptions = { executable: CHROMIUM, viewport: { width: 800, height: 600 }, stealth: false, versions };

/** Starts a real Chromium; it is closed when the test has finished. */
export async function withChromium(options: Partial<LaunchOptions> = {}): Promise<Chromium> {
  const chromium = await launchChromium(await launchOptions(options));
  onTestFinished(async () => {
    chromium.kill();
    await chromium.exited;
  });
  return chromium;
}

/** Chromium of a describe or a file; gone after its last test. */
export interface SharedChromium {
  readonly connection: BrowserConnection;
}

/** Real Chromium in a directory of its own, for several tests. To be stopped. */
export class TestChromium implements SharedChromium {
  readonly #chromium: Chromium;
  readonly #directory: string;

  private constructor(chromium: Chromium, directory: string) {
    this.#chromium = chromium;
    this.#directory = directory;
  }

  static async start(): Promise<TestChromium> {
    const directory = await mkdtemp(join(tmpdir(), "browserctl-test-"));
    const options = {
      ...usualOptions,
      userDataDir: join(directory, "profile"),
      env: environmentIn(directory),
    };
    return new TestChromium(await launchChromium(options), directory);
  }

  get connection(): BrowserConnection {
    return this.#chromium.connection;
  }

  /** Closes all pages and opens an empty one, for the next test. */
  async clear(): Promise<void> {
    await closePages(this.connection);
    await activePage(this.connection);
  }

  async stop(): Promise<void> {
    this.#chromium.kill();
    await this.#chromium.exited;
    await childrenEnded(this.#directory);
    await rm(this.#directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

/**
 * Starts a real Chromium for all tests of a describe or a file, and gives each of them one empty page. A start costs as
 * much as five pages: a test has a browser of its own only where it ends that, or changes more of it than pages.
 */
export function shareChromium(): SharedChromium {
  let chromium: TestChromium;
  beforeAll(async () => {
    chromium = await TestChromium.start();
  });
  afterEach(() => chromium.clear());
  afterAll(() => chromium.stop());
  return {
    get connection() {
      return chromium.connection;
    },
  };
}

/** Closes every page of a browser, also one with a dialog that a client should answer. */
export async function closePages(connection: BrowserConnection): Promise<void> {
  const { targetInfos } = await connection.send("Target.getTargets");
  for (const { targetId } of targetInfos.filter(({ type }) => type === "page")) {
    connection.pageWatch.clientListens(targetId, -1);
    // A page that closes by itself may be gone by now.
    await connection.request("Target.closeTarget", { targetId });
  }
  await until(async () => (await connection.pageWatch.pages()).length === 0, { what: "the end of the pages" });
}

/** Ids of the live processes whose command line names a folder; zombies do not count. */
export async function processesOf(userDataDir: string): Promise<number[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    ids.map(async (id) => {
      const line = await readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "");
      return line.includes(userDataDir) ? Number(id) : undefined;
    }),
  );
  return found.filter((id) => id !== undefined);
}

/** Opens a page and gives a session in it; it is shown unless `background`. */
export async function openPage(
  connection: BrowserConnection,
  url = "about:blank",
  options: { background?: boolean; newWindow?: boolean } = {},
): Promise<{ targetId: string; session: CdpSession }> {
  const { targetId } = await connection.send("Target.createTarget", { url, ...options });
  const { sessionId } = await connection.send("Target.attachToTarget", { targetId, flatten: true });
  return { targetId, session: connection.session(sessionId) };
}

/** Evaluates an expression in a page, waiting for its promise. */
export async function evaluate<T>(session: CdpSession, expression: string): Promise<T> {
  const options = { expression, returnByValue: true, awaitPromise: true };
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", options);
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value as T;
}

/**
 * An HTTP server on loopback, closed when the test has finished; gives its address and the requests so far. A test that
 * runs beside others passes its own `onFinished`.
 */
export async function withServer(
  listener: RequestListener,
  onFinished: (end: () => void) => void = onTestFinished,
): Promise<{ url: string; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, requests };
}
