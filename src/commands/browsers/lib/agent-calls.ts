import type { Needs, Result } from "../../../cli/declare/body.ts";
import type { ClientCode } from "../../../core/client-code.ts";
import { commandLine } from "../../../core/command-line.ts";
import { CliError } from "../../../core/errors.ts";
import { isLoopback } from "../../../core/hosts.ts";
import type {
  LocalActBody,
  LocalActResult,
  LocalDialogBody,
  LocalNavigateBody,
  LocalNavigateResult,
  LocalSnapshotBody,
  LocalSnapshotResult,
  LocalTabBody,
  LocalTabsResult,
} from "../../../generated/types.ts";
import { actHosted, moveHosted, snapshotHosted, tabsHosted } from "./hosted-agent.ts";

/** Tools of commands that see and operate a page. */
export type AgentTools = Needs<"call" | "note" | "now" | "previewing" | "service" | "settings">;

/** Takes a snapshot of the page of a session, local or hosted. */
export function takeSnapshotIn(tools: AgentTools, id: string, body: LocalSnapshotBody): Promise<LocalSnapshotResult> {
  if (isHosted(tools)) return snapshotHosted(tools, id, body);
  return tools.call("local.snapshot", { params: { id }, body });
}

/** Does acts in a session, local or hosted, until one is refused. */
export async function actIn(
  tools: AgentTools,
  id: string,
  acts: LocalActBody["acts"],
): Promise<LocalActResult["results"]> {
  if (isHosted(tools)) return actHosted(tools, id, acts);
  return (await tools.call("local.act", { params: { id }, body: { acts } })).results;
}

/** Shows another page in a session, local or hosted. */
export function navigateIn(tools: AgentTools, id: string, body: LocalNavigateBody): Promise<LocalNavigateResult> {
  if (isHosted(tools)) return moveHosted(tools, id, { kind: "navigate", body });
  return tools.call("local.navigate", { params: { id }, body });
}

/** Opens, activates or closes a tab of a session, local or hosted. */
export function changeTabIn(tools: AgentTools, id: string, body: LocalTabBody): Promise<LocalNavigateResult> {
  if (isHosted(tools)) return moveHosted(tools, id, { kind: "tab", body });
  return tools.call("local.tab", { params: { id }, body });
}

/** Tabs of a session, local or hosted. */
export function tabsIn(tools: AgentTools, id: string): Promise<LocalTabsResult> {
  if (isHosted(tools)) return tabsHosted(tools, id);
  return tools.call("local.tabs", { params: { id } });
}

/**
 * Answers the open dialog of a session. In a hosted session the keyboard does: Playwright could not connect to a page that a
 * dialog blocks.
 */
export async function answerDialogIn(
  tools: AgentTools,
  id: string,
  body: LocalDialogBody,
): Promise<LocalNavigateResult> {
  if (!isHosted(tools)) return tools.call("local.dialog", { params: { id }, body });
  const { accept, text } = body;
  if (text !== undefined) await tools.call("computer.type", { params: { id }, body: { text } });
  await tools.call("computer.press", { params: { id }, body: { keys: [accept ? "Return" : "Escape"] } });
  return { ok: true, text: `pressed ${accept ? "Return" : "Escape"} for the dialog` };
}

/** Prints where a session is now. Exit 8 with the code of a refusal. */
export function printMove(
  { anyValue, text, wantsValue }: Needs<"anyValue" | "text" | "wantsValue">,
  id: string,
  result: LocalNavigateResult,
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
