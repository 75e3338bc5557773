import Type from "typebox";
import { answerOf, closed, either, prints, textOrNull } from "../../../cli/command-output.ts";

const id = { id: Type.String() };

export const connectionsCancelOutput = prints(
  Type.Union([closed({ ...id, canceled: Type.Literal(true) }), closed({ ...id, already_ended: Type.Literal(true) })]),
);
/** The last state of the login; without waiting, the login itself. */
export const connectionsLoginOutput = async () =>
  prints(
    either(
      await answerOf("authConnections.login"),
      await answerOf("authConnections.events"),
      closed({ ...id, hosted_url: Type.Optional(Type.String()) }),
    ),
  );
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
