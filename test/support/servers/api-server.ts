import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import { until } from "../until.ts";
import { onLoopback } from "./loopback.ts";

/** How a request is answered: nothing but a status and a body, or one of the ways in which services fail. */
export interface Answer {
  status?: number;
  headers?: Record<string, string | string[]>;
  json?: unknown;
  /** A body as it is; bytes (`application/octet-stream`) unless the headers say otherwise. */
  body?: string | Uint8Array;
  /** No answer until {@link ApiServer.release}. */
  stall?: boolean;
  /** The connection is reset instead of an answer. */
  reset?: boolean;
  /** The connection breaks after this many bytes of a body that promised more. */
  cut?: number;
}

export interface Step {
  /** `GET /browsers?limit=100`; the query is compared as it is sent. `?*` stands for any query. */
  request: string;
  answer: Answer | ((request: Seen) => Answer);
  /** How often it is expected, in a row; `any` also never. Once by default. */
  times?: number | "any";
}

/** A request that arrived. */
export interface Seen {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  json: unknown;
}

export interface ApiServer {
  /** Without a slash at the end. */
  url: string;
  port: number;
  requests: Seen[];
  /** The environment that leads a command here. */
  env: { BROWSERCTL_BASE_URL: string; BROWSERCTL_TOKEN: string };
  /** Waits until so many requests have arrived. */
  received(count: number): Promise<void>;
  /** Lets stalled answers go. */
  release(): void;
}

/** Response of a service that describes a token. */
export const authContext = {
  authentication: { credential_id: "key1", method: "api_key", source: "api_key" },
  authorization: { credential_scope: { project_id: null }, effective_scope: { project_id: null } },
  organization: { id: "org1" },
  principal: { id: "key1", type: "api_key" },
};

/** A session as a service answers it. */
export function session(id = "s1", more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    session_id: id,
    created_at: "2026-01-02T03:04:05Z",
    cdp_ws_url: `ws://127.0.0.1:1/browsers/${id}/cdp?jwt=j`,
    headless: true,
    stealth: false,
    timeout_seconds: 60,
    ...more,
  };
}

/**
 * A real HTTP server on loopback that plays a scenario: the requests it names, in that order. The test fails on one
 * that is not expected and on one that never came.
 */
export async function apiServer(...steps: Step[]): Promise<ApiServer> {
  const requests: Seen[] = [];
  const wrong: string[] = [];
  const left = steps.map((step) => ({ ...step, times: step.times ?? 1, used: 0 }));
  const released = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const seen = await readRequest(request).catch(() => undefined);
    if (!seen) return;
    requests.push(seen);
    const line = `${seen.method} ${seen.path}`;
    while (left[0]?.times === "any" && !isOf(left[0], line)) left.shift();
    const step = left[0];
    if (!step || !isOf(step, line)) {
      wrong.push(`unexpected ${line}; expected ${step?.request ?? "nothing more"}`);
      return send(response, { status: 599, body: "unexpected" });
    }
    step.used += 1;
    if (step.used === step.times) left.shift();
    const answer = typeof step.answer === "function" ? step.answer(seen) : step.answer;
    if (answer.stall) await released.promise;
    send(response, answer);
  });
  // Looked at when the server is gone, as the last of what the test leaves to be done.
  onTestFinished(() => {
    wrong.push(...left.filter((step) => step.times !== "any").map((step) => `never came: ${step.request}`));
    if (wrong.length > 0) throw new Error(wrong.join("; "));
  });
  const { url, port, env } = await onLoopback(server, { finish: () => released.resolve() });
  return {
    url,
    port,
    requests,
    env,
    received: async (count) =>
      void (await until(() => requests.length >= count, { what: () => `${count} requests; ${requests.length} came` })),
    release: () => released.resolve(),
  };
}

function isOf({ request }: Pick<Step, "request">, line: string): boolean {
  return request.endsWith("?*") ? line.startsWith(request.slice(0, -1)) : request === line;
}

async function readRequest(request: IncomingMessage): Promise<Seen> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { method: request.method ?? "", path: request.url ?? "", headers: request.headers, text, json };
}

function send(response: ServerResponse, answer: Answer): void {
  const { status = 200, headers = {}, json, cut } = answer;
  if (answer.reset) {
    response.socket?.resetAndDestroy();
    return;
  }
  const data = json === undefined ? Buffer.from(answer.body ?? "") : Buffer.from(JSON.stringify(json));
  response.writeHead(status, {
    ...(answer.body !== undefined && { "content-type": "application/octet-stream" }),
    ...(json !== undefined && { "content-type": "application/json" }),
    ...(status !== 204 && status !== 304 && { "content-length": String(data.length) }),
    ...headers,
  });
  if (cut === undefined) {
    response.end(data);
    return;
  }
  response.write(data.subarray(0, cut), () => response.socket?.destroy());
}
