import { link } from "node:fs/promises";
import { posix } from "node:path";
import type { CdpConnection } from "../chromium/cdp.ts";
import { SessionFiles } from "../files/session-files.ts";
import { downloadsDirectory } from "../processes/session-root.ts";

export interface KeptDownloads {
  /** The session's root on the machine. */
  root: string;
  /** True when the browser sees paths of the session as the session's processes do. */
  confined: boolean;
  log: (line: string) => void;
}

/** Names tried for one download beside others of its name. */
const MOST_NAMES = 1_000;
/** A name has 255 bytes at most; this leaves room for a number. */
const LONGEST_NAME = 240;

/**
 * Gives every finished download of a browser its place in the session's `Downloads`, by its suggested name. A client of
 * CDP may have sent it elsewhere in the session: Playwright has a directory of its own that it removes when it leaves.
 * The file is the same one there and here.
 *
 * assumed: what a client saves outside the session's root, where there is no container, is refused before it begins.
 */
export function keepDownloads(connection: CdpConnection, { root, confined, log }: KeptDownloads): void {
  const files = new SessionFiles(root);
  const names = new Map<string, string>();
  // Clients that change where downloads go are heard of in their own sessions.
  connection.observe("Browser.downloadWillBegin", ({ guid, suggestedFilename }) => names.set(guid, suggestedFilename));
  connection.observe("Browser.downloadProgress", ({ guid, state, filePath }) => {
    if (state === "inProgress") return;
    const name = names.get(guid);
    // Each session that listens says the same once more.
    names.delete(guid);
    const path = filePath === undefined ? undefined : sessionPath(filePath, confined ? "" : root);
    if (state !== "completed" || name === undefined || path === undefined) return;
    if (posix.dirname(path) === downloadsDirectory) return;
    linkTo(files, path, name).catch((error: Error) => log(`cannot keep the download "${name}": ${error.message}`));
  });
  connection.send("Browser.setDownloadBehavior", { behavior: "default", eventsEnabled: true }).catch(() => {});
}

/** A path of the browser as the session has it; undefined when it is outside. */
function sessionPath(path: string, root: string): string | undefined {
  return path.startsWith(`${root}/`) ? path.slice(root.length) : undefined;
}

async function linkTo(files: SessionFiles, path: string, name: string): Promise<void> {
  const requested = (path: string) => ({ field: "path", path });
  await files.reach(requested(path), {}, async ({ at }) => {
    for (let number = 0; number < MOST_NAMES; number += 1) {
      const target = `${downloadsDirectory}/${numbered(name, number)}`;
      const linked = await files.reach(requested(target), { makeDirectories: () => {} }, (resolved) =>
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
  });
}

/** `report.pdf`, `report (1).pdf`: as Chromium names them. */
function numbered(name: string, number: number): string {
  const safe = posix.basename(name.replaceAll("\0", "")) || "download";
  const { name: stem, ext } = posix.parse(safe);
  const end = number === 0 ? ext : ` (${number})${ext}`;
  let short = stem;
  while (short !== "" && Buffer.byteLength(short + ext) > LONGEST_NAME) short = short.slice(0, -1);
  return `${short}${end}`;
}
