import { createServer, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { until } from "../until.ts";
import { connection, connectionId, connectionPath } from "./connection-server.ts";
import { frame } from "./event-server.ts";
import { onLoopback } from "./loopback.ts";

type Json = Record<string, unknown>;

/** Answer to a request, and the states that follow it. */
export interface Turn {
  readonly status?: number;
  readonly json?: Json;
  /** States that the submission leads to. */
  readonly states?: readonly Json[];
}

export interface LoginPlan {
  /** States from the start of the login on; the last one stays until a submission. */
  readonly states: readonly Json[];
  /** Effects of the submissions, in order. */
  readonly turns?: readonly Turn[];
  /** A login runs already: another one is refused. */
  readonly running?: boolean;
  /** Fields of the connection's record. */
  readonly record?: Json;
  /** A service that is not the local one of this machine. */
  readonly remote?: boolean;
  /** Breaks the connection to the events after so many of them, once. */
  readonly cutAfter?: number;
  /** A new stream reports the current state with the present time. */
  readonly newTimes?: boolean;
}

export interface LoginServer {
  readonly env: { BROWSERCTL_BASE_URL: string; BROWSERCTL_TOKEN: string };
  readonly url: string;
  /** Method and path of each request that came. */
  readonly requests: string[];
  /** Bodies of the submissions. */
  readonly submitted: Json[];
  /** Bodies of the logins that were started. */
  readonly started: unknown[];
  /** Reports further states. */
  push(...states: Json[]): void;
  /** Waits until so many submissions have come. */
  received(count: number): Promise<void>;
}

/** Path of the hosted page of the login. */
export const hostedPath = `${connectionPath}/hosted?code=CODE`;

/** State of a login, as an event without its time. */
export function loginState(step: string, more: Json = {}): Json {
  return { flow_status: "IN_PROGRESS", flow_step: step, flow_type: "LOGIN", ...more };
}

/** State that asks for fields and choices. */
export function askingState(pause: string, more: Json): Json {
  return loginState("AWAITING_INPUT", { interaction_id: pause, ...more });
}

/** Field of a state. */
export function askedField(id: string, more: Json = {}): Json {
  return { id, ref: id, type: id, reason: "missing", label: id, required: true, ...more };
}

/** Last state of a login. */
export function endState(status: string, more: Json = {}): Json {
  return { ...loginState(status === "SUCCESS" ? "COMPLETED" : "SUBMITTING"), flow_status: status, ...more };
}

export const discovering = loginState("DISCOVERING");
export const submitting = loginState("SUBMITTING");
export const succeeded = endState("SUCCESS", { post_login_url: "https://shop.example.com/account" });

/** A real server with one auth connection, whose login goes as the plan says. */
export async function loginServer(plan: LoginPlan): Promise<LoginServer> {
  const requests: string[] = [];
  const submitted: Json[] = [];
  const started: unknown[] = [];
  const states: Json[] = [];
  const streams = new Map<ServerResponse, number>();
  let running = plan.running === true;
  let cut = plan.cutAfter;
  let isFirst = !running;
  let url = "";
  const push = (...more: readonly Json[]): void => {
    for (const state of more) {
      const { flow_status } = state;
      const links =
        flow_status === "IN_PROGRESS" ? { hosted_url: `${url}${hostedPath}`, live_view_url: `${url}/live` } : {};
      states.push({ event: "managed_auth_state", timestamp: new Date().toISOString(), ...links, ...state });
      if (flow_status !== "IN_PROGRESS") running = false;
    }
    for (const response of streams.keys()) flush(response);
  };
  const flush = (response: ServerResponse): void => {
    for (let at = streams.get(response) ?? 0; at < states.length; at += 1) {
      response.write(frame(JSON.stringify(states[at])));
      streams.set(response, at + 1);
      if (cut !== undefined && at + 1 >= cut) {
        cut = undefined;
        streams.delete(response);
        response.write("", () => response.socket?.destroy());
        return;
      }
    }
    if (states.at(-1)?.["flow_status"] === "IN_PROGRESS") return;
    streams.delete(response);
    response.end();
  };
  const record = (): Json => {
    const { event: _, timestamp: __, ...state } = states.at(-1) ?? {};
    const flow_expires_at = new Date(Date.now() + 600_000).toISOString();
    return connection({ ...(states.length > 0 && { flow_expires_at, ...state }), ...plan.record });
  };
  const server = createServer(async (request, response) => {
    const line = `${request.method} ${request.url}`;
    requests.push(line);
    const body = await text(request);
    const headers: Record<string, string> = plan.remote ? {} : { "x-browserctl-local": "0.1.0" };
    const answer = (status: number, json?: unknown): void => {
      response.writeHead(status, { ...headers, ...(json !== undefined && { "content-type": "application/json" }) });
      response.end(json === undefined ? undefined : JSON.stringify(json));
    };
    switch (line) {
      case `GET ${connectionPath}`:
        return answer(200, record());
      case `POST ${connectionPath}/login`: {
        started.push(body === "" ? undefined : JSON.parse(body));
        if (running) return answer(409, { code: "conflict", message: "a login of this connection runs already" });
        running = true;
        push(...plan.states);
        return answer(200, {
          id: connectionId,
          hosted_url: `${url}${hostedPath}`,
          flow_expires_at: new Date(Date.now() + 1_200_000).toISOString(),
          flow_type: "LOGIN",
          handoff_code: "CODE",
          live_view_url: `${url}/live`,
        });
      }
      case `GET ${connectionPath}/events`: {
        response.writeHead(200, { ...headers, "content-type": "text/event-stream" });
        response.write("retry: 1\n\n");
        // The first stream is open before anything happens; a later one begins with the current state.
        const current = states.at(-1);
        if (!isFirst && current && plan.newTimes) current["timestamp"] = new Date().toISOString();
        streams.set(response, isFirst ? 0 : Math.max(0, states.length - 1));
        isFirst = false;
        response.on("close", () => streams.delete(response));
        return flush(response);
      }
      case `POST ${connectionPath}/submit`: {
        const turn = plan.turns?.[submitted.length] ?? {};
        submitted.push(JSON.parse(body) as Json);
        answer(turn.status ?? 200, turn.json ?? { accepted: true });
        return push(...(turn.states ?? []));
      }
      case `POST /_local${connectionPath}/cancel`:
        answer(204);
        return push(endState("CANCELED", { error_code: "canceled", error_message: "canceled by the client" }));
      default:
        return answer(404, { code: "not_found", message: `unexpected ${line}` });
    }
  });
  const { url: base, env } = await onLoopback(server);
  url = base;
  if (running) push(...plan.states);
  return {
    env,
    url,
    requests,
    submitted,
    started,
    push,
    received: async (count) =>
      void (await until(() => submitted.length >= count, {
        what: () => `${count} submissions; ${submitted.length} came`,
      })),
  };
}
