import { command, table } from "../../cli/declare/command.ts";
import type { LocalStatusResult } from "../../generated/types.ts";

/** State of the local service, with its address. */
interface LocalStatus extends LocalStatusResult {
  base_url: string;
}

export const localStatus = command({
  words: "local status",
  effects: "none",
  summary: "Show the local service",
  service: "local",
  operation: "local.status",
  exits: { unreachable: "the service does not run" },
  examples: [
    { line: "local status", does: "Show whether it runs, where, and how many sessions it has" },
    { line: "local status --query base_url", does: "Its address alone" },
  ],
  columns: table<LocalStatus>([
    { path: "started_at", as: "age" },
    { path: "memory_bytes", as: "bytes" },
    { path: "idle_stop_seconds", as: "duration-seconds" },
  ]),
  output: async () => (await import("./lib/outputs.ts")).localStatusOutput(),
  run: () => import("./status.run.ts"),
});
