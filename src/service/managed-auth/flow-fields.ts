import { flowStatuses } from "../../contract/login-states.ts";
import { asUri, type FlowFields } from "./connection-record.ts";
import { interactionFields } from "./interaction.ts";
import { type FlowState, type LoginFlow, pauseOf } from "./login-flow.ts";
import type { StoredTimelineEntry } from "./timeline-table.ts";

/** Addresses of a flow in progress. */
export interface FlowAddresses {
  /** Link to the page of the login, and its code separately. */
  readonly hosted: { readonly url: string; readonly code: string };
  /** Undefined while its session starts or ends, or when it has no live view. */
  readonly liveView: string | undefined;
}

/** Fields of a flow in progress in the record of its connection. */
export function runningFlowFields(
  flow: LoginFlow,
  sessionId: string | undefined,
  addresses: FlowAddresses,
): FlowFields {
  const { state, type, expiresAt } = flow;
  return {
    discovered_fields: null,
    mfa_options: null,
    ...stateFields(state),
    flow_status: state.status,
    flow_step: state.step,
    flow_type: type,
    flow_expires_at: new Date(expiresAt).toISOString(),
    hosted_url: addresses.hosted.url,
    ...(addresses.liveView !== undefined && { live_view_url: addresses.liveView }),
    ...(sessionId !== undefined && { browser_session_id: sessionId }),
  };
}

/** Fields of the last flow, which is over, in the record of its connection; of an empty flow before the first login. */
export function endedFlowFields(last: StoredTimelineEntry | undefined): FlowFields {
  const none = { discovered_fields: null, mfa_options: null };
  if (!last) return { ...none, flow_status: null, flow_step: null };
  const { status, step, errorCode, errorMessage, websiteError } = last;
  return {
    ...none,
    flow_status: flowStatuses.find((each) => each === status) ?? null,
    flow_step: step,
    ...(status === "FAILED" && { error_code: errorCode, error_message: errorMessage }),
    ...(websiteError !== null && { website_error: websiteError }),
  };
}

/** Event of a state (contract 3.2). */
export function stateEvent(flow: LoginFlow, state: FlowState, addresses: FlowAddresses) {
  const { status, step, timestamp } = state;
  const isRunning = status === "IN_PROGRESS";
  return {
    event: "managed_auth_state" as const,
    timestamp,
    flow_status: status,
    flow_step: step,
    flow_type: flow.type,
    ...stateFields(state),
    ...(isRunning && { hosted_url: addresses.hosted.url }),
    ...(isRunning && addresses.liveView !== undefined && { live_view_url: addresses.liveView }),
    ...(status === "SUCCESS" && { post_login_url: asUri(state.postLoginUrl) }),
  };
}

/** Event of a flow that a previous run of the service, or this one earlier, has ended (contract 3.2). */
export function endedEvent(last: StoredTimelineEntry, postLoginUrl: string | null) {
  const { discovered_fields: _, mfa_options: __, ...fields } = endedFlowFields(last);
  return {
    event: "managed_auth_state" as const,
    timestamp: new Date(last.updatedAt).toISOString(),
    ...fields,
    flow_type: last.type === "reauth" ? ("REAUTH" as const) : ("LOGIN" as const),
    ...(last.status === "SUCCESS" && postLoginUrl !== null && { post_login_url: asUri(postLoginUrl) }),
  };
}

function stateFields(state: FlowState) {
  const { websiteError } = state;
  const interaction = pauseOf(state);
  return {
    ...(interaction && interactionFields(interaction)),
    ...(websiteError !== undefined && { website_error: websiteError }),
    ...(state.status === "FAILED" && { error_code: state.error.code, error_message: state.error.message }),
  };
}
