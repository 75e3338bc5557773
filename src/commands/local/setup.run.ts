import type { BodyOf, Run } from "../../cli/declare/body.ts";
import { CliError } from "../../core/errors.ts";
import type { FoundBrowser } from "../../service/chromium/find.ts";
import type { localSetup } from "./setup.ts";

/** Finds a browser, and containers and private displays for sessions, or installs them by the means the machine has. */
export const run: Run<typeof localSetup> = async (body) => {
  const { done, flags, settings } = body;
  if (!flags.check) {
    const { prepareStateDir } = await import("../../service/lifecycle/state-dir.ts");
    // Before anything is installed.
    await prepareStateDir(settings.resolved.state_dir.value);
  }
  const { browser, installed } = await setUpBrowser(body);
  const { setUpSessions } = await import("./lib/setup-sessions.run.ts");
  const { container, screen } = await setUpSessions(body, { install: !flags.check, refreshed: installed });
  const { path, product, version, source } = browser;
  if (!flags.check) {
    const { rememberBrowser } = await import("../../service/lifecycle/remembered-browser.ts");
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

async function setUpBrowser(body: SetupBody): Promise<{ browser: FoundBrowser; installed: boolean }> {
  const { env, flags, note, progress, signal } = body;
  const found = await findBrowser(body);
  if (found) return { browser: found, installed: false };
  if (flags.check) throw missing("no Chromium, Chrome, Edge or Brave was found on this machine");
  const { InstallError, installPackages } = await import("../../service/packages/install.ts");
  try {
    await progress("Installing Chromium", () => installPackages(["chromium"], { env, log: note, signal }));
  } catch (error) {
    if (!(error instanceof InstallError)) throw error;
    throw new CliError("failed", error.message, { code: "not_installed", hint: error.command, cause: error });
  }
  const browser = await findBrowser(body);
  if (!browser) throw missing("Chromium was installed and is still not found");
  return { browser, installed: true };
}

/** The installed browser; undefined when there is none. A browser that was named and cannot be used is an error. */
async function findBrowser({ env, flags, settings }: SetupBody): Promise<FoundBrowser | undefined> {
  const { ChromiumMissingError, ChromiumUnusableError, findChromium } = await import("../../service/chromium/find.ts");
  const { rememberedBrowser } = await import("../../service/lifecycle/remembered-browser.ts");
  try {
    return await findChromium({
      explicit: flags.browser,
      env,
      remembered: await rememberedBrowser(settings.resolved.state_dir.value),
    });
  } catch (error) {
    if (error instanceof ChromiumMissingError) return undefined;
    if (error instanceof ChromiumUnusableError)
      throw new CliError("failed", error.message, { code: "browser_unusable", cause: error });
    throw error;
  }
}

function missing(message: string): CliError {
  return new CliError("failed", message, { code: "chromium_missing", hint: "browserctl local setup" });
}
