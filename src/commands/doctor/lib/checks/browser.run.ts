import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { posixWord } from "../../../../core/shell-quotes.ts";
import type { MachineContainer } from "../../../../service/machine/find-container.ts";
import type { MachineDisplay } from "../../../../service/machine/find-display.ts";
import type { BrowserTrial } from "../../../../service/machine/try-browser.ts";
import type { Facts } from "../facts.ts";
import { type Check, type Finding, failure, note, ok, warning } from "../finding.ts";

/** Time for everything that starts a browser, in milliseconds. */
const LIMIT_MS = 25_000;
const VERSION_MS = 5_000;
/** The browser of the local service: its path, a test start, and the container and display of sessions. */
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
        const { finding, path } = await foundFinding(facts);
        if (path === undefined) return [finding];
        return [finding, ...(await sessionFindings(facts, { path, directory, signal }))];
      } finally {
        await remove();
        undo();
      }
    },
  };
}

async function foundFinding({ env, stateDir, usesLocal }: Facts): Promise<{ finding: Finding; path?: string }> {
  const { findBrowser } = await import("../../../../service/machine/find-browser.ts");
  const id = "browser.found";
  const found = await findBrowser({ stateDir, env, timeoutMs: VERSION_MS });
  if (found.browser) {
    const { path, product, version } = found.browser;
    return { finding: ok(id, `${product} ${version} at ${path}`), path };
  }
  const fix = "browserctl local setup";
  const { message } = found.error;
  // A hosted service has its own browser.
  return { finding: usesLocal ? failure(id, "failed", message, fix) : note(id, message, fix) };
}

/** Browser to start, and a directory for its files. */
interface Trial {
  readonly path: string;
  readonly directory: string;
  readonly signal: AbortSignal;
}

async function sessionFindings(facts: Facts, trial: Trial): Promise<Finding[]> {
  const [{ findContainer }, { findDisplay }] = await Promise.all([
    import("../../../../service/machine/find-container.ts"),
    import("../../../../service/machine/find-display.ts"),
  ]);
  const { env } = facts;
  const [started, container, display] = await Promise.all([
    startFinding(facts, trial),
    findContainer(env, join(trial.directory, "state")),
    findDisplay(env, trial.directory),
  ]);
  const confined = started.status === "error" ? undefined : await confinedFinding(container, trial);
  const findings = [started, await containerFinding(facts, container), confined, await displayFinding(facts, display)];
  return findings.filter((each) => each !== undefined);
}

/** Starts the browser once, as a session without a container does, with a home of its own. */
async function startFinding({ usesLocal }: Facts, { path, directory, signal }: Trial): Promise<Finding> {
  const { tryBrowser } = await import("../../../../service/machine/try-browser.ts");
  const id = "browser.start";
  const trial = await tryBrowser(path, directory, signal);
  if (!trial.starts) {
    const fix = startFix(trial, path);
    return usesLocal ? failure(id, "failed", trial.message, fix) : note(id, trial.message, fix);
  }
  if (trial.sandboxed) return ok(id, "Chromium starts, in its sandbox");
  return note(id, "Chromium starts, without its own sandbox, as always for root", "run the service as another user");
}

/** Next step after a failed start. */
export function startFix(
  { failure: kind, restricted }: Pick<BrowserTrial & { starts: false }, "failure" | "restricted">,
  path: string,
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

/** Command that gives a program an AppArmor profile that allows user namespaces. */
export function appArmorFix(path: string): string {
  const file = "/etc/apparmor.d/browserctl-browser";
  const profile = String.raw`abi <abi/4.0>,\ninclude <tunables/global>\nprofile browserctl-browser "%s" flags=(unconfined) {\n  userns,\n}\n`;
  return `printf '${profile}' ${posixWord(path)} | sudo tee ${file} && sudo apparmor_parser -r ${file}`;
}

async function containerFinding({ env }: Facts, container: MachineContainer): Promise<Finding> {
  const { available, bubblewrap, missing, playwright, reason = "", restricted } = container;
  const id = "browser.container";
  if (available) {
    const without = playwright ? "" : "; playwright-core is not installed";
    return ok(id, `processes of sessions run in a container (${bubblewrap})${without}`);
  }
  const found = `processes of sessions run without a container: ${reason}`;
  if (process.platform !== "linux") return note(id, found);
  if (bubblewrap !== undefined) return warning(id, found, restricted ? appArmorFix(bubblewrap) : undefined);
  return warning(id, found, await installFix({ missing }, env));
}

async function displayFinding({ env }: Facts, display: MachineDisplay): Promise<Finding> {
  const id = "browser.screen";
  if (display.available) return ok(id, "sessions can have a private display (Xvnc, openbox)");
  return note(id, `sessions have no private display: ${display.reason}`, await installFix(display, env));
}

async function installFix(part: Pick<MachineDisplay, "missing">, env: Facts["env"]): Promise<string | undefined> {
  const { installCommandOf } = await import("../../../../service/machine/install.ts");
  return installCommandOf(part, env);
}

async function confinedFinding(
  container: MachineContainer,
  { path, directory, signal }: Trial,
): Promise<Finding | undefined> {
  const trial = await container.tryBrowser(path, directory, signal);
  if (!trial) return undefined;
  if (trial.confined) return ok("browser.confined", "browsers of sessions run in their container");
  return note("browser.confined", `browsers of sessions run outside of their container: ${trial.reason}`);
}
