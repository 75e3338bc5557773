import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { frame, invocationId, record } from "../../support/servers/event-server.ts";
import { onLoopback } from "../../support/servers/loopback.ts";
import { until } from "../../support/until.ts";

/** How a call is answered: at once, or when {@link InvokeServer.release} is called. */
export interface CallPlan {
  status?: number;
  json?: unknown;
  stall?: boolean;
}

/** One connection to the events. */
export interface StreamPlan {
  events?: readonly string[];
  /** Answers with this status instead. */
  status?: number;
  /** Leaves the connection open, or resets it, instead of ending it. */
  afterwards?: "hold" | "reset";
}

export interface InvokePlan {
  /** `POST /invocations`; 202 and a queued one by default. */
  created?: CallPlan;
  /** The connections to its events, in their order; the last one stands for all that follow. */
  streams?: readonly StreamPlan[];
  /** `GET /invocations/inv1`; one that runs by default. */
  record?: CallPlan;
  /** `PATCH /invocations/inv1`; one that has failed by default. */
  cancelled?: CallPlan;
  /** `DELETE /invocations/inv1/browsers`; 204 by default. */
  deleted?: CallPlan;
  /** Events for open connections when it is cancelled. */
  afterCancel?: readonly string[];
}

export interface InvokeServer {
  env: { BROWSERCTL_BASE_URL: string; BROWSERCTL_TOKEN: string };
  /** Method and path of each request that came. */
  requests: string[];
  /** The bodies of those that had one. */
  bodies: Record<string, unknown>[];
  /** Waits until a request has come. */
  received(request: string): Promise<void>;
  /** Lets stalled answers go. */
  release(): void;
}

/** A real server that has one invocation, `inv1`, which goes as the plan says. */
export async function invokeServer(plan: InvokePlan = {}): Promise<InvokeServer> {
  const requests: string[] = [];
  const bodies: Record<string, unknown>[] = [];
  const released = Promise.withResolvers<void>();
  const open: ServerResponse[] = [];
  let streamed = 0;
  const answer = async (response: ServerResponse, call: CallPlan | undefined, status: number, json?: unknown) => {
    if (call?.stall) await released.promise;
    response.writeHead(call?.status ?? status, { "content-type": "application/json" });
    const body = call && "json" in call ? call.json : json;
    response.end(body === undefined ? undefined : JSON.stringify(body));
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const line = `${request.method} ${request.url}`;
    const body = await text(request);
    if (body !== "") bodies.push(JSON.parse(body) as Record<string, unknown>);
    requests.push(line);
    const path = `/invocations/${invocationId}`;
    if (line === "POST /invocations") {
      return answer(response, plan.created, 202, { id: invocationId, action_name: "act", status: "queued" });
    }
    if (line === `GET ${path}`) return answer(response, plan.record, 200, record("running"));
    if (line === `PATCH ${path}`) {
      if (plan.afterCancel) for (const stream of open) stream.end(plan.afterCancel.map(frame).join(""));
      return answer(response, plan.cancelled, 200, record("failed"));
    }
    if (line === `DELETE ${path}/browsers`) return answer(response, plan.deleted, 204);
    if (!line.startsWith(`GET ${path}/events`)) {
      return answer(response, undefined, 404, { code: "not_found", message: "there is no such thing" });
    }
    const streams = plan.streams ?? [];
    const { events = [], status, afterwards } = streams[Math.min(streamed, streams.length - 1)] ?? {};
    streamed += 1;
    if (status !== undefined) return answer(response, undefined, status, { code: "x", message: `no (${status})` });
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(`retry: 1\n\n${events.map(frame).join("")}`, () => {
      if (afterwards === "reset") response.socket?.resetAndDestroy();
      else if (afterwards === "hold") open.push(response);
      else response.end();
    });
  };
  const server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()));
  const { env } = await onLoopback(server, { finish: () => released.resolve() });
  return {
    env,
    requests,
    bodies,
    received: async (wanted) =>
      void (await until(() => requests.includes(wanted), { what: () => `"${wanted}" among ${requests.join(", ")}` })),
    release: () => released.resolve(),
  };
}
