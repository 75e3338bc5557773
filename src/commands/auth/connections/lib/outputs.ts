import Type from "typebox";
import type { JsonSchema } from "../../../../cli/declare/answer-schema.ts";
import {
  answerOf,
  closed,
  either,
  prints,
  streams,
  textOrNull,
  withMembers,
} from "../../../../cli/declare/command-output.ts";
import type { CommandOutput } from "../../../../cli/declare/spec.ts";
import { SentTo } from "../../../../contract/local-managed-auth.ts";
import { gap } from "../../../lib/follow/event-lines.ts";

const id = { id: Type.String() };

export const connectionsCancelOutput = prints(
  Type.Union([closed({ ...id, canceled: Type.Literal(true) }), closed({ ...id, already_ended: Type.Literal(true) })]),
);
/** Event of a login; the final state names the origins outside of the connection's domain that got values. */
const loginEvent = async () =>
  withMembers(await answerOf("authConnections.events"), Type.Object({ left_domain: Type.Optional(SentTo) }));

export const connectionsWatchOutput = async (): Promise<CommandOutput> => streams(either(await loginEvent(), gap));

/** Entries of the service; the local one has the origins that a login sent values to, and whether it has a screenshot. */
export const connectionsTimelineOutput = async (): Promise<CommandOutput> => {
  const { items, ...list } = await answerOf("authConnections.timeline");
  const local = { sent_to: Type.Optional(SentTo), has_screenshot: Type.Optional(Type.Literal(true)) };
  return prints({ ...list, items: withMembers(items as JsonSchema, Type.Object(local)) });
};

/** The last state of the login; without waiting, the login itself. */
export const connectionsLoginOutput = async () =>
  prints(
    either(
      await answerOf("authConnections.login"),
      await loginEvent(),
      closed({ ...id, hosted_url: Type.Optional(Type.String()) }),
    ),
  );

/** One plan of the list of the service. */
export const connectionsPlansShowOutput = async (): Promise<CommandOutput> => {
  const { items } = await answerOf("local.loginPlans");
  return prints(items as JsonSchema);
};

export const connectionsExplainOutput = prints(
  closed({
    ...id,
    domain: Type.String(),
    profile_name: Type.String(),
    status: Type.String(),
    can_reauth: Type.Boolean(),
    can_reauth_reason: Type.String(),
    flow_status: Type.Optional(textOrNull),
    flow_step: Type.Optional(textOrNull),
    flow_expires_at: Type.Optional(textOrNull),
    error_code: Type.Optional(textOrNull),
    last_auth_check_at: Type.Optional(textOrNull),
    explanation: Type.Array(Type.String()),
    next: Type.Array(Type.String(), { description: "Commands to type next" }),
  }),
);
