import { access, constants, readFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { type InstallFacts, type InstallStep, installCommand, installPlan, type Package } from "./install-plan.ts";

export { type InstallFacts, type InstallPlan, installPlan, type Package } from "./install-plan.ts";

/** Result of a finished command. `exitCode` is undefined when it could not be started or was ended by a signal. */
export interface CommandResult {
  exitCode: number | undefined;
  /** End of its output, both streams. */
  output: string;
}

/** Runs a non-interactive command and passes each output line to `log`; a failure is in the result. */
export type RunCommand = (
  command: readonly string[],
  options: { env: NodeJS.ProcessEnv; log: (line: string) => void; signal?: AbortSignal | undefined },
) => Promise<CommandResult>;

export interface InstallOptions {
  log: (line: string) => void;
  env: NodeJS.ProcessEnv;
  platform?: NodeJS.Platform;
  uid?: number | undefined;
  run?: RunCommand;
  signal?: AbortSignal;
  /** Default /etc/os-release. */
  osRelease?: string;
  /** True when the package lists were just updated. */
  refreshed?: boolean;
}

export interface Installed {
  manager: string;
  /** Executed commands, as typed in a shell. */
  commands: string[];
  note: string | undefined;
}

/** Error for a failed installation. `command` is the command that the user can type, if there is one. */
export class InstallError extends Error {
  override readonly name = "InstallError";
  readonly command: string | undefined;
  constructor(message: string, command?: string) {
    super(message);
    this.command = command;
  }
}

const TOOLS = ["apt-get", "dnf", "pacman", "apk", "zypper", "snap", "brew", "winget", "sudo"];
const INSTALL_BOUND_MS = 30 * 60_000;
const MAX_OUTPUT = 2_000;

/**
 * Installs packages non-interactively with one call of the machine's package manager and returns the executed commands;
 * downloads nothing itself. Time limit 30 minutes. Throws {@link InstallError}.
 */
export async function installPackages(packages: readonly Package[], options: InstallOptions): Promise<Installed> {
  const { env, log, run = runWithExeca, signal } = options;
  const plan = installPlan(await installFacts(options), packages);
  if (plan.kind === "manual") {
    throw new InstallError(plan.command ? `${plan.reason}: ${plan.command}` : plan.reason, plan.command);
  }
  const commands: string[] = [];
  for (const step of plan.steps) {
    if (step.refreshes && options.refreshed) continue;
    signal?.throwIfAborted();
    const typed = step.command.join(" ");
    log(`$ ${typed}`);
    commands.push(typed);
    const result = await run(step.command, { env: { ...env, ...step.env }, log, signal });
    signal?.throwIfAborted();
    if (result.exitCode !== 0) failed(step, typed, result, log);
  }
  return { manager: plan.manager, commands, note: plan.note };
}

function failed(
  step: InstallStep,
  typed: string,
  { exitCode, output }: CommandResult,
  log: (line: string) => void,
): void {
  const how = exitCode === undefined ? "could not be run" : `ended with exit code ${exitCode}`;
  if (step.refreshes) log(`"${typed}" ${how}; going on`);
  else throw new InstallError(`"${typed}" ${how}${output === "" ? "" : `: ${output}`}`, typed);
}

/** Command that installs packages on this machine, as a user types it; undefined when none is known. */
export async function commandToInstall(
  packages: readonly Package[],
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  return packages.length === 0 ? undefined : installCommand(await machineFacts({ env }), packages);
}

/** Collects the facts of the machine; runs `sudo -n true` unless it is root. */
async function installFacts(options: InstallOptions): Promise<InstallFacts> {
  const { env, run = runWithExeca, signal } = options;
  const machine = await machineFacts(options);
  const asks = !machine.root && machine.platform === "linux" && machine.tools.has("sudo");
  const sudo = asks && (await run(["sudo", "-n", "true"], { env, log: () => {}, signal })).exitCode === 0;
  return { ...machine, sudo };
}

async function machineFacts(
  options: Pick<InstallOptions, "env" | "platform" | "uid" | "osRelease">,
): Promise<Omit<InstallFacts, "sudo">> {
  const { env, platform = process.platform, uid = process.getuid?.() } = options;
  const found = await Promise.all(TOOLS.map(async (tool) => ((await isOnPath(tool, env, platform)) ? [tool] : [])));
  const distribution = platform === "linux" ? await readDistribution(options.osRelease ?? "/etc/os-release") : [];
  return { platform, distribution, tools: new Set(found.flat()), root: uid === 0 };
}

async function isOnPath(tool: string, env: NodeJS.ProcessEnv, platform: NodeJS.Platform): Promise<boolean> {
  const names = platform === "win32" ? [`${tool}.exe`] : [tool];
  const directories = (env["PATH"] ?? env["Path"] ?? "").split(delimiter).filter((directory) => directory !== "");
  for (const path of directories.flatMap((directory) => names.map((name) => join(directory, name)))) {
    const there = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (there) return true;
  }
  return false;
}

async function readDistribution(file: string): Promise<string[]> {
  const text = await readFile(file, "utf8").catch(() => "");
  const value = (name: string) => new RegExp(`^${name}=["']?([^"'\\n]*)`, "m").exec(text)?.[1] ?? "";
  return [value("ID"), ...value("ID_LIKE").split(/\s+/)].filter((id) => id !== "");
}

const runWithExeca: RunCommand = async ([file = "", ...args], { env, log, signal }) => {
  const { execa } = await import("execa");
  const child = execa(file, args, {
    env,
    extendEnv: false,
    stdin: "ignore",
    all: true,
    buffer: false,
    reject: false,
    timeout: INSTALL_BOUND_MS,
    ...(signal ? { cancelSignal: signal } : {}),
  });
  let output = "";
  try {
    for await (const line of child.iterable({ from: "all" })) {
      output = `${output}${line}\n`.slice(-MAX_OUTPUT);
      log(String(line));
    }
  } catch {
    // The exit is in the result.
  }
  const result = await child;
  return { exitCode: result.exitCode, output: output.trim() };
};
