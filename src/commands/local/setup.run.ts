import type { CommandContext } from "../../cli/context.ts";
import { progress } from "../../cli/progress.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { CliError } from "../../core/errors.ts";
import type { FoundBrowser } from "../../service/chromium/find.ts";

/** Finds a browser and a container for processes, or installs them by the means the machine has. */
export const run: CommandRun = async (context) => {
  const { browser, installed } = await setUpBrowser(context);
  const { setUpContainer } = await import("./setup-container.run.ts");
  const container = await setUpContainer(context);
  const { path, product, version, source } = browser;
  if (context.flags["check"] !== true) {
    const { rememberBrowser } = await import("../../service/lifecycle/remembered-browser.ts");
    await rememberBrowser(context.resolved.state_dir.value, path);
  }
  const inContainer = container.available ? "; processes of sessions run in a container" : "";
  return {
    kind: "done",
    sentence: `${installed ? "Installed" : "Found"} ${product} ${version} at ${path}${inContainer}.`,
    value: { path, product, version, source, installed, container },
  };
};

async function setUpBrowser(context: CommandContext): Promise<{ browser: FoundBrowser; installed: boolean }> {
  const { io, flags, lifetime } = context;
  const found = await look(context);
  if (found) return { browser: found, installed: false };
  if (flags["check"] === true) throw missing("no Chromium, Chrome, Edge or Brave was found on this machine");
  const { InstallError, installPackage } = await import("../../service/chromium/install.ts");
  const options = { env: io.env as NodeJS.ProcessEnv, log: (line: string) => io.note(line), signal: lifetime.signal };
  try {
    await progress(io, "Installing Chromium", () => installPackage("chromium", options));
  } catch (error) {
    if (!(error instanceof InstallError)) throw error;
    throw new CliError("failed", error.message, { code: "not_installed", hint: error.command, cause: error });
  }
  const browser = await look(context);
  if (!browser) throw missing("Chromium was installed and is still not found");
  return { browser, installed: true };
}

/** What is there; undefined when nothing is. What a person has named and cannot be used is an error. */
async function look({ flags, io, resolved }: CommandContext): Promise<FoundBrowser | undefined> {
  const { ChromiumMissingError, ChromiumUnusableError, findChromium } = await import("../../service/chromium/find.ts");
  const { rememberedBrowser } = await import("../../service/lifecycle/remembered-browser.ts");
  try {
    return await findChromium({
      explicit: flags["browser"] as string | undefined,
      env: io.env as NodeJS.ProcessEnv,
      remembered: await rememberedBrowser(resolved.state_dir.value),
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
