import { mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, posix } from "node:path";
import { SESSION_DOWNLOADS } from "../../contract/session-home.ts";
import type { CdpConnection } from "../chromium/cdp.ts";
import type { HostPath } from "../files/dir-handle.ts";
import { firstFreeName, linkUnlessTaken } from "../files/free-name.ts";
import { linkNow } from "../files/link-now.ts";
import { SessionFiles } from "../files/session-files.ts";

export interface KeptDownloads {
  /** Root directory of the session on this machine. */
  root: string;
  /** Directory on the same file system that the session cannot reach. */
  staging: string;
  /** Converts a path of the browser to a path of the session; undefined for a path outside the session. */
  sessionPath: (path: string) => string | undefined;
  log: (line: string) => void;
}

/**
 * Links every finished download of a browser into the session's `Downloads` under its suggested name. A CDP client may
 * have directed it elsewhere in the session: Playwright downloads to its own directory and removes that directory at
 * its end.
 *
 * assumed: without a container, a download to a path outside the session's root is rejected before it starts.
 */
export function keepDownloads(connection: CdpConnection, { root, staging, sessionPath, log }: KeptDownloads): void {
  const files = new SessionFiles(root);
  const names = new Map<string, string>();
  mkdirSync(staging, { recursive: true, mode: 0o700 });
  // `observe` also gets the events of clients that have set their own download behavior.
  connection.observe("Browser.downloadWillBegin", ({ guid, suggestedFilename }) => names.set(guid, suggestedFilename));
  connection.observe("Browser.downloadProgress", ({ guid, state, filePath }) => {
    if (state === "inProgress") return;
    const name = names.get(guid);
    // Chromium repeats the event for each session that listens.
    names.delete(guid);
    const path = filePath === undefined ? undefined : sessionPath(filePath);
    if (state !== "completed" || name === undefined || path === undefined) return;
    if (posix.dirname(path) === SESSION_DOWNLOADS) return;
    // Immediately: a client that gets the end event may remove the file.
    const held = join(staging, guid);
    const kept = linkNow(root, path, held)
      ? linkInto(files, held, name).finally(() => rm(held, { force: true }))
      : files.reach({ field: "path", path }, {}, ({ at }) => linkInto(files, at, name));
    kept.catch((error: Error) => log(`cannot keep the download "${name}": ${error.message}`));
  });
  connection.send("Browser.setDownloadBehavior", { behavior: "default", eventsEnabled: true }).catch(() => {});
}

/** Links a file into the session's `Downloads`, under the first free one of its numbered names. */
async function linkInto(files: SessionFiles, at: HostPath, name: string): Promise<void> {
  await firstFreeName(name, (free) => {
    const requested = { field: "path", path: `${SESSION_DOWNLOADS}/${free}` };
    return files.reach(requested, { makeDirectories: () => {} }, (resolved) => linkUnlessTaken(at, resolved.at));
  });
}
