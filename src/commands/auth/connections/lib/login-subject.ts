import { commandLine } from "../../../../core/command-line.ts";
import { CliError } from "../../../../core/errors.ts";
import type { ManagedAuth } from "../../../../generated/types.ts";
import { type FollowRecordOptions, type FollowTools, followRecord } from "../../../lib/follow/follow-record.ts";
import type { FollowedItem, FollowedRecord, Subject } from "../../../lib/follow/subject.ts";

/** State of a login, in an event and in the record of its connection. */
export type LoginState = Pick<
  ManagedAuth,
  | "choices"
  | "discovered_fields"
  | "error_code"
  | "error_message"
  | "external_action_message"
  | "fields"
  | "flow_status"
  | "flow_step"
  | "flow_type"
  | "hosted_url"
  | "interaction_id"
  | "live_view_url"
  | "mfa_options"
  | "pending_sso_buttons"
  | "post_login_url"
  | "sign_in_options"
  | "website_error"
>;

/** A followed login: `id` is the connection's id, `status` its `flow_status`. */
export interface FollowedLogin extends FollowedRecord {
  readonly state: LoginState;
}

/** Final states of a login (spec 3). */
export const lastLoginStates = ["SUCCESS", "FAILED", "EXPIRED", "CANCELED"];

/** True for a `flow_status` that this version does not know. */
export function isUnknownStatus(status: string | null | undefined): boolean {
  return typeof status === "string" && status !== "IN_PROGRESS" && !lastLoginStates.includes(status);
}

/** Subject for following the login of an auth connection to its end (contract 3.2). */
export function loginSubject(id: string): Subject<FollowedLogin> {
  const followed = (state: LoginState): FollowedLogin => ({ id, status: state.flow_status ?? "in no login", state });
  return {
    what: "login",
    id,
    lastStates: lastLoginStates,
    success: "SUCCESS",
    hint: commandLine`auth connections watch ${id}`,
    stream: ({ stream }, _since, options) => stream("authConnections.events", { params: { id } }, options),
    get: async ({ call }) => followed(await call("authConnections.get", { params: { id } })),
    recordOf: (event) => (event.event === "managed_auth_state" ? followed(event) : undefined),
  };
}

/**
 * Follows the login of a connection until its end, over as many connections as needed; see {@link followRecord}. Exit 9 when
 * the stream ends twice in a state that this version does not know: it may be a final one.
 */
export async function* followLogin(
  tools: FollowTools,
  id: string,
  options: Pick<FollowRecordOptions, "idleTimeoutMs" | "maxReconnects" | "signal"> = {},
): AsyncGenerator<readonly FollowedItem[], FollowedLogin> {
  const subject = loginSubject(id);
  const items = followRecord(tools, subject, options);
  let status: string | undefined;
  let ends = 0;
  try {
    for (;;) {
      const { done, value } = await items.next();
      if (done) {
        if (!value) throw new Error(`the login of ${id} is followed to its end`);
        return value;
      }
      yield value;
      for (const item of value) {
        const state = item.kind === "event" ? subject.recordOf(item.value)?.status : undefined;
        if (state !== undefined && state !== status) [status, ends] = [state, 0];
        if (item.kind === "reconnecting" && isUnknownStatus(status)) ends += 1;
      }
      if (ends > 1) throw unknownState(subject, status ?? "");
    }
  } finally {
    await items.return(undefined);
  }
}

function unknownState({ id, hint }: Subject, status: string): CliError {
  const message = `the stream ended while the login of ${id} is ${status}, which this version does not know`;
  return new CliError("outcome-unknown", message, { code: "unknown_state", hint, extra: { login: id } });
}

/** Exit 8 for a login that ended without success, with its reason and what helps. */
export function requireLoggedIn(
  { id, status, state }: FollowedLogin,
  details: CliError["options"]["details"] = [],
): void {
  if (status === "SUCCESS") return;
  const { error_code, error_message, website_error } = state;
  const shown = website_error ? `; the website shows: "${website_error}"` : "";
  throw new CliError("outcome-failed", `the login of ${id} ${endWords(status, state)}${shown}`, {
    code: `login_${status.toLowerCase()}`,
    hint: status === "CANCELED" ? undefined : commandLine`auth connections explain ${id}`,
    ...(details.length > 0 && { details }),
    extra: {
      login: id,
      flow_status: status,
      ...(error_code && { error_code }),
      ...(error_message && { error_message }),
      ...(website_error && { website_error }),
    },
  });
}

function endWords(status: string, { error_code, error_message }: LoginState): string {
  switch (status) {
    case "FAILED":
      return `failed: ${(error_message || "no reason was given").replace(/\.$/, "")}${error_code ? ` (${error_code})` : ""}`;
    case "EXPIRED":
      return "expired before it was complete";
    default:
      return "was canceled";
  }
}
