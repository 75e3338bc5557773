import { readFile } from "node:fs/promises";
import { CliError } from "../../../core/errors.ts";
import { packageFile } from "../../../core/package-file.ts";
import { fishQuote, posixQuote, powershellQuote } from "../../../core/shell-quotes.ts";
import { asBytes, type Change, type EditOptions, editFile } from "../../lib/edit-file.ts";
import { completionScript } from "./completion-script.ts";
import { type Env, namesScript, type Place, placeOf, scriptOf } from "./places.ts";
import { type Shell, shells } from "./shells.ts";
import { blockOf, withBlock, withoutBlock } from "./startup-block.ts";

/** Completion of a shell that `completion install` has set up. */
export interface InstalledCompletion {
  readonly shell: Shell;
  readonly path: string;
  /**
   * `stale`: the script is from another version; `unloaded`: the startup file does not name the script; `gone`: only
   * the startup file is left.
   */
  readonly state: "current" | "stale" | "unloaded" | "gone";
  /** Path of the startup file, if the state concerns it. */
  readonly startup?: string;
}

/** The completions that `completion install` has set up below a home directory, whole or in part. */
export async function installedCompletions(env: Env, home: string): Promise<InstalledCompletion[]> {
  const found = await Promise.all(shells.map((shell) => installedOf(shell, env, home)));
  return found.filter((each) => each !== undefined);
}

async function installedOf(shell: Shell, env: Env, home: string): Promise<InstalledCompletion | undefined> {
  const path = scriptOf(shell, env, home);
  const text = await textOf(path);
  if (text !== undefined && !isOwn(text)) return undefined;
  const place = await placeOf(shell, env, home, { asks: false });
  if (text === undefined) {
    const block = blockOf((place.startup && (await textOf(place.startup.path))) ?? "");
    if (!place.startup || block === undefined || !namesScript(block, place, home)) return undefined;
    return { shell, path, state: "gone", startup: place.startup.path };
  }
  if (!(await isLoaded(place, home))) {
    const asked = await placeOf(shell, env, home);
    if (asked.startup && !(await isLoaded(asked, home)))
      return { shell, path, state: "unloaded", startup: asked.startup.path };
  }
  return { shell, path, state: text === installedScript(shell) ? "current" : "stale" };
}

/** Completion script of a shell that calls this program regardless of PATH. On Windows it calls the program by name. */
function installedScript(shell: Shell): string {
  const script = completionScript(shell);
  if (process.platform === "win32") return script;
  const program = process.getBuiltinModule("node:sea").isSea() ? process.execPath : packageFile("bin", "browserctl.js");
  const line =
    /^(_browserctl_installed=|typeset -g _browserctl_installed=|set -g __browserctl_installed |\$global:BrowserctlInstalled = )''$/m;
  return script.replace(line, (_, head: string) => head + quotes[shell](program));
}

const quotes: Readonly<Record<Shell, (text: string) => string>> = {
  bash: posixQuote,
  zsh: posixQuote,
  fish: fishQuote,
  powershell: powershellQuote,
};

/** True when the shell finds the script automatically, or its startup file names it. */
async function isLoaded(place: Place, home: string): Promise<boolean> {
  if (!place.startup?.needed) return true;
  return namesScript((await textOf(place.startup.path)) ?? "", place, home);
}

function textOf(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch(() => undefined);
}

/** Writes the script of a shell, and the startup file's lines that load it, if needed. */
export async function installCompletion(shell: Shell, place: Place, options: EditOptions): Promise<Change[]> {
  const script = asBytes(installedScript(shell));
  const { startup } = place;
  const put = (text: string | undefined): string => {
    if (text !== undefined) requireOwn(text, place.script);
    return script;
  };
  const written = await editFile(place.script, put, options);
  if (!startup?.needed) return [written];
  const lines = startup.lines.map(asBytes);
  const edit = (text: string | undefined): string =>
    withBlock({ text: editable(text, startup.path), lines, first: startup.first });
  try {
    return [written, await editFile(startup.path, edit, options)];
  } catch (error) {
    if (written.action === "created") await editFile(place.script, () => undefined, options);
    throw error;
  }
}

/** Removes what `installCompletion` has written, and nothing else. */
export async function uninstallCompletion(place: Place, options: EditOptions): Promise<Change[]> {
  const { startup } = place;
  const changes: Change[] = [];
  if (startup) {
    const edit = (text: string | undefined): string | undefined => text && withoutBlock(text);
    changes.push(await editFile(startup.path, edit, options));
  }
  changes.push(await editFile(place.script, (text) => (text && isOwn(text) ? undefined : text), options));
  return changes;
}

/** True for a completion script of any version of this program. */
function isOwn(text: string): boolean {
  return /^# \w+ completion for browserctl\b/m.test(text.slice(0, 200));
}

function requireOwn(text: string, path: string): void {
  if (isOwn(text)) return;
  throw new CliError("local-file", `"${path}" is not a completion script of browserctl`, {
    code: "foreign_file",
    hint: "move it away, and install again",
  });
}

/** Content of a startup file. Exit 10 for UTF-16, which Windows PowerShell writes: lines in UTF-8 would break it. */
function editable(text: string | undefined, path: string): string | undefined {
  if (!text || !/^(\u00ff\u00fe|\u00fe\u00ff)/.test(text)) return text;
  throw new CliError("local-file", `cannot edit "${path}": it is in UTF-16`, { hint: "save it as UTF-8" });
}
