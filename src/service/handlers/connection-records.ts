import type { HostedLogins } from "../hosted-login/hosted-logins.ts";
import type { RequestAuth } from "../http/authenticate.ts";
import type { LiveViews } from "../live-view/live-views.ts";
import type { StoredConnection } from "../managed-auth/auth-connection-table.ts";
import type { AuthConnections } from "../managed-auth/auth-connections.ts";
import { type ConnectionRecord, connectionRecord } from "../managed-auth/connection-record.ts";
import { endedFlowFields, type FlowAddresses, runningFlowFields } from "../managed-auth/flow-fields.ts";
import type { FlowInSession, LoginFlows } from "../managed-auth/login-flows.ts";
import type { Timeline } from "../managed-auth/timeline.ts";
import type { SessionNeeds } from "./session-records.ts";

/** Dependencies of the records of auth connections. */
export type ConnectionNeeds = SessionNeeds & {
  readonly authConnections: AuthConnections;
  readonly loginFlows: LoginFlows;
  readonly timeline: Timeline;
  readonly liveViews: LiveViews;
  readonly hostedLogins: HostedLogins;
};

/** Function that converts an auth connection to its API record, with its running or last login. */
export function connectionRecords(
  context: ConnectionNeeds,
): (connection: StoredConnection, auth: RequestAuth) => ConnectionRecord {
  const { authConnections, loginFlows, timeline } = context;
  const addresses = flowAddresses(context);
  return (connection, auth) => {
    const running = loginFlows.running(connection);
    const flow =
      running && !running.flow.isOver
        ? runningFlowFields(running.flow, running.session.id, addresses(connection, running, auth))
        : endedFlowFields(timeline.lastFlow(connection));
    return connectionRecord(connection, authConnections.facts(connection), flow);
  };
}

/** Function that gives the addresses of a flow in progress. */
export function flowAddresses({
  hostedLogins,
  liveViews,
}: ConnectionNeeds): (connection: StoredConnection, running: FlowInSession, auth: RequestAuth) => FlowAddresses {
  return (connection, { flow, session }, { token }) => ({
    hosted: hostedLogins.link({ connection, flow, session, keyId: token.keyId }),
    liveView: liveViews.url(session, token.keyId),
  });
}
