import { constants } from "node:os";
import { execa } from "execa";
import type { BodyOf, Check, Run } from "../../cli/declare/body.ts";
import { abortLater } from "../../core/abort.ts";
import { CliError, InterruptedError } from "../../core/errors.ts";
import { endGroup, type ProgramGroup, signalGroup, uniqueMark } from "../../core/program-group.ts";
import type { Browser } from "../../generated/types.ts";
import { sessionVariables } from "./lib/printed-session.ts";
import { type browsersRun, GRACE_MS } from "./run.ts";

/** Variable by which the processes of a command are recognised. */
const RUN = "BROWSERCTL_RUN";

type RunBody = BodyOf<typeof browsersRun>;

export const check: Check<typeof browsersRun> = ({ rest }) =>
  rest.length > 0 ? [] : [{ path: "COMMAND", message: "is missing; put it after --" }];

/**
 * Creates a session, runs the command with it, ends the session. The calls around the command outlive a signal, because
 * an interrupted creation would leave an unknown session behind.
 */
export const run: Run<typeof browsersRun> = async (body) => {
  const { call, exit, io, lifetime, request, rest } = body;
  const [file = "", ...args] = rest;
  const session = await call("browsers.create", request);
  const end = endOnce(body, session);
  const undo = lifetime.defer(end);
  try {
    lifetime.signal.throwIfAborted();
    return exit(await runChild(body, session, file, args));
  } finally {
    undo();
    await end();
    if (lifetime.signal.aborted && !(lifetime.signal.reason instanceof InterruptedError))
      io.note(`ended session ${session.session_id}`);
  }
};

async function runChild(
  { io, lifetime, service: serviceOf, token }: RunBody,
  session: Browser,
  file: string,
  args: readonly string[],
): Promise<number> {
  const service = serviceOf();
  const value = uniqueMark();
  const child = execa(file, args, {
    stdio: "inherit",
    reject: false,
    cleanup: true,
    env: {
      [RUN]: value,
      [sessionVariables.session_id]: session.session_id,
      [sessionVariables.cdp_ws_url]: session.cdp_ws_url,
      BROWSERCTL_BASE_URL: service.baseUrl,
      BROWSERCTL_TOKEN: await token(service),
      ...(service.project !== undefined && { BROWSERCTL_PROJECT: service.project }),
    },
  });
  const group: ProgramGroup = { program: child, leads: false, mark: `${RUN}=${value}` };
  const forward = (): void => {
    const { reason } = lifetime.signal;
    const signal = reason instanceof InterruptedError ? reason.signal : "SIGTERM";
    // At a terminal, Ctrl-C has already reached the whole foreground group, so it is not sent again.
    if (signal !== "SIGINT" || !io.tty.stdin) child.kill(signal);
  };
  lifetime.signal.addEventListener("abort", forward, { once: true });
  abortLater(lifetime.signal, GRACE_MS).addEventListener("abort", () => signalGroup(group, "SIGKILL"), { once: true });
  if (lifetime.signal.aborted) forward();
  try {
    const result = await child;
    // The command has received its signal; processes that it left behind have not.
    if (lifetime.signal.aborted) await endGroup(group);
    const timedOut = lifetime.signal.aborted && !(lifetime.signal.reason instanceof InterruptedError);
    if (timedOut) throw lifetime.signal.reason;
    return exitNumber(result, file);
  } finally {
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

/** Ends the session; succeeds when it has already ended. */
function endOnce({ call, io }: RunBody, { session_id }: Browser): () => Promise<void> {
  let ending: Promise<void> | undefined;
  return () => {
    ending ??= (async () => {
      try {
        await call("browsers.delete", { params: { id_or_name: session_id } });
      } catch (error) {
        if (error instanceof CliError && error.exit === "not-found") return;
        io.warn(`session ${session_id} could not be ended: ${(error as Error).message}`);
      }
    })();
    return ending;
  };
}
