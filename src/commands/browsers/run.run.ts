import { constants } from "node:os";
import { execa } from "execa";
import { preview } from "../../cli/call-and-render.ts";
import type { CommandContext } from "../../cli/context.ts";
import type { CommandRun } from "../../cli/spec.ts";
import type { ApiClient } from "../../client/call.ts";
import { badAnswer, readJson } from "../../client/call.ts";
import { CliError, InterruptedError, usageError } from "../../core/errors.ts";
import { sessionVariables } from "./session-variables.ts";

interface Session {
  session_id: string;
  cdp_ws_url: string;
}

/** Milliseconds that the command, and then each call, gets to end after a signal or the time limit. */
const grace = 10_000;

/**
 * Creates a session, runs the command with it, ends the session. The calls around the command do not listen to signals:
 * an interrupted creation would leave a session that nobody knows of. They are given up only {@link grace} later.
 */
export const run: CommandRun = async (context) => {
  const { rest, operation, lifetime, io } = context;
  if (!operation) throw new Error("browsers run makes a call");
  const [file, ...args] = rest;
  if (file === undefined) {
    throw usageError(
      [{ path: "COMMAND", message: "is missing; put it after --" }],
      "browserctl browsers run -- node script.js",
    );
  }
  const shown = await preview(context);
  if (shown) return shown;
  const late = new AbortController();
  const giveUp = (): void => void setTimeout(() => late.abort(lifetime.signal.reason), grace).unref();
  lifetime.signal.addEventListener("abort", giveUp, { once: true });
  const client = await context.client({ signal: late.signal });
  const created = client.send(client.request(operation, context.request));
  const session = (await readJson(await created)) as Session;
  if (typeof session?.session_id !== "string") throw badAnswer("the service answered no session");
  const end = endOnce(context, client, session);
  const undo = lifetime.defer(end);
  try {
    lifetime.signal.throwIfAborted();
    return { kind: "exit", exitNumber: await runChild(context, session, file, args) };
  } finally {
    undo();
    await end();
    if (lifetime.signal.aborted && !(lifetime.signal.reason instanceof InterruptedError))
      io.note(`ended session ${session.session_id}`);
  }
};

async function runChild(
  context: CommandContext,
  session: Session,
  file: string,
  args: readonly string[],
): Promise<number> {
  const { io, lifetime } = context;
  const service = context.service();
  const child = execa(file, args, {
    stdio: "inherit",
    reject: false,
    cleanup: true,
    env: {
      [sessionVariables.session_id]: session.session_id,
      [sessionVariables.cdp_ws_url]: session.cdp_ws_url,
      BROWSERCTL_BASE_URL: service.baseUrl,
      BROWSERCTL_TOKEN: service.token,
      ...(service.project !== undefined && { BROWSERCTL_PROJECT: service.project }),
    },
  });
  let killer: NodeJS.Timeout | undefined;
  const forward = (): void => {
    const { reason } = lifetime.signal;
    const signal = reason instanceof InterruptedError ? reason.signal : "SIGTERM";
    // At a terminal Ctrl-C has reached the whole foreground group already; a second one would be one too many.
    if (signal !== "SIGINT" || !io.tty.stdin) child.kill(signal);
    killer = setTimeout(() => child.kill("SIGKILL"), grace);
  };
  lifetime.signal.addEventListener("abort", forward, { once: true });
  if (lifetime.signal.aborted) forward();
  try {
    const result = await child;
    const timedOut = lifetime.signal.aborted && !(lifetime.signal.reason instanceof InterruptedError);
    if (timedOut) throw lifetime.signal.reason;
    return exitNumber(result, file);
  } finally {
    clearTimeout(killer);
    lifetime.signal.removeEventListener("abort", forward);
  }
}

interface Ended {
  exitCode?: number | undefined;
  signal?: string | undefined;
  code?: string | undefined;
  cause?: unknown;
}

function exitNumber(result: Ended, file: string): number {
  if (result.exitCode !== undefined) return result.exitCode;
  if (result.signal !== undefined) return 128 + (constants.signals[result.signal as NodeJS.Signals] ?? 0);
  const notFound = result.code === "ENOENT";
  throw new CliError(
    "failed",
    notFound ? `"${file}": command not found` : `"${file}": ${result.code ?? "could not be started"}`,
    {
      code: notFound ? "command_not_found" : "command_not_started",
      exitNumber: notFound ? 127 : 126,
      cause: result.cause,
    },
  );
}

/** Ends the session; one that has ended by itself is what was wanted. */
function endOnce(context: CommandContext, client: ApiClient, session: Session): () => Promise<void> {
  let ending: Promise<void> | undefined;
  return () => {
    ending ??= (async () => {
      try {
        await client.call(await context.loadOperation("browsers.delete"), {
          params: { id_or_name: session.session_id },
        });
      } catch (error) {
        if (error instanceof CliError && error.exit === "not-found") return;
        context.io.note(`warning: session ${session.session_id} could not be ended: ${(error as Error).message}`);
      }
    })();
    return ending;
  };
}
