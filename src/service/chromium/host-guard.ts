import { SESSION_DOWNLOADS } from "../../contract/session-home.ts";
import type { CdpConnection, CdpMessage } from "./cdp.ts";
import { HostRefusal, hidePaths, hostParams, isLocalAddress } from "./host-methods.ts";
import { RootPath } from "./root-path.ts";

interface TargetInfo {
  targetId: string;
  url: string;
}

/** Commands allowed in a page at a local address: commands that leave it, but none that reveal its content. */
const leaving = ["Page.navigate", "Page.close", "Page.stopLoading", "Runtime.runIfWaitingForDebugger"];
const LOCKED =
  "the page is at an address of this machine or of an extension, and this browser is not in a container; navigate it elsewhere";

/**
 * Protects the files of this machine from CDP clients when the browser is not in a container: downloads go to the
 * session's root, clients use paths of the session, and pages at local addresses (`file:`, extensions, developer tools,
 * settings) are locked. Without {@link protect} it changes nothing.
 *
 * It is weaker than a container: it knows the methods that {@link hostMethods} declares, and extensions that the user
 * adds may still read files.
 */
export class HostGuard {
  readonly #connection: CdpConnection;
  #paths: RootPath | undefined;
  readonly #locked = new Set<string>();

  constructor(connection: CdpConnection) {
    this.#connection = connection;
  }

  /** Starts the guard with the session's root as the only file tree. Called once, before any client. */
  async protect(root: string): Promise<void> {
    this.#paths = new RootPath(root);
    const { sessionId } = await this.#connection.send("Target.attachToBrowserTarget");
    this.#connection.tap(sessionId, (message) => this.#targetEvent(message));
    await Promise.all([
      this.#connection.send("Target.setDiscoverTargets", { discover: true, filter: [{}] }, sessionId),
      this.forceDownloads(undefined),
    ]);
  }

  /** Checked and rewritten params of a client's command to a target. Throws {@link HostRefusal}. */
  params(method: string, params: unknown, targetId: string | undefined): unknown {
    if (!this.#paths) return params;
    if (this.isLocked(targetId) && !leaving.includes(method) && !method.startsWith("Target.")) {
      throw new HostRefusal(`${method} is refused: ${LOCKED}`);
    }
    const requestedId = (params as { targetId?: string } | undefined)?.targetId;
    if (method === "Target.attachToTarget" && this.isLocked(requestedId)) {
      throw new HostRefusal(`${method} is refused: ${LOCKED}`);
    }
    return hostParams(method, params, this.#paths);
  }

  /** True for a target at a local address. */
  isLocked(targetId: string | undefined): boolean {
    return targetId !== undefined && this.#locked.has(targetId);
  }

  /** True for a target that is hidden from clients because it is at a local address from the beginning. */
  hides({ url }: { url: string }): boolean {
    return this.#paths !== undefined && isLocalAddress(url);
  }

  /** Rewrites an answer or event for a client; false when it would reveal a page at a local address. */
  passes(message: CdpMessage, method: string, targetId: string | undefined): boolean {
    if (!this.#paths) return true;
    if (this.isLocked(targetId) && !/^(Target|Inspector)\.|^Page\.(navigate|close|frame)/.test(method)) return false;
    hidePaths(method, message.id === undefined ? message.params : message.result, this.#paths);
    return true;
  }

  /** Error answer in place of one that {@link passes} has blocked. */
  refusal(method: string): { code: number; message: string } {
    return { code: -32000, message: `${method} is refused: ${LOCKED}` };
  }

  /**
   * Sends the downloads of a browser context to the session's root; of the default context when there is no id.
   * Chromium creates the directory with the first download.
   */
  async forceDownloads(browserContextId: string | undefined): Promise<void> {
    const downloadPath = this.#paths?.toHost(SESSION_DOWNLOADS);
    if (downloadPath === undefined) return;
    const params = { behavior: "allow", downloadPath, ...(browserContextId && { browserContextId }) } as const;
    await this.#connection.request("Browser.setDownloadBehavior", params).catch(() => {});
  }

  #targetEvent({ method, params }: CdpMessage): void {
    if (method === "Target.targetCreated" || method === "Target.targetInfoChanged") {
      const { targetId, url } = (params as { targetInfo: TargetInfo }).targetInfo;
      if (isLocalAddress(url)) this.#locked.add(targetId);
      else this.#locked.delete(targetId);
    } else if (method === "Target.targetDestroyed") {
      this.#locked.delete((params as { targetId: string }).targetId);
    }
  }
}
