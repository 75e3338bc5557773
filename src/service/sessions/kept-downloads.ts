import { mkdirSync } from "node:fs";
import { link, rm } from "node:fs/promises";
import { join, posix } from "node:path";
import type { CdpConnection } from "../chromium/cdp.ts";
import type { HostPath } from "../files/dir-handle.ts";
import { linkNow } from "../files/link-now.ts";
import { SessionFiles } from "../files/session-files.ts";
import { downloadsDirectory } from "../processes/session-root.ts";

export interface KeptDownloads {
  /** Root directory of the session on this machine. */
  root: string;
  /** Directory on the same file system, out of the session's reach. */
  staging: string;
  /** True when the browser and the session's processes see the same paths. */
  confined: boolean;
  log: (line: string) => void;
}

/** Maximum number of names tried for one download. */
const MAX_NAMES = 1_000;
/** Maximum length of a download's name, in bytes; a name may have 255, the rest is for a number. */
const MAX_NAME_BYTES = 240;

/**
 * Links every finished download of a browser into the session's `Downloads` under its suggested name. A CDP client may
 * have sent it elsewhere in the session: Playwright downloads to its own directory and removes that at its end.
 *
 * assumed: without a container, a download to a path outside the session's root is rejected before it starts.
 */
export function keepDownloads(connection: CdpConnection, { root, staging, confined, log }: KeptDownloads): void {
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
    const path = filePath === undefined ? undefined : sessionPath(filePath, confined ? "" : root);
    if (state !== "completed" || name === undefined || path === undefined) return;
    if (posix.dirname(path) === downloadsDirectory) return;
    // Now: once the client hears of the end, it may remove the file.
    const held = join(staging, guid);
    const kept = linkNow(root, path, held)
      ? linkInto(files, held, name).finally(() => rm(held, { force: true }))
      : files.reach({ field: "path", path }, {}, ({ at }) => linkInto(files, at, name));
    kept.catch((error: Error) => log(`cannot keep the download "${name}": ${error.message}`));
  });
  connection.send("Browser.setDownloadBehavior", { behavior: "default", eventsEnabled: true }).catch(() => {});
}

/** Converts a path of the browser to a path of the session; undefined for a path outside the session. */
function sessionPath(path: string, root: string): string | undefined {
  return path.startsWith(`${root}/`) ? path.slice(root.length) : undefined;
}

/** Links a file into the session's `Downloads`, under the first of its numbered names that is free. */
async function linkInto(files: SessionFiles, at: HostPath, name: string): Promise<void> {
  for (let number = 0; number < MAX_NAMES; number += 1) {
    const path = `${downloadsDirectory}/${numbered(name, number)}`;
    const linked = await files.reach({ field: "path", path }, { makeDirectories: () => {} }, (resolved) =>
      link(at, resolved.at).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === "EEXIST") return false;
          throw error;
        },
      ),
    );
    if (linked) return;
  }
}

/** Name with a number as Chromium adds it: `report.pdf`, `report (1).pdf`. */
function numbered(name: string, number: number): string {
  const safe = posix.basename(name.replaceAll("\0", "")) || "download";
  const { name: stem, ext } = posix.parse(safe);
  const end = number === 0 ? ext : ` (${number})${ext}`;
  let short = stem;
  while (short !== "" && Buffer.byteLength(short + ext) > MAX_NAME_BYTES) short = short.slice(0, -1);
  return `${short}${end}`;
}
