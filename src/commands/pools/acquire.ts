import { command, table } from "../../cli/declare/command.ts";
import type { Browser } from "../../generated/types.ts";
import { printedVariables } from "../browsers/lib/printed-session.ts";
import { acquireExits, poolTelemetryFlags } from "./lib/pool-words.ts";

/** Columns of a session that was acquired from a pool. */
const acquiredColumns = table<Browser>([
  { path: "session_id", title: "id" },
  { path: "name" },
  { path: "pool.name", title: "pool" },
  { path: "created_at", title: "created", as: "age" },
  { path: "timeout_seconds", title: "idle limit", as: "duration-seconds" },
  { path: "viewport", as: "size" },
  { path: "tags", as: "pairs" },
]);

export const poolsAcquire = command({
  words: "pools acquire",
  effects: "none",
  operation: "pools.acquire",
  description:
    "The browser is a session like any other. Give it back with pools release; browsers delete ends it, and the pool starts another one.",
  args: {
    id_or_name: { summary: "Pool id, or its name" },
    name: { summary: "Name for the session, as --name", required: false, field: ["body", "name"] },
  },
  idField: "session_id",
  fields: {
    name: { placeholder: "NAME" },
    start_url: { placeholder: "URL", summary: "Page to open; a failure does not fail the call" },
    acquire_timeout_seconds: {
      name: "acquire-timeout",
      kind: "duration",
      unit: "seconds",
      summary: "Time to wait for an idle browser; the time to fill the pool when left out",
    },
  },
  flags: poolTelemetryFlags,
  columns: acquiredColumns,
  variables: printedVariables,
  exits: acquireExits,
  preview: "request",
  seeAlso: ["pools release", "pools get", "browsers create"],
  examples: [
    { line: "pools acquire checkout", does: "Take a browser and show it" },
    { line: "pools acquire checkout shop -q", does: "Name it, and print its id alone" },
    {
      line: "pools acquire checkout --acquire-timeout 30s --tag team=web -o env",
      does: "Wait at most half a minute, and print it as variables for a shell",
    },
  ],
  run: () => import("./acquire.run.ts"),
});
