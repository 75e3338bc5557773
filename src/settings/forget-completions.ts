import { existsSync, rmSync } from "node:fs";
import { ownDirectory } from "../core/own-directory.ts";
import { completionCache, type Env } from "./paths.ts";

/**
 * Removes the completion cache before a command changes something, so that old names are not offered. A cache that
 * cannot be removed is out of date for some seconds.
 */
export function forgetCompletions(env: Env): void {
  const directory = completionCache(env);
  if (directory === undefined || !existsSync(directory)) return;
  try {
    // In another user's directory, links could lead the removal elsewhere.
    ownDirectory(directory);
    rmSync(directory, { recursive: true, force: true });
  } catch {
    // Cached answers expire by themselves.
  }
}
