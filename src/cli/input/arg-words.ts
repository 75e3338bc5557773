import { posix } from "node:path";
import { SESSION_HOME } from "../../contract/session-home.ts";
import type { ArgSpec } from "../declare/spec.ts";

/** Paths of Windows, which are no paths in a session. */
const OF_WINDOWS = /^[A-Za-z]:[\\/]|\\/;

/** Absolute path in a session: a relative one is below the home. An empty one and one of Windows stay, and are refused. */
export function remotePath(path: string): string {
  const stays = path === "" || path.startsWith("/") || OF_WINDOWS.test(path);
  return stays ? path : posix.join(SESSION_HOME, path);
}

/** Words of the arguments, with the defaults of those that were omitted; paths in a session are absolute. */
export function argWords(words: readonly string[], args: readonly ArgSpec[]): readonly string[] {
  const omitted = args.slice(words.length).flatMap(({ default: word }) => word ?? []);
  const last = args.length - 1;
  return [...words, ...omitted].map((word, at) =>
    args[Math.min(at, last)]?.kind === "remote-path" ? remotePath(word) : word,
  );
}
