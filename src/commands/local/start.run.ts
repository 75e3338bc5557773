import type { BodyOf, Check, Result, Run } from "../../cli/declare/body.ts";
import { type Chaos, formatChaos, withSeed } from "../../contract/chaos.ts";
import type { Plan } from "../../contract/plans.ts";
import type { ScreenSetting } from "../../contract/screen.ts";
import { commandLine } from "../../core/command-line.ts";
import { CliError, type Problem } from "../../core/errors.ts";
import { readLogLine } from "../../core/log-record.ts";
import { nodeProgram } from "../../core/node-program.ts";
import { packageFile } from "../../core/package-file.ts";
import { version } from "../../core/version.ts";
import type { LocalStatusResult } from "../../generated/types.ts";
import { readSettings } from "../../settings/read-settings.ts";
import { overrideOf } from "../context/lib/context-in-use.ts";
import { chaosNote, readChaos } from "./lib/chaos-words.ts";
import { ensureLocalContext } from "./lib/local-context.ts";
import type { localStart } from "./start.ts";

/**
 * Command that starts this program again: the executable and the arguments before the program's own.
 *
 * @param nodeFlags flags for Node
 */
export function selfCommand(...nodeFlags: readonly string[]): readonly [file: string, ...args: string[]] {
  return [nodeProgram(), ...nodeFlags, packageFile("bin", "browserctl.js")];
}

type StartBody = BodyOf<typeof localStart>;

export const check: Check<typeof localStart> = ({ flags: { chaos, port } }) => {
  const problems: Problem[] = [];
  if (port !== undefined && (port < 0 || port > 65_535))
    problems.push({ path: "--port", message: `must be 0 to 65535, not ${port}` });
  if (chaos !== undefined) problems.push(...readChaos(chaos, "--chaos").problems);
  return problems;
};

/** Starts the service in the background, or runs it here with `--foreground`. */
export const run: Run<typeof localStart> = async (body) => {
  const { env, flags, progress, settings, signal } = body;
  const chaos = chaosOf(flags);
  const stateDir = settings.resolved.state_dir.value;
  const { browser, demoSite, idleStop, plan, port, projects, screen } = flags;
  const idleStopSeconds = idleStop === undefined ? undefined : Math.ceil(idleStop / 1000);
  const projectsEnabled = projects === undefined ? undefined : projects === "enabled";
  const given = { port, browser, idleStopSeconds, projectsEnabled, screen, plan, demoSite, chaos };
  const options = { stateDir, version, env, signal, ...given };
  if (flags.foreground) return foreground(body, options);
  const { startDetached } = await import("../../service/lifecycle/start-detached.ts");
  const started = await progress("Starting the local service", () =>
    startDetached({
      ...options,
      env: { ...env, BROWSERCTL_STATE_DIR: stateDir },
      command: serviceCommand(flags, chaos),
    }),
  );
  const status = started.already_running ? await body.call("local.status") : undefined;
  if (status) checkSettings(body, status);
  const demo_site = status ? await runningDemoSite(body, status) : started.demo_site;
  const name = await ensureLocalContext(body);
  noteOtherContext(body, name);
  await noteScreen(body, status);
  const faults = status ? await runningChaos(body, status, chaos) : chaos && formatChaos(chaos);
  const what = started.already_running ? "is already running" : "started";
  return result(body, { ...started, demo_site, chaos: faults }, { context: name, what });
};

