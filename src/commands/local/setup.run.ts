import type { BodyOf, Run } from "../../cli/declare/body.ts";
import { CliError } from "../../core/errors.ts";
import type { BrowserFinding } from "../../service/machine/find-browser.ts";
import type { localSetup } from "./setup.ts";

/**
 * Finds a browser, and containers and private displays for sessions, or installs them in the way this machine supports.
 */
export const run: Run<typeof localSetup> = async (body) => {
  const { done, flags, settings } = body;
  if (!flags.check) {
    const { prepareStateDir } = await import("../../service/machine/state-dir.ts");
    // Before anything is installed.
    await prepareStateDir(settings.resolved.state_dir.value);
  }
  const { browser, installed } = await setUpBrowser(body);
  const { setUpSessions } = await import("./lib/setup-sessions.run.ts");
  const { container, screen } = await setUpSessions(body, { install: !flags.check, refreshed: installed });
  const { path, product, version, source } = browser;
  if (!flags.check) {
    const { rememberBrowser } = await import("../../service/machine/remembered-browser.ts");
    await rememberBrowser(settings.resolved.state_dir.value, path);
  }
  const inContainer = container.available ? "; processes of sessions run in a container" : "";
  const withScreen = screen.available ? ", with a private display" : "";
  return done(`${installed ? "Installed" : "Found"} ${product} ${version} at ${path}${inContainer}${withScreen}.`, {
    path,
    product,
    version,
    source,
    installed,
    container,
    screen,
  });
};

type SetupBody = BodyOf<typeof localSetup>;
type FoundBrowser = NonNullable<BrowserFinding["browser"]>;

async function setUpBrowser(body: SetupBody): Promise<{ browser: FoundBrowser; installed: boolean }> {
  const { env, flags, note, progress, signal } = body;
  const found = await findInstalled(body);
  if (found) return { browser: found, installed: false };
  if (flags.check) throw missing("no Chromium, Chrome, Edge or Brave was found on this machine");
  const { install } = await import("../../service/machine/install.ts");
  const failure = await progress("Installing Chromium", () => install(["chromium"], { env, log: note, signal }));
  if (failure) {
    const { command, error, message } = failure;
    throw new CliError("failed", message, { code: "not_installed", hint: command, cause: error });
  }
  const browser = await findInstalled(body);
  if (!browser) throw missing("Chromium was installed and is still not found");
  return { browser, installed: true };
}

/** The installed browser; undefined when there is none. A named browser that cannot be used is an error. */
async function findInstalled({ env, flags, settings }: SetupBody): Promise<FoundBrowser | undefined> {
  const { findBrowser } = await import("../../service/machine/find-browser.ts");
  const found = await findBrowser({ stateDir: settings.resolved.state_dir.value, explicit: flags.browser, env });
  if (found.browser || found.problem === "missing") return found.browser;
  throw new CliError("failed", found.error.message, { code: "browser_unusable", cause: found.error });
}

function missing(message: string): CliError {
  return new CliError("failed", message, { code: "chromium_missing", hint: "browserctl local setup" });
}
