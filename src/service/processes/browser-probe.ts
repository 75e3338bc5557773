import { once } from "node:events";
import { rm } from "node:fs/promises";
import type { BrowserHost } from "../chromium/browser-host.ts";
import { ChromiumStartError, launchChromium } from "../chromium/launch.ts";
import { containerHost } from "./container-browser.ts";
import type { ContainerFacts } from "./container-probe.ts";
import { SessionPaths } from "./session-paths.ts";
import { prepareSessionRoot } from "./session-root.ts";

/** Result of checking whether the browsers of sessions run in their containers. */
export interface BrowserConfinement {
  readonly confined: boolean;
  /** Why not, for a person. */
  readonly reason?: string;
}

export interface BrowserProbeOptions {
  facts: ContainerFacts;
  executable: string;
  /** Makes a directory for the attempt. */
  makeDir: () => Promise<string>;
  signal: AbortSignal;
}

const BOUND_MS = 30_000;

/**
 * Finds out once whether the browser runs in a container here. Chromium's own sandbox stays on for users who are not
 * root: where it needs namespaces of users that cannot be nested, the browser runs without a container. So for them it
 * has to show a page; for root, who has no such sandbox, to start is enough.
 */
export async function probeBrowser(options: BrowserProbeOptions): Promise<BrowserConfinement> {
  const { facts, executable, makeDir, signal } = options;
  if (!facts.available) return { confined: false, reason: facts.reason ?? "there is no container" };
  const dir = await makeDir();
  try {
    const paths = new SessionPaths(facts, await prepareSessionRoot(dir), () => {});
    const { container } = paths;
    if (!container) return { confined: false, reason: "there is no container" };
    await using _closed = container;
    const host = containerHost(paths, container, dir);
    const stop = AbortSignal.any([signal, AbortSignal.timeout(BOUND_MS)]);
    if (process.getuid?.() === 0) await runVersion(host, executable, stop);
    else await showPage(host, executable, stop);
    return { confined: true };
  } catch (error) {
    return { confined: false, reason: why(error) };
  } finally {
    await rm(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

async function runVersion(host: BrowserHost, executable: string, signal: AbortSignal): Promise<void> {
  const { child } = await host.spawn(executable, ["--version"], {});
  const ended = once(child, "exit", { signal });
  let output = "";
  for (const stream of child.stdio) stream?.on("error", () => {});
  child.stderr?.on("data", (chunk) => {
    output = `${output}${chunk}`.slice(-1_000);
  });
  try {
    const [code] = (await ended) as [number | null];
    if (code !== 0) throw new Error(output.trim() || `it ended with exit code ${code}`);
  } finally {
    child.kill("SIGKILL");
    for (const stream of child.stdio) stream?.destroy();
  }
}

async function showPage(host: BrowserHost, executable: string, signal: AbortSignal): Promise<void> {
  const viewport = { width: 800, height: 600 };
  const { profileDir: userDataDir } = host;
  const chromium = await launchChromium({ executable, userDataDir, host, viewport, stealth: false, signal });
  try {
    const [page] = await chromium.connection.pageWatch.pages();
    const evaluated = page?.session.send("Runtime.evaluate", { expression: "1" });
    await Promise.race([
      evaluated,
      once(signal, "abort").then(() => Promise.reject(new Error("no page was shown in time"))),
    ]);
  } finally {
    chromium.kill();
    await chromium.exited;
  }
}

function why(error: unknown): string {
  if (error instanceof ChromiumStartError && error.failure === "no_sandbox") {
    return "Chromium's own sandbox does not work in a container here: user namespaces cannot be nested";
  }
  return `the browser does not run in a container here: ${(error as Error).message}`;
}
