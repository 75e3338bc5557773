import { request } from "node:http";
import type { LocalState } from "../../settings/local-state.ts";

export interface ServiceAnswer {
  status: number;
  body: unknown;
}

/**
 * Sends a request to a local service, ignoring proxies of the environment. Returns undefined when nothing answers
 * within `timeoutMs`.
 */
export async function askService(
  state: Pick<LocalState, "port" | "token">,
  method: "GET" | "POST",
  path: string,
  timeoutMs: number,
): Promise<ServiceAnswer | undefined> {
  const { promise, resolve } = Promise.withResolvers<ServiceAnswer | undefined>();
  const call = request(
    {
      host: "127.0.0.1",
      port: state.port,
      path,
      method,
      agent: false,
      headers: { Authorization: `Bearer ${state.token}` },
    },
    (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", () => resolve(undefined));
      response.on("close", () => resolve({ status: response.statusCode ?? 0, body: parse(Buffer.concat(chunks)) }));
    },
  );
  const timer = setTimeout(() => call.destroy(), timeoutMs);
  call.on("error", () => resolve(undefined));
  call.on("close", () => resolve(undefined));
  call.end();
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

/** True when the service of a state file answers and has the process id in the file. */
export async function answers(state: LocalState, timeoutMs: number): Promise<boolean> {
  const answer = await askService(state, "GET", "/_local/status", timeoutMs);
  return answer?.status === 200 && (answer.body as { pid?: number } | undefined)?.pid === state.pid;
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
