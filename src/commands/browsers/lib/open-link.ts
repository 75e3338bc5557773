import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { basename } from "node:path";
import type { Needs } from "../../../cli/declare/body.ts";
import { CliError } from "../../../core/errors.ts";
import { requireWebAddress } from "../../../core/web-address.ts";

/** Maximum time in which a program that opens links ends without having opened one, in milliseconds. */
const LAUNCH_MS = 3_000;

/**
 * Opens a link of a service in the default browser. Exit 1, `bad_answer`, for a link that is not a web address. With
 * `hint`, a failure is an error; without it, a note, because the printed link is enough.
 */
export async function openLink(url: string, note: (text: string) => void, hint?: string): Promise<void> {
  const address = requireWebAddress(url);
  const { default: open } = await import("open");
  try {
    await requireLaunch(await open(address));
  } catch (error) {
    const message = `the default browser did not start: ${(error as Error).message}`;
    if (hint === undefined) note(`${message}; open the link yourself`);
    else throw new CliError("failed", message, { code: "browser_not_opened", hint, cause: error });
  }
}

/** Throws when the program that opens links, such as xdg-open, ends with a failure; it may run as long as the browser. */
async function requireLaunch(launcher: ChildProcess): Promise<void> {
  const isOver = launcher.exitCode !== null || launcher.signalCode !== null;
  if (!isOver) {
    launcher.ref();
    await once(launcher, "exit", { signal: AbortSignal.timeout(LAUNCH_MS) }).catch(() => {});
    launcher.unref();
  }
  const { exitCode, signalCode, spawnfile } = launcher;
  if (exitCode) throw new Error(`${basename(spawnfile)} ended with exit code ${exitCode}`);
  if (signalCode !== null) throw new Error(`${basename(spawnfile)} was ended by ${signalCode}`);
}

/** True at a terminal of a machine with a desktop. */
export function opensByItself({ env, interactive, tty }: Needs<"env" | "interactive" | "tty">): boolean {
  const isRemote = Boolean(env["SSH_CONNECTION"]);
  const hasDesktop =
    process.platform !== "linux" || Boolean(env["DISPLAY"] || env["WAYLAND_DISPLAY"] || env["WSL_DISTRO_NAME"]);
  return interactive && tty.stdout && hasDesktop && !isRemote && !env["CI"];
}
