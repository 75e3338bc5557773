import type { Needs, Result } from "../../../cli/declare/body.ts";
import type { ClientCode } from "../../../core/client-code.ts";
import { commandLine } from "../../../core/command-line.ts";
import { CliError } from "../../../core/errors.ts";
import { isLoopback } from "../../../core/hosts.ts";
import { isObject } from "../../../core/is-object.ts";
import type { DialogRequest, MoveResult, RefusalAnswer } from "../../../page-agent/requests.ts";
import type { WorkName, WorkRequest, WorkResult } from "../../../page-agent/works.ts";
import { workHosted } from "./hosted-agent.ts";

/** Tools of commands that see and operate a page. */
export type AgentTools = Needs<"call" | "note" | "now" | "previewing" | "service" | "settings">;

/** A request whose optional fields may be undefined, as those of generated types are. */
type Loose<T> = T extends readonly (infer Item)[]
  ? readonly Loose<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Loose<T[Key]> | (object extends Pick<T, Key> ? undefined : never) }
    : T;

/** Does a work of agents in a session, local or hosted. Exit 8 for one that is refused. */
export async function workIn<Name extends WorkName>(
  tools: AgentTools,
  id: string,
  name: Name,
  ...[body]: WorkRequest<Name> extends undefined ? [] : [body: Loose<WorkRequest<Name>>]
): Promise<WorkResult<Name>> {
  if (isHosted(tools)) {
    const answer = await workHosted(tools, id, { name, request: (body ?? {}) as WorkRequest<WorkName> });
    if (answer.refusal) throw refusal(id, answer.refusal, answer.refusal.text);
    return answer.result as WorkResult<Name>;
  }
  const input = { params: { id }, ...(body !== undefined && { body }) };
  // The types of the operations and of the works are the same: both come from the contract.
  const result: unknown = await tools.call(`local.${name}` as "local.act", input as never);
  const refused = isObject(result) ? (result.refusal as RefusalAnswer | undefined) : undefined;
  if (refused) throw refusal(id, refused, refused.text);
  return result as WorkResult<Name>;
}

/**
 * Answers the open dialog of a session. In a hosted session the keyboard does: Playwright could not connect to a page that a
 * dialog blocks.
 */
export async function answerDialogIn(tools: AgentTools, id: string, body: Loose<DialogRequest>): Promise<MoveResult> {
  if (!isHosted(tools)) return workIn(tools, id, "dialog", body);
  const { accept, text } = body;
  if (text !== undefined) await tools.call("computer.type", { params: { id }, body: { text } });
  await tools.call("computer.press", { params: { id }, body: { keys: [accept ? "Return" : "Escape"] } });
  return { ok: true, text: `pressed ${accept ? "Return" : "Escape"} for the dialog` };
}

/** Prints where a session is now. Exit 8 with the code of a refusal. */
export function printMove(
  { anyValue, text, wantsValue }: Needs<"anyValue" | "text" | "wantsValue">,
  id: string,
  result: MoveResult,
): Result {
  if (!result.ok) throw refusal(id, result, result.text);
  return wantsValue ? anyValue(result) : text(`${result.text}\n`);
}

/** Exit 8 for what was refused, with the next command. */
export function refusal(
  id: string,
  { code, next }: { readonly code?: string | undefined; readonly next?: string | undefined },
  message: string,
  extra?: Record<string, unknown>,
): CliError {
  const hint = hintOf(id, code, next);
  return new CliError("outcome-failed", next === undefined || hint !== undefined ? message : `${message}; ${next}`, {
    code: code as ClientCode | undefined,
    hint,
    ...(extra && { extra }),
  });
}

function hintOf(id: string, code: string | undefined, next: string | undefined): string | undefined {
  if (code === "dialog_open") return commandLine`browsers dialog accept ${id}`;
  if (next === "snapshot") return commandLine`browsers snapshot ${id}`;
  return next === "tabs list" ? commandLine`browsers tabs list ${id}` : undefined;
}

/** An address that no context has is one of the local service only on this machine. */
function isHosted({ service, settings: { resolved } }: AgentTools): boolean {
  return resolved.kind === "hosted" || (resolved.kind !== "local" && !isLoopback(new URL(service().baseUrl)));
}
