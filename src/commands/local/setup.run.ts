import type { CommandContext } from "../../cli/context.ts";
import { progress } from "../../cli/progress.ts";
import type { CommandRun, Output } from "../../cli/spec.ts";
import { CliError } from "../../core/errors.ts";
import type { FoundBrowser } from "../../service/chromium/find.ts";

/** Finds a browser, or installs one by the means the machine has, and remembers it for `local start`. */
export const run: CommandRun = async (context) => {
  const { io, flags, lifetime } = context;
  const found = await look(context);
  if (found) return done(context, found, false);
  if (flags["check"] === true) throw missing("no Chromium, Chrome, Edge or Brave was found on this machine");
  const { installChromium, InstallError } = await import("../../service/chromium/install.ts");
  try {
    await progress(io, "Installing Chromium", () =>
      installChromium({ env: io.env as NodeJS.ProcessEnv, log: (line) => io.note(line), signal: lifetime.signal }),
    );
  } catch (error) {
    if (!(error instanceof InstallError)) throw error;
    throw new CliError("failed", error.message, { code: "not_installed", hint: error.command, cause: error });
  }
  const installed = await look(context);
  if (!installed) throw missing("Chromium was installed and is still not found");
  return done(context, installed, true);
};

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

async function done({ resolved, flags }: CommandContext, browser: FoundBrowser, installed: boolean): Promise<Output> {
  const { path, product, version, source } = browser;
  if (flags["check"] !== true) {
    const { rememberBrowser } = await import("../../service/lifecycle/remembered-browser.ts");
    await rememberBrowser(resolved.state_dir.value, path);
  }
  return {
    kind: "done",
    sentence: `${installed ? "Installed" : "Found"} ${product} ${version} at ${path}.`,
    value: { path, product, version, source, installed },
  };
}

function missing(message: string): CliError {
  return new CliError("failed", message, { code: "chromium_missing", hint: "browserctl local setup" });
}