/** The command line of the service's own process: this command again, in the foreground. */
function serviceCommand(
  { browser, demoSite, idleStop, plan, port, projects, screen }: StartBody["flags"],
  chaos: Chaos | undefined,
): [string, ...string[]] {
  const given = Object.entries({ port, browser, projects, screen, plan }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}=${value}`],
  );
  const idle = idleStop === undefined ? [] : [`--idle-stop=${idleStop}ms`];
  const site = demoSite === undefined ? [] : [demoSite ? "--demo-site" : "--no-demo-site"];
  const faults = chaos ? [`--chaos=${formatChaos(chaos)}`] : [];
  // Large requests pass through the service: without a limit on the young generation, memory grows with garbage.
  return [
    ...selfCommand("--max-semi-space-size=2"),
    "local",
    "start",
    "--foreground",
    ...given,
    ...idle,
    ...site,
    ...faults,
  ];
}

/** Exit 1 where a service that was already running has another value of `--projects`, `--screen` or `--plan`. */
function checkSettings({ flags }: StartBody, { plan, projects, screen }: LocalStatusResult): void {
  const running = { projects, screen: screen?.setting, plan };
  for (const name of ["projects", "screen", "plan"] as const) {
    const wanted = flags[name];
    if (wanted === undefined || wanted === running[name]) continue;
    throw otherSetting(`with ${name} ${running[name]}`, `--${name}`, String(wanted));
  }
}

/**
 * Address of the demo site of a service that was already running; turns the site on or off according to `--demo-site`.
 */
async function runningDemoSite(
  { call, flags: { demoSite } }: StartBody,
  { demo_site }: LocalStatusResult,
): Promise<string | undefined> {
  if (demoSite === undefined || demoSite === (demo_site !== undefined)) return demo_site;
  return (await call("local.demoSite", { body: { enabled: demoSite } })).demo_site;
}

function otherSetting(running: string, ...wanted: string[]): CliError {
  return new CliError("failed", `the local service is already running, ${running}`, {
    code: "already_running",
    hint: `browserctl local stop && ${commandLine`local start ${wanted}`}`,
  });
}

/** Prints a note when sessions have no real screen although the setting allows one. */
async function noteScreen({ call, env, flags, note }: StartBody, known?: LocalStatusResult): Promise<void> {
  // The status waits until the service has tried its browser in a container.
  if ((flags.screen ?? env["BROWSERCTL_SCREEN"]) === "headless") return;
  const { screen } = known ?? (await call("local.status"));
  if (!screen || screen.kind === "real" || screen.setting === "headless") return;
  const install = screen.install === undefined ? "" : `. To install what is missing: ${screen.install}`;
  const reason = screen.reason === undefined ? "" : `: ${screen.reason}`;
  note(`note: sessions have no real screen${reason}${install}`);
}

/** The faults of `--chaos` with their seed. */
function chaosOf({ chaos }: StartBody["flags"]): Chaos | undefined {
  if (chaos === undefined) return undefined;
  return withSeed(readChaos(chaos, "--chaos").chaos);
}

/** Faults of a service that was already running: sets the requested ones, or returns the current ones. */
async function runningChaos(
  { call }: StartBody,
  status: LocalStatusResult,
  chaos: Chaos | undefined,
): Promise<string | undefined> {
  if (!chaos) return status.chaos;
  const spec = formatChaos(chaos);
  await call("local.chaosSet", { body: { spec } });
  return spec;
}

interface Options {
  stateDir: string;
  version: string;
  env: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
  port: number | undefined;
  browser: string | undefined;
  idleStopSeconds: number | undefined;
  projectsEnabled: boolean | undefined;
  screen: ScreenSetting | undefined;
  plan: Plan | undefined;
  demoSite: boolean | undefined;
  chaos: Chaos | undefined;
}

/** Runs until the service is stopped; a signal is the normal way to stop it and not a failure. */
async function foreground(body: StartBody, options: Options): Promise<Result> {
  // True when `local start` has started this process in the background; that command prints the messages.
  const detached = process.connected;
  const [{ serve }, { serviceLog }] = await Promise.all([
    import("../../service/lifecycle/serve.ts"),
    import("../../service/machine/log-file.ts"),
  ]);
  const toTerminal = (line: string): void => void body.log(`${readLogLine(line.trimEnd()).text}\n`).catch(() => {});
  const service = await serve({
    ...options,
    handleSignals: false,
    takeErrors: body.takeErrors,
    log: serviceLog(options.stateDir, detached ? undefined : toTerminal),
  });
  if (detached) {
    await service.stopped;
    return body.exit(0);
  }
  const name = await ensureLocalContext(body);
  noteOtherContext(body, name);
  await noteScreen(body);
  const chaos = options.chaos && formatChaos(options.chaos);
  return result(body, { ...service.state, chaos }, { context: name, what: "started", until: service.stopped });
}

/** Prints a note when commands use another service than the started one. */
function noteOtherContext({ cwd, env, note, output, settings: own }: StartBody, name: string): void {
  // The printed variables override the context.
  if (output === "env") return;
  const { directoryFile, paths } = own;
  const override = overrideOf({ cwd, env, paths, directoryFile }, readSettings(paths.file), name);
  if (!override) return;
  const { uses, reason, hint } = override;
  note(`note: commands here use ${uses}, not context "${name}": ${reason}. To change that: ${hint}`);
}

interface Running {
  base_url: string;
  pid: number;
  port: number;
  state_dir: string;
  token: string;
  /** Address of the demo site, if it is served. */
  demo_site?: string | undefined;
  /** Injected faults. */
  chaos?: string | undefined;
}

interface Shown {
  readonly context: string;
  readonly what: "started" | "is already running";
  /** Settles when the service has stopped, where it runs in this process. */
  readonly until?: Promise<unknown>;
}

async function result(
  { done, maskInCi, note, output, value }: StartBody,
  state: Running,
  { context, what, until }: Shown,
): Promise<Result> {
  const { base_url, demo_site, pid, port, state_dir, token, chaos } = state;
  if (chaos !== undefined) note(chaosNote(chaos));
  if (demo_site !== undefined) note(await demoSiteNote(demo_site));
  // Variables are for clients without contexts, which need the token; help says so.
  if (output === "env") {
    maskInCi(token);
    return value({ base_url, token }, { until });
  }
  return done(
    `The local service ${what} at ${base_url} (context "${context}").`,
    {
      base_url,
      context,
      pid,
      port,
      state_dir,
      ...(demo_site !== undefined && { demo_site }),
      ...(chaos !== undefined && { chaos }),
    },
    { until },
  );
}

/** How to log in to the demo site. */
async function demoSiteNote(url: string): Promise<string> {
  const { demoUsers } = await import("../../demo-site/users.ts");
  const ways = demoUsers.map(
    ({ name, password, totpSecret }) => `as ${name}, password ${JSON.stringify(password)}, TOTP secret ${totpSecret}`,
  );
  return `note: the demo site is at ${url}: log in ${ways[0]}`;
}
