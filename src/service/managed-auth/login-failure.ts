import { CdpClosedError } from "../chromium/cdp.ts";
import { AnsweredError } from "../driver-error.ts";
import { LoginFlowError } from "../login/flow/flow-error.ts";
import type { RedactedText } from "../login/values/known-values.ts";
import type { Session } from "../sessions/session.ts";
import { type FlowEnd, FlowOver } from "./login-flow.ts";

/** Failure of a login in its record. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly websiteError?: RedactedText | undefined;
}

/** End of a flow that failed. */
export function failed({ code, message, websiteError }: Failure): FlowEnd {
  return { status: "FAILED", error: { code, message }, websiteError };
}

/** Failure that an error of a login stands for. */
export function failureOf(error: unknown): Failure {
  if (error instanceof LoginFlowError) {
    return { code: error.kind, message: error.message, websiteError: error.websiteError };
  }
  if (error instanceof AnsweredError) return { code: error.answer.code, message: error.message };
  // The flow or its browser has ended: the first end counts.
  if (error instanceof FlowOver) return { code: "canceled", message: error.message };
  if (error instanceof CdpClosedError) return { code: "browser_session_terminated", message: error.message };
  return { code: "internal_error", message: "the service failed; its log says why" };
}

export function sessionTerminated(session: Session): Failure {
  return {
    code: "browser_session_terminated",
    message: `the browser of the login ended: ${session.endReason}; log in again`,
  };
}
