import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { promisify } from "node:util";
import { CliError } from "../../../core/errors.ts";
import { posixQuote, powershellQuote } from "../../../core/shell-quotes.ts";
import type { Shell } from "./shells.ts";
import { withoutBlock } from "./startup-block.ts";

export type Env = Readonly<Record<string, string | undefined>>;

/** Location of the completion script of a shell. */
export interface Place {
  /** Path of the script. */
  readonly script: string;
  /** Lines for a startup file; `needed` when the shell does not find the script automatically. */
  readonly startup?: Startup;
  /** Command that loads the script into a running shell. */
  readonly load: string;
}

interface Startup {
  readonly path: string;
  readonly lines: readonly string[];
  /** At the beginning of the file; at its end otherwise. */
  readonly first: boolean;
  readonly needed: boolean;
}

/** Texts of an error without a home directory. */
export interface HomeTexts {
  /** Subject and verb of the message: `completion is installed`. */
  readonly what: string;
  readonly hint: string;
}

const completionTexts: HomeTexts = {
  what: "completion is installed",
  hint: "set HOME, or put the output of browserctl completion SHELL where your shell looks",
};

/** The user's home directory. Exit 10 without one. */
export function homeOf(env: Env, { hint, what }: HomeTexts = completionTexts): string {
  const home = process.platform === "win32" ? (env["USERPROFILE"] ?? homedir()) : env["HOME"];
  if (home !== undefined && isAbsolute(home) && existsSync(home)) return home;
  const problem = home ? `"${home}" is no absolute path of a directory that exists` : "it is not set";
  throw new CliError("local-file", `${what} below HOME, and ${problem}`, { code: "no_home", hint });
}

/**
 * Place of the script of a shell.
 *
 * @param asks asks PowerShell for its startup file, which is slow; otherwise the documented path is used
 */
export async function placeOf(shell: Shell, env: Env, home: string, { asks = true } = {}): Promise<Place> {
  const script = scriptOf(shell, env, home);
  return { script, ...(await loading[shell](script, env, home, asks)) };
}

/** True where a text, such as a startup file, names the script of a place or its directory in a line that is no comment. */
export function namesScript(text: string, { script, startup }: Place, home: string): boolean {
  const paths = [script, dirname(script)].flatMap((path) =>
    path.startsWith(join(home, "/"))
      ? [path, ...["~", "$HOME", `\${HOME}`].map((word) => word + path.slice(home.length))]
      : [path],
  );
  const marks = [...paths, ...(startup?.lines.slice(0, 1) ?? [])];
  return text.split("\n").some((line) => !/^\s*#/.test(line) && marks.some((mark) => line.includes(mark)));
}

/** Path of the script of a shell. */
export function scriptOf(shell: Shell, env: Env, home: string): string {
  switch (shell) {
    case "bash": {
      const directory = env["BASH_COMPLETION_USER_DIR"]?.split(":")[0] || join(data(env, home), "bash-completion");
      return join(directory, "completions", "browserctl");
    }
    case "zsh":
      return join(data(env, home), "zsh", "site-functions", "_browserctl");
    case "fish":
      return join(absolute(env["XDG_CONFIG_HOME"]) ?? join(home, ".config"), "fish", "completions", "browserctl.fish");
    case "powershell":
      return join(data(env, home), "browserctl", "browserctl.ps1");
  }
}

type Loading = (script: string, env: Env, home: string, asks: boolean) => Promise<Omit<Place, "script">>;

const loading: Readonly<Record<Shell, Loading>> = {
  bash: async (script, _env, home) => {
    const path = join(home, process.platform === "darwin" ? ".bash_profile" : ".bashrc");
    const lines = [`if [ -r ${posixQuote(script)} ]; then . ${posixQuote(script)}; fi`];
    const startup = { path, lines, first: false, needed: !loadsBashCompletion(home) };
    return { load: `. ${posixQuote(script)}`, startup };
  },
  zsh: async (script, env, home) => {
    const path = join(absolute(env["ZDOTDIR"]) ?? home, ".zshrc");
    const lines = [`fpath=(${posixQuote(dirname(script))} $fpath)`];
    if (!startsCompletion(path)) lines.push("autoload -Uz compinit && compinit");
    return { load: "exec zsh", startup: { path, lines, first: true, needed: true } };
  },
  fish: async (script) => ({ load: `source ${posixQuote(script)}` }),
  powershell: async (script, env, home, asks) => {
    const quoted = powershellQuote(script);
    const lines = [`if (Test-Path -LiteralPath ${quoted}) { . ${quoted} }`];
    const path = (asks ? await askedProfile(env) : undefined) ?? documentedProfile(env, home);
    return { load: `. ${quoted}`, startup: { path, lines, first: false, needed: true } };
  },
};

function data(env: Env, home: string): string {
  const ofWindows = process.platform === "win32" ? env["LOCALAPPDATA"] : undefined;
  return absolute(env["XDG_DATA_HOME"]) ?? absolute(ofWindows) ?? join(home, ".local", "share");
}

/** Path from a variable; relative paths are ignored, as in the XDG specification. */
function absolute(path: string | undefined): string | undefined {
  return path && isAbsolute(path) ? path : undefined;
}

const bashCompletionFiles = ["/usr", "/usr/local", "/opt/homebrew", "/opt/local"].map(
  (prefix) => `${prefix}/share/bash-completion/bash_completion`,
);

const bashStartupFiles = [".bashrc", ".bash_profile", ".bash_login", ".profile"];

/** True when the bash-completion package is installed and a startup file of interactive shells loads it. */
function loadsBashCompletion(home: string): boolean {
  if (!bashCompletionFiles.some((path) => existsSync(path))) return false;
  const paths = [...bashStartupFiles.map((name) => join(home, name)), "/etc/bash.bashrc", "/etc/bashrc"];
  return paths.some((path) => /^[^#\n]*bash_completion/m.test(contentOf(path)));
}

/** True when a startup file of zsh sets up completion, directly or through a framework. */
function startsCompletion(path: string): boolean {
  const own = withoutBlock(contentOf(path)) ?? "";
  return /^[^#\n]*(compinit|oh-my-zsh|prezto|zinit|zplug|antigen|antidote|zim(fw)?\b|znap|sheldon)/m.test(own);
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

/** Time limit of PowerShell, in milliseconds; its first start takes long. */
const MAX_POWERSHELL_MS = 15_000;

/** Profile path reported by PowerShell; undefined when PowerShell does not run. */
async function askedProfile(env: Env): Promise<string | undefined> {
  for (const program of ["pwsh", "powershell"]) {
    const args = ["-NoProfile", "-NonInteractive", "-Command", "$PROFILE"];
    const asked = await promisify(execFile)(program, args, { timeout: MAX_POWERSHELL_MS, env: { ...env } }).catch(
      () => undefined,
    );
    const path = asked?.stdout.trim();
    if (path && isAbsolute(path)) return path;
  }
  return undefined;
}

function documentedProfile(env: Env, home: string): string {
  const name = "Microsoft.PowerShell_profile.ps1";
  if (process.platform === "win32") return join(home, "Documents", "PowerShell", name);
  return join(absolute(env["XDG_CONFIG_HOME"]) ?? join(home, ".config"), "powershell", name);
}
