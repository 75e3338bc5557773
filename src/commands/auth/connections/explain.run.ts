import type { Run } from "../../../cli/declare/body.ts";
import { sanitizeLine } from "../../../core/sanitize.ts";
import { Styled, styled } from "../../../core/styled.ts";
import { wrap } from "../../../core/wrap.ts";
import { paintState } from "../../../render/palette.ts";
import type { authConnectionsExplain } from "./explain.ts";
import { explanation } from "./lib/explanation.ts";
import { foreignOrigins, foreignSentence, screenshotCommand } from "./lib/login-facts.ts";

/** Explains a connection: sentences for a person, lists of them for a program. */
export const run: Run<typeof authConnectionsExplain> = async (body) => {
  const { anyValue, call, forPeople, palette, request, text, wantsValue, width } = body;
  const connection = await call("authConnections.get", request);
  const { can_reauth, can_reauth_reason, domain, id, profile_name, status } = connection;
  const { error_code, flow_expires_at, flow_status, flow_step, last_auth_check_at } = connection;
  const { entry: domains, next: steps, state, renewal } = explanation(connection, body.now());
  const left = flow_status ? foreignSentence(await foreignOrigins(body, id)) : undefined;
  const entry = left === undefined ? domains : [left, ...domains];
  const isFailed = flow_status === "FAILED" || flow_status === "EXPIRED";
  const screenshot = isFailed ? await screenshotCommand(body, id) : undefined;
  const next = screenshot === undefined ? steps : [`Look at the page at that moment: ${screenshot}`, ...steps];
  if (wantsValue && !forPeople) {
    const facts = { id, domain, profile_name, status, can_reauth, can_reauth_reason };
    const flow = { flow_status, flow_step, flow_expires_at, error_code, last_auth_check_at };
    return anyValue({ ...facts, ...flow, explanation: [...state, ...entry, ...renewal], next });
  }
  const colours = await palette();
  const paragraph = (sentences: readonly string[]): Styled => {
    const shown = sanitizeLine(sentences.join(" "));
    return Styled.lines(width === Number.POSITIVE_INFINITY ? [shown] : wrap(shown, width));
  };
  const title = styled`${domain}, profile ${profile_name}: ${paintState(status, colours)}\n`;
  const commands = Styled.lines([colours.heading("Next:"), ...next.map((step) => styled`  ${step}`)]);
  const paragraphs = [state, entry, renewal].filter((sentences) => sentences.length > 0).map(paragraph);
  return text(Styled.join([title, ...paragraphs, commands], "\n"));
};
