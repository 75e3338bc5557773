import { request } from "node:http";
import { type LocalState, readLocalState } from "../../settings/local-state.ts";

export interface ServiceAnswer {
  status: number;
  body: unknown;
  /** The token that was sent. */
  token: string;
}

/**
 * Sends a request to a local service that has proven itself, ignoring proxies of the environment. Returns undefined when
 * nothing answers within `timeoutMs`, or another program listens on the port.
 */
export async function askService(
  state: Pick<LocalState, "port" | "credentials">,
  method: "GET" | "POST",
  path: string,
  timeoutMs: number,
): Promise<ServiceAnswer | undefined> {
  const start = performance.now();
  const proven = await state.credentials.connect(state.port, { timeoutMs }).catch(() => undefined);
  if (!proven) return undefined;
  const { socket, token } = proven;
  const { promise, resolve } = Promise.withResolvers<ServiceAnswer | undefined>();
  const call = request(
    {
      host: "127.0.0.1",
      port: state.port,
      path,
      method,
      createConnection: () => socket,
      headers: { Authorization: `Bearer ${token}` },
    },
    (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", () => resolve(undefined));
      response.on("close", () =>
        resolve({ status: response.statusCode ?? 0, body: parse(Buffer.concat(chunks)), token }),
      );
    },
  );
  const timer = setTimeout(() => call.destroy(), timeoutMs - (performance.now() - start));
  call.on("error", () => resolve(undefined));
  call.on("close", () => resolve(undefined));
  call.end();
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

/** Token of the service of a state file, when it answers and has the process id in the file. */
export async function answers(state: LocalState, timeoutMs: number): Promise<string | undefined> {
  const answer = await askService(state, "GET", "/_local/status", timeoutMs);
  const isSame = answer?.status === 200 && (answer.body as { pid?: number } | undefined)?.pid === state.pid;
  return isSame ? answer.token : undefined;
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** Number of active sessions and invocations, which end when the local service stops. */
interface LiveWork {
  readonly sessions: number;
  readonly invocations: number;
}

/** Time limit of the status request, in milliseconds, so that a hanging service can still be stopped. */
const STATUS_MS = 2_000;

/** Requests the active work of the service on a state directory; undefined when no service answers. */
export async function liveWork(stateDir: string): Promise<LiveWork | undefined> {
  const state = readLocalState(stateDir);
  const answer = state && (await askService(state, "GET", "/_local/status", STATUS_MS));
  if (answer?.status !== 200) return undefined;
  const { active_sessions, active_invocations } = answer.body as Record<string, unknown>;
  return { sessions: Number(active_sessions ?? 0), invocations: Number(active_invocations ?? 0) };
}
