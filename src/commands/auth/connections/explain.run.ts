import type { Run } from "../../../cli/body.ts";
import { sanitizeLine } from "../../../core/sanitize.ts";
import { wrap } from "../../../core/wrap.ts";
import { paintState } from "../../../render/palette.ts";
import type { authConnectionsExplain } from "./explain.ts";
import { explanation } from "./explanation.ts";

/** Explains a connection: sentences for a person, lists of them for a program. */
export const run: Run<typeof authConnectionsExplain> = async (body) => {
  const { anyValue, call, palette, request, text, wantsValue, width } = body;
  const connection = await call("authConnections.get", request);
  const { can_reauth, can_reauth_reason, domain, id, profile_name, status } = connection;
  const { error_code, flow_expires_at, flow_status, flow_step, last_auth_check_at } = connection;
  const { state, next, renewal } = explanation(connection, body.now());
  if (wantsValue) {
    const facts = { id, domain, profile_name, status, can_reauth, can_reauth_reason };
    const flow = { flow_status, flow_step, flow_expires_at, error_code, last_auth_check_at };
    return anyValue({ ...facts, ...flow, explanation: [...state, ...renewal], next });
  }
  const colours = await palette();
  const paragraph = (sentences: readonly string[]): string => {
    const shown = sanitizeLine(sentences.join(" "));
    return `${(width === Number.POSITIVE_INFINITY ? [shown] : wrap(shown, width)).join("\n")}\n`;
  };
  const title = `${sanitizeLine(domain)}, profile ${sanitizeLine(profile_name)}: ${paintState(sanitizeLine(status), colours)}\n`;
  const steps = `${colours.heading("Next:")}\n${next.map((step) => `  ${sanitizeLine(step)}\n`).join("")}`;
  return text([title, paragraph(state), paragraph(renewal), steps].join("\n"));
};
