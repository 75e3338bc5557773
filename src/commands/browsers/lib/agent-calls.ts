import type { Needs } from "../../../cli/declare/body.ts";
import type { LocalActBody, LocalActResult, LocalSnapshotBody, LocalSnapshotResult } from "../../../generated/types.ts";
import { actHosted, snapshotHosted } from "./hosted-agent.ts";

/** Tools of commands that see and operate a page. */
export type AgentTools = Needs<"call" | "note" | "now" | "service" | "settings">;

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

function isHosted({ settings }: AgentTools): boolean {
  return settings.resolved.kind === "hosted";
}
