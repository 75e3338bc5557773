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
  /** Reason why not, for the user. */
  readonly reason?: string;
}

export interface BrowserProbeOptions {
  facts: ContainerFacts;
  executable: string;
  /** Creates a directory for the probe. */
  makeDir: () => Promise<string>;
  signal: AbortSignal;
}

const BOUND_MS = 30_000;

/**
 * Checks once whether the browser runs in a container on this machine. For users other than root Chromium's own sandbox
 * stays on; when it needs nested user namespaces that are not allowed, the browser runs without a container. The probe
 * therefore loads a page; for root, where there is no such sandbox, it only starts the browser.
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
      once(signal, "abort").then(() => Promise.reject(new Error("no page was loaded in time"))),
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
