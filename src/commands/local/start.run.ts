import { join } from "node:path";
import type { CommandContext } from "../../cli/context.ts";
import type { CommandRun, Output } from "../../cli/spec.ts";
import { type Problem, usageError } from "../../core/errors.ts";
import { selfCommand } from "../../core/self-command.ts";
import { version } from "../../core/version.ts";
import { ensureLocalContext } from "./local-context.ts";

/** Starts the service in the background, or runs it here with `--foreground`. */
export const run: CommandRun = async (context) => {
  const { flags, resolved, io, lifetime } = context;
  checkFlags(context);
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
  };
  if (flags["foreground"] === true) return foreground(context, options);
  const { startDetached } = await import("../../service/lifecycle/start-detached.ts");
  const { progress } = await import("../../cli/progress.ts");
  const started = await progress(io, "Starting the local service", () =>
    startDetached({ ...options, env: { ...io.env, BROWSERCTL_STATE_DIR: stateDir }, command: serviceCommand(flags) }),
  );
  const name = await ensureLocalContext(context);
  return result(context, started, name, started.already_running ? "runs already" : "started");
};

/** The command line of the service's own process: this command again, in the foreground. */
function serviceCommand(flags: Readonly<Record<string, unknown>>): [string, ...string[]] {
  const given = ["port", "browser"].flatMap((name) => (flags[name] === undefined ? [] : [`--${name}=${flags[name]}`]));
  const idle = flags["idle-stop"] === undefined ? [] : [`--idle-stop=${flags["idle-stop"]}ms`];
  // Large requests pass through it: without a bound on young memory it grows by what is already done with.
  return [...selfCommand("--max-semi-space-size=2"), "local", "start", "--foreground", ...given, ...idle];
}

function checkFlags({ flags }: CommandContext): void {
  const problems: Problem[] = [];
  const port = flags["port"] as number | undefined;
  if (port !== undefined && (port < 0 || port > 65_535))
    problems.push({ path: "--port", message: `must be 0 to 65535, not ${port}` });
  if (problems.length > 0) throw usageError(problems);
}

interface Options {
  stateDir: string;
  version: string;
  env: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
  port: number | undefined;
  browser: string | undefined;
  idleStopSeconds: number | undefined;
}

/** Runs until it is stopped; a signal is the normal way to do that, and no failure. */
async function foreground(context: CommandContext, options: Options): Promise<Output> {
  const { io } = context;
  // Started by the command above: that one talks to the person.
  const detached = process.connected;
  const { serve } = await import("../../service/lifecycle/serve.ts");
  const service = await serve({
    ...options,
    handleSignals: false,
    logFile: join(options.stateDir, "service.log"),
    log: (line) => io.report(line),
  });
  if (!detached) {
    const name = await ensureLocalContext(context);
    const { printOutput } = await import("../../cli/print.ts");
    await printOutput(result(context, service.state, name, "started"), io, context.globals);
  }
  await service.stopped;
  return { kind: "exit", exitNumber: 0 };
}

interface Running {
  base_url: string;
  pid: number;
  port: number;
  state_dir: string;
  token: string;
}

function result({ globals }: CommandContext, state: Running, context: string, what: string): Output {
  const { base_url, pid, port, state_dir, token } = state;
  // As variables it is for clients that know no contexts: they need the token, and are told so.
  if (globals.output === "env") return { kind: "value", value: { base_url, token } };
  return {
    kind: "done",
    sentence: `The local service ${what} at ${base_url} (context "${context}").`,
    value: { base_url, context, pid, port, state_dir },
  };
}
