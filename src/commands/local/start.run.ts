import type { CommandContext } from "../../cli/context.ts";
import type { CommandRun, Output } from "../../cli/spec.ts";
import { type Chaos, formatChaos } from "../../contract/chaos.ts";
import { type Problem, usageError } from "../../core/errors.ts";
import { readLogLine } from "../../core/log-record.ts";
import { sanitize } from "../../core/sanitize.ts";
import { selfCommand } from "../../core/self-command.ts";
import { version } from "../../core/version.ts";
import type { LogSink } from "../../service/log.ts";
import { logFile } from "../../settings/log-files.ts";
import { readSettings } from "../../settings/read-settings.ts";
import { overrideOf } from "../context/context-in-use.ts";
import { chaosNote, readChaos } from "./chaos-words.ts";
import { ensureLocalContext } from "./local-context.ts";
import { callLocalService } from "./local-service.ts";

/** Starts the service in the background, or runs it here with `--foreground`. */
export const run: CommandRun = async (context) => {
  const { flags, resolved, io, lifetime } = context;
  const chaos = await readFlags(context);
  const stateDir = resolved.state_dir.value;
  const idleStop = flags["idle-stop"] as number | undefined;
  const options = {
    stateDir,
    version,
    env: io.env,
    signal: lifetime.signal,
    port: flags["port"] as number | undefined,
    browser: flags["browser"] as string | undefined,
    idleStopSeconds: idleStop === undefined ? undefined : Math.ceil(idleStop / 1000),
    chaos,
  };
  if (flags["foreground"] === true) return foreground(context, options);
  const { startDetached } = await import("../../service/lifecycle/start-detached.ts");
  const { progress } = await import("../../cli/progress.ts");
  const started = await progress(io, "Starting the local service", () =>
    startDetached({
      ...options,
      env: { ...io.env, BROWSERCTL_STATE_DIR: stateDir },
      command: serviceCommand(flags, chaos),
    }),
  );
  const name = await ensureLocalContext(context);
  noteOtherContext(context, name);
  const faults = started.already_running ? await runningChaos(context, started, chaos) : chaos && formatChaos(chaos);
  return result(
    context,
    { ...started, chaos: faults },
    name,
    started.already_running ? "is already running" : "started",
  );
};

/** The command line of the service's own process: this command again, in the foreground. */
function serviceCommand(flags: Readonly<Record<string, unknown>>, chaos: Chaos | undefined): [string, ...string[]] {
  const given = ["port", "browser"].flatMap((name) => (flags[name] === undefined ? [] : [`--${name}=${flags[name]}`]));
  const idle = flags["idle-stop"] === undefined ? [] : [`--idle-stop=${flags["idle-stop"]}ms`];
  const faults = chaos ? [`--chaos=${formatChaos(chaos)}`] : [];
  // Large requests pass through it: without a bound on young memory it grows by what is already done with.
  return [...selfCommand("--max-semi-space-size=2"), "local", "start", "--foreground", ...given, ...idle, ...faults];
}

/** Checks the flags; gives the faults on purpose they ask for, with their seed. */
async function readFlags({ flags }: CommandContext): Promise<Chaos | undefined> {
  const problems: Problem[] = [];
  const port = flags["port"] as number | undefined;
  if (port !== undefined && (port < 0 || port > 65_535))
    problems.push({ path: "--port", message: `must be 0 to 65535, not ${port}` });
  const spec = flags["chaos"] as string | undefined;
  const read = spec === undefined ? undefined : readChaos(spec, "--chaos");
  problems.push(...(read?.problems ?? []));
  if (problems.length > 0) throw usageError(problems);
  return read && (await import("../../service/chaos.ts")).withSeed(read.chaos);
}

/** The faults of a service that ran before: those that are asked for now, else those it has. */
async function runningChaos(
  context: CommandContext,
  local: Running,
  chaos: Chaos | undefined,
): Promise<string | undefined> {
  if (!chaos) return ((await callLocalService(context, local, "local.status")) as { chaos?: string }).chaos;
  const spec = formatChaos(chaos);
  await callLocalService(context, local, "local.chaosSet", { body: { spec } });
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
  chaos: Chaos | undefined;
}

/** Runs until it is stopped; a signal is the normal way to do that, and no failure. */
async function foreground(context: CommandContext, options: Options): Promise<Output> {
  const { io } = context;
  // Started by the command above: that one talks to the person.
  const detached = process.connected;
  const [{ serve }, { LogFile }] = await Promise.all([
    import("../../service/lifecycle/serve.ts"),
    import("../../service/lifecycle/log-file.ts"),
  ]);
  const file = new LogFile(logFile(options.stateDir));
  const terminal: LogSink = { write: (line) => io.report(sanitize(readLogLine(line.trimEnd()).text)) };
  const service = await serve({
    ...options,
    handleSignals: false,
    log: detached ? file : both(file, terminal),
  });
  if (!detached) {
    const name = await ensureLocalContext(context);
    noteOtherContext(context, name);
    const { printOutput } = await import("../../cli/print.ts");
    const chaos = options.chaos && formatChaos(options.chaos);
    await printOutput(result(context, { ...service.state, chaos }, name, "started"), io, context.globals);
  }
  await service.stopped;
  return { kind: "exit", exitNumber: 0 };
}

/** Writes records to two sinks. */
function both(one: LogSink, other: LogSink): LogSink {
  return {
    write: (line) => {
      one.write(line);
      other.write(line);
    },
  };
}

/** Prints a note about the service that commands use when it is not the one that was started. */
function noteOtherContext(context: CommandContext, name: string): void {
  const { io, paths, globals } = context;
  // Its variables decide for whoever evaluates them.
  if (globals.output === "env") return;
  const override = overrideOf({ cwd: io.cwd, env: io.env, paths }, readSettings(paths.file), name);
  if (!override) return;
  const { uses, reason, hint } = override;
  io.note(`note: commands here use ${uses}, not context "${name}": ${reason}. To change that: ${hint}`);
}

interface Running {
  base_url: string;
  pid: number;
  port: number;
  state_dir: string;
  token: string;
  /** Its faults on purpose. */
  chaos?: string | undefined;
}

function result({ globals, io }: CommandContext, state: Running, context: string, what: string): Output {
  const { base_url, pid, port, state_dir, token, chaos } = state;
  if (chaos !== undefined) io.note(chaosNote(chaos));
  // As variables it is for clients that know no contexts: they need the token, and are told so.
  if (globals.output === "env") return { kind: "value", value: { base_url, token } };
  return {
    kind: "done",
    sentence: `The local service ${what} at ${base_url} (context "${context}").`,
    value: { base_url, context, pid, port, state_dir, ...(chaos !== undefined && { chaos }) },
  };
}
