import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { posixWord } from "../../../../core/shell-quotes.ts";
import type { FoundBrowser } from "../../../../service/chromium/find.ts";
import type { ChromiumStartError } from "../../../../service/chromium/launch.ts";
import type { ContainerFacts } from "../../../../service/processes/container-probe.ts";
import type { Facts } from "../facts.ts";
import { type Check, type Finding, failure, note, ok, warning } from "../finding.ts";

/** Time for everything that starts a browser, in milliseconds. */
const LIMIT_MS = 25_000;
const VERSION_MS = 5_000;
const START_MS = 15_000;
const VIEWPORT = { width: 800, height: 600 } as const;
/** Set to 1 by Ubuntu 23.10 and later: only programs with a profile may make user namespaces. */
const USERNS_SETTING = "/proc/sys/kernel/apparmor_restrict_unprivileged_userns";

/** The browser of the local service: found, starts, and in which container and display sessions have it. */
export function browserCheck(facts: Facts): Check {
  return {
    area: "browser",
    title: "browser",
    id: "browser.start",
    limitMs: LIMIT_MS,
    run: async (signal) => {
      const directory = await mkdtemp(join(tmpdir(), "browserctl-doctor-"));
      const remove = (): Promise<void> =>
        rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
      const undo = facts.defer(remove);
      try {
        const { finding, browser } = await findBrowser(facts);
        if (!browser) return [finding];
        return [finding, ...(await sessionFindings(facts, browser, directory, signal))];
      } finally {
        await remove();
        undo();
      }
    },
  };
}

async function findBrowser({ env, stateDir, usesLocal }: Facts): Promise<{ finding: Finding; browser?: FoundBrowser }> {
  const [{ ChromiumMissingError, ChromiumUnusableError, findChromium }, { rememberedBrowser }] = await Promise.all([
    import("../../../../service/chromium/find.ts"),
    import("../../../../service/lifecycle/remembered-browser.ts"),
  ]);
  const id = "browser.found";
  try {
    const remembered = await rememberedBrowser(stateDir);
    const browser = await findChromium({ env, remembered, timeoutMs: VERSION_MS });
    return { finding: ok(id, `${browser.product} ${browser.version} at ${browser.path}`), browser };
  } catch (error) {
    if (!(error instanceof ChromiumMissingError || error instanceof ChromiumUnusableError)) throw error;
    const fix = "browserctl local setup";
    // A hosted service brings its own.
    return { finding: usesLocal ? failure(id, "failed", error.message, fix) : note(id, error.message, fix) };
  }
}

async function sessionFindings(
  facts: Facts,
  browser: FoundBrowser,
  directory: string,
  signal: AbortSignal,
): Promise<Finding[]> {
  const [{ probeContainer }, { findScreen }, { commandToInstall }] = await Promise.all([
    import("../../../../service/processes/container-probe.ts"),
    import("../../../../service/screen/find-screen.ts"),
    import("../../../../service/packages/install.ts"),
  ]);
  const { env } = facts;
  const [started, container, screen] = await Promise.all([
    startFinding(facts, browser, directory, signal),
    probeContainer({ env, stateDir: join(directory, "state"), log: () => {} }),
    // openbox writes a log into the directory of caches even when it is asked for its version.
    findScreen({ env: { ...env, HOME: directory, XDG_CACHE_HOME: join(directory, "cache") } }),
  ]);
  const confined =
    started.status === "error" ? undefined : await confinedFinding(browser, container, directory, signal);
  const display = screen.real
    ? ok("browser.screen", "sessions can have a private display (Xvnc, openbox)")
    : note(
        "browser.screen",
        `sessions have no private display: ${screen.reason}`,
        await commandToInstall(screen.packages, env),
      );
  return [started, await containerFinding(facts, container), confined, display].filter((each) => each !== undefined);
}

