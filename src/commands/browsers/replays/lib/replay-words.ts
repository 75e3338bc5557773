import type { ArgDeclaration } from "../../../../cli/declare/declaration.ts";
import { sessionArgs } from "../../lib/session-args.ts";

/** Arguments of every command about one recording. */
export const replayArgs = {
  ...sessionArgs,
  replay_id: { summary: "Recording, as printed by start" },
} as const satisfies Record<string, ArgDeclaration>;

export const replayColumns = [
  { path: "replay_id" },
  { path: "started_at" },
  { path: "finished_at" },
  { path: "replay_view_url" },
] as const;
