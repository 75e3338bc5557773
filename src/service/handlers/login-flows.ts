import { commandLine } from "../../core/command-line.ts";
import { type HandlersOf, pageOf } from "../http/handler.ts";
import type { StoredConnection } from "../managed-auth/auth-connection-table.ts";
import { ConnectionSessions, type ConnectionSessionsOptions } from "../managed-auth/connection-sessions.ts";
import { endedEvent, type FlowAddresses, stateEvent } from "../managed-auth/flow-fields.ts";
import type { LoginFlow } from "../managed-auth/login-flow.ts";
import { type FlowInSession, LoginFlows, type LoginFlowsOptions } from "../managed-auth/login-flows.ts";
import type { LoginScreenshots } from "../managed-auth/login-screenshots.ts";
import { loginOrigins, Timeline, timelineRecord } from "../managed-auth/timeline.ts";
import { authTimeline } from "../managed-auth/timeline-table.ts";
import { resource } from "../resource.ts";
import type { ProjectId } from "../store/project-id.ts";
import { ResourceError } from "../store/resource-error.ts";
import { type ConnectionNeeds, flowAddresses } from "./connection-records.ts";

type LoginIds =
  | "authConnections.login"
  | "authConnections.submit"
  | "authConnections.events"
  | "authConnections.timeline"
  | "local.cancelLogin"
  | "local.loginOrigins"
  | "local.loginProgress";

interface ConnectionCall {
  readonly params: { readonly id: string };
  readonly auth: { readonly project: { readonly id: ProjectId } };
}

/** Logins of auth connections (contract 2.13, 3.2). */
export function loginFlowHandlers(
  context: ConnectionNeeds & { readonly loginScreenshots: Pick<LoginScreenshots, "of"> },
): HandlersOf<LoginIds> {
  const { authConnections, loginFlows, loginScreenshots, timeline } = context;
  const addresses = flowAddresses(context);
  const require = ({ params, auth }: ConnectionCall): StoredConnection =>
    authConnections.require(auth.project.id, params.id);
  return {
    "authConnections.login": async (call) => {
      const { record_session: _, ...settings } = call.body ?? {};
      const connection = require(call);
      const browser = Object.keys(settings).length > 0 ? authConnections.browserFor(connection, settings) : undefined;
      const started = await loginFlows.start(connection, browser, call.signal);
      const { flow } = started;
      const { hosted, liveView } = addresses(connection, started, call.auth);
      return {
        id: connection.id,
        hosted_url: hosted.url,
        handoff_code: hosted.code,
        flow_expires_at: new Date(flow.expiresAt).toISOString(),
        flow_type: flow.type,
        ...(liveView !== undefined && { live_view_url: liveView }),
      };
    },
    "authConnections.submit": (call) => {
      const running = loginFlows.running(require(call));
      if (!running) throw noLogin("no login of the connection runs", call.params.id);
      running.flow.submit(call.body);
      return { accepted: true };
    },
    "authConnections.events": (call) => {
      const connection = require(call);
      const running = loginFlows.running(connection);
      if (running) return runningEvents(running, () => addresses(connection, running, call.auth), call.signal);
      const last = timeline.lastFlow(connection);
      if (!last) throw noLogin("no login of the connection was started yet", connection.id);
      return only(endedEvent(last, connection.postLoginUrl));
    },
    "authConnections.timeline": (call) => pageOf(timeline.list(require(call), call.query), timelineRecord),
    "local.loginOrigins": async (call) => {
      const connection = require(call);
      await loginFlows.left(connection);
      const screenshots = loginScreenshots.of(connection);
      return pageOf(timeline.logins(connection, call.query), (entry) => loginOrigins(entry, connection, screenshots));
    },
    "local.loginProgress": async (call) => {
      const flow = loginFlows.running(require(call))?.flow;
      if (!flow) return { cursor: "", over: true };
      const { after, wait_seconds = 0 } = call.query;
      if (after !== undefined && wait_seconds > 0) await otherThan(flow, after, wait_seconds * 1_000, call.signal);
      const { cursor, doing, isOver: over } = flow;
      return { cursor, over, ...(doing !== undefined && { doing }) };
    },
    "local.cancelLogin": async (call) => {
      await loginFlows.cancel(require(call), "the login was canceled");
      return undefined;
    },
  };
}

/** Waits until a login does something else than at a cursor, for a limited time. */
async function otherThan(flow: LoginFlow, cursor: string, boundMs: number, signal: AbortSignal): Promise<void> {
  const late = AbortSignal.timeout(boundMs);
  try {
    for await (const _ of flow.changes(AbortSignal.any([signal, late]))) if (flow.cursor !== cursor) return;
  } catch (error) {
    if (!late.aborted) throw error;
  }
}

async function* runningEvents(
  { flow }: FlowInSession,
  addresses: () => FlowAddresses,
  signal: AbortSignal,
): AsyncGenerator<object> {
  for await (const state of flow.follow(signal)) yield stateEvent(flow, state, addresses());
}

async function* only(event: object): AsyncGenerator<object> {
  yield event;
}

function noLogin(what: string, id: string): ResourceError {
  return new ResourceError("conflict", `${what}; start one with \`${commandLine`auth connections login ${id}`}\``);
}

export const loginFlowResource = resource({
  name: "loginFlows",
  tables: [],
  start: (needs: LoginFlowsOptions) => new LoginFlows(needs),
  busy: (flows) => flows.busy,
  close: (flows, reason) => flows.close(reason),
  handlers: loginFlowHandlers,
});

export const timelineResource = resource({
  name: "timeline",
  tables: [authTimeline],
  start: (needs: ConstructorParameters<typeof Timeline>[0]) => new Timeline(needs),
  prepare: (timeline) => timeline.prepare(),
  handlers: () => ({}),
});

export const connectionSessionResource = resource({
  name: "connectionSessions",
  tables: [],
  start: (needs: ConnectionSessionsOptions) => new ConnectionSessions(needs),
  handlers: () => ({}),
});