/** Starts the browser once, as a session without a container does, with a home of its own. */
async function startFinding(
  { usesLocal }: Facts,
  { path }: FoundBrowser,
  directory: string,
  signal: AbortSignal,
): Promise<Finding> {
  const { ChromiumStartError, launchChromium } = await import("../../../../service/chromium/launch.ts");
  const id = "browser.start";
  try {
    const options = {
      executable: path,
      userDataDir: join(directory, "profile"),
      env: { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: directory },
      viewport: VIEWPORT,
      stealth: false,
      startTimeoutMs: START_MS,
      signal,
    };
    const chromium = await launchChromium(options);
    const { sandboxed } = chromium;
    chromium.kill();
    await chromium.exited;
    if (sandboxed) return ok(id, "Chromium starts, in its sandbox");
    return note(id, "Chromium starts, without its own sandbox, as always for root", "run the service as another user");
  } catch (error) {
    if (!(error instanceof ChromiumStartError)) throw error;
    const fix = startFix(error, path);
    return usesLocal ? failure(id, "failed", error.message, fix) : note(id, error.message, fix);
  }
}

/** Next step after a failed start. */
export function startFix(
  { failure: kind }: Pick<ChromiumStartError, "failure">,
  path: string,
  restricted = restrictsNamespaces(),
): string {
  switch (kind) {
    case "no_sandbox":
      return restricted
        ? appArmorFix(path)
        : "allow user namespaces: sudo sysctl -w kernel.unprivileged_userns_clone=1 user.max_user_namespaces=15000";
    case "missing_library":
      return "install the packages of the browser with this machine's package manager: browserctl local setup";
    case "timeout":
      return "end other programs, or give the machine more memory and processors";
    default:
      return "choose another browser: browserctl local setup --browser PATH";
  }
}

/** Command that gives a program a profile with which it may make user namespaces. */
export function appArmorFix(path: string): string {
  const file = "/etc/apparmor.d/browserctl-browser";
  const profile = String.raw`abi <abi/4.0>,\ninclude <tunables/global>\nprofile browserctl-browser "%s" flags=(unconfined) {\n  userns,\n}\n`;
  return `printf '${profile}' ${posixWord(path)} | sudo tee ${file} && sudo apparmor_parser -r ${file}`;
}

function restrictsNamespaces(): boolean {
  try {
    return readFileSync(USERNS_SETTING, "utf8").trim() === "1";
  } catch {
    return false;
  }
}

async function containerFinding(
  { env }: Facts,
  { available, bwrap, playwright, reason = "" }: ContainerFacts,
): Promise<Finding> {
  const [{ findBubblewrap }, { commandToInstall }] = await Promise.all([
    import("../../../../service/processes/container-probe.ts"),
    import("../../../../service/packages/install.ts"),
  ]);
  const id = "browser.container";
  if (available)
    return ok(
      id,
      `processes of sessions run in a container (${bwrap})${playwright ? "" : "; playwright-core is not installed"}`,
    );
  const found = `processes of sessions run without a container: ${reason}`;
  if (process.platform !== "linux") return note(id, found);
  const bubblewrap = findBubblewrap(env);
  if (bubblewrap === undefined) return warning(id, found, await commandToInstall(["bubblewrap"], env));
  return warning(id, found, restrictsNamespaces() ? appArmorFix(bubblewrap) : undefined);
}

async function confinedFinding(
  browser: FoundBrowser,
  facts: ContainerFacts,
  directory: string,
  signal: AbortSignal,
): Promise<Finding | undefined> {
  if (!facts.available) return undefined;
  const makeDir = (): Promise<string> => mkdtemp(join(directory, "probe-"));
  const { probeBrowser } = await import("../../../../service/processes/browser-probe.ts");
  const { confined, reason } = await probeBrowser({ facts, executable: browser.path, makeDir, signal });
  if (confined) return ok("browser.confined", "browsers of sessions run in their container");
  return note("browser.confined", `browsers of sessions run outside of their container: ${reason}`);
}
