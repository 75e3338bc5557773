import { table } from "../../../cli/declare/command.ts";
import type { Browser, BrowserPool } from "../../../generated/types.ts";

/** Columns of browser pools. */
export const poolColumns = table<BrowserPool>([
  { path: "id" },
  { path: "name" },
  { path: "browser_pool_config.size", title: "size" },
  { path: "available_count", title: "available" },
  { path: "acquired_count", title: "acquired" },
  { path: "browser_pool_config.timeout_seconds", title: "idle limit", as: "duration-seconds" },
  { path: "created_at", title: "created", as: "age" },
]);

/** Columns of a session that was acquired from a pool. */
export const acquiredColumns = table<Browser>([
  { path: "session_id", title: "id" },
  { path: "name" },
  { path: "pool.name", title: "pool" },
  { path: "created_at", title: "created", as: "age" },
  { path: "timeout_seconds", title: "idle limit", as: "duration-seconds" },
  { path: "viewport", as: "size" },
  { path: "tags", as: "pairs" },
]);
