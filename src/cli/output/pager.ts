import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Io } from "../../core/io.ts";
import { signalGroup, uniqueMark } from "../../core/program-group.ts";
import type { Styled } from "../../core/styled.ts";
import { settingsPaths } from "../../settings/paths.ts";
import { readSettings } from "../../settings/read-settings.ts";
import { choosePager } from "../../settings/resolve.ts";

/** Options of less where `LESS` is not set: end where the text fits, keep colours, leave the text on the screen. */
const LESS = "FRX";

/** Variable by which the programs of a pager's command line are recognised. */
const PAGED = "BROWSERCTL_PAGED";

/** Exit codes of a shell for a command that it cannot run. */
const NOT_RUN = [126, 127];

/**
 * Shows a text through the pager and waits until it is closed. Closing it early is not an error, and its exit code is
 * ignored. Without a pager the text is printed.
 */
export async function page(text: Styled, io: Io): Promise<void> {
  const command = await pagerCommand(io);
  if (command === "" || command === "cat" || !(await shownBy(command, text, io))) await io.write(text);
}

/** Command line of the pager: undefined for the default, empty where settings turn the pager off. */
async function pagerCommand({ env, cwd }: Io): Promise<string | undefined> {
  const paths = await settingsPaths(env, cwd);
  let values: { pager?: string; no_input?: boolean } = {};
  try {
    ({ values } = readSettings(paths.file));
  } catch {
    // Commands report a damaged file; help must still work.
  }
  const noInput = env["BROWSERCTL_NO_INPUT"] || String(values.no_input ?? "");
  if (/^(?:1|true)$/i.test(noInput)) return "";
  return choosePager(env, values.pager, paths.file).value?.trim();
}

/** Runs the pager with a text on its stdin. Returns false when it cannot be run. */
async function shownBy(command: string | undefined, text: Styled, io: Io): Promise<boolean> {
  const takeInterrupts = io.leaveInterrupts();
  const value = uniqueMark();
  const pager = start(command, io, { [PAGED]: value });
  // A command line of several programs is run by a shell.
  const group = { program: pager, leads: false, mark: `${PAGED}=${value}` };
  const end = (): void => void signalGroup(group, "SIGTERM");
  io.interruption?.addEventListener("abort", end, { once: true });
  try {
    // A pager that is left early closes the pipe.
    pager.stdin?.on("error", () => {});
    pager.stdin?.end(text.ansi);
    const [code] = (await once(pager, "close")) as [number | null];
    io.interruption?.throwIfAborted();
    return !NOT_RUN.includes(code ?? 0);
  } catch (error) {
    io.interruption?.throwIfAborted();
    if ((error as NodeJS.ErrnoException).syscall?.startsWith("spawn")) return false;
    throw error;
  } finally {
    io.interruption?.removeEventListener("abort", end);
    takeInterrupts();
  }
}

/**
 * Starts the pager. A configured command line is run by a shell, as other programs do; the text only goes to its stdin.
 */
function start(command: string | undefined, { env }: Io, mark: Readonly<Record<string, string>>): ChildProcess {
  const stdio: ["pipe", "inherit", "inherit"] = ["pipe", "inherit", "inherit"];
  const options = { stdio, env: { LESS, ...env, ...mark } };
  if (command !== undefined) return spawn(command, { ...options, shell: true });
  return spawn(process.platform === "win32" ? "more" : "less", options);
}
