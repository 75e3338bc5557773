import { packageText } from "../../core/package-text.ts";
import { pause } from "../../core/pause.ts";
import { openDialog } from "../../page-agent/refuse-dialog.ts";
import {
  type AgentPage,
  type OpenDialog,
  type PageScript,
  type RemoteFrame,
  type SharedPageWorker,
  sharedWorkerKinds,
  type Tab,
  type TargetSession,
} from "../../page-agent/target.ts";
import type { BrowserConnection } from "../chromium/browser-connection.ts";
import { BrowserError } from "../chromium/browser-error.ts";
import { CdpError, type CdpSession } from "../chromium/cdp.ts";
import { SERVICE_WORLD } from "../chromium/isolated-world.ts";
import type { WatchedPage } from "../chromium/page-watch.ts";
import { activePage, assertUsable, shownPage } from "../chromium/pages.ts";
import type { NetworkRecorder } from "./network-recorder.ts";

/** Maximum number of frames with a process of their own that are attached to. */
const MAX_FRAMES = 40;

/** Maximum number of workers that are attached to. */
const MAX_WORKERS = 40;

/** Maximum time for a tab to come to the front or to be gone, and the time between two looks, in milliseconds. */
const FRONT_BOUND_MS = 2_000;
const FRONT_LOOK_MS = 25;

/** Surroundings of the page of an agent. */
export interface PageHost {
  /** Called with each page before a session is attached to it. */
  onFound(page: WatchedPage): void;
  readonly recorder: NetworkRecorder;
}

/**
 * Page of a local session, with sessions of its own in it and in its frames. Its commands reject as soon as a dialog is open
 * or the page has crashed, because Chromium answers none of them then.
 */
export class LocalPage implements AgentPage {
  readonly session: TargetSession;
  readonly worldName = SERVICE_WORLD;
  readonly targetId: string;
  readonly signal: AbortSignal;
  readonly #connection: BrowserConnection;
  readonly #watched: WatchedPage;
  readonly #attached: string[] = [];
  readonly #interrupted = Promise.withResolvers<never>();
  readonly #stops: (() => void)[] = [];
  readonly #host: PageHost;
  /** Page of the tab that the work has brought to the front. */
  #front: LocalPage | undefined;

  private constructor(
    connection: BrowserConnection,
    watched: WatchedPage,
    sessionId: string,
    end: AbortSignal,
    host: PageHost,
  ) {
    this.#connection = connection;
    this.#host = host;
    this.signal = end;
    this.#watched = watched;
    this.targetId = watched.targetId;
    this.session = this.#take(sessionId);
    this.#interrupted.promise.catch(() => {});
    const { session } = watched;
    const onEnd = (): void => this.#interrupted.reject(end.reason);
    end.addEventListener("abort", onEnd, { once: true });
    this.#stops.push(
      () => end.removeEventListener("abort", onEnd),
      session.on("Inspector.targetCrashed", () => this.#interrupt()),
      session.on("Page.javascriptDialogOpening", () => this.#interrupt()),
    );
  }

  /** The page in front, or a new empty one. Throws a `BrowserError` for one that has crashed. */
  static async inFront(connection: BrowserConnection, end: AbortSignal, host: PageHost): Promise<LocalPage> {
    const watched = (await shownPage(connection)) ?? (await openedPage(connection));
    host.onFound(watched);
    return LocalPage.#open(connection, watched, end, host);
  }

  /** Attaches to a page until `end`: after it no command is sent. Throws a `BrowserError` for one that has crashed. */
  static async #open(
    connection: BrowserConnection,
    watched: WatchedPage,
    end: AbortSignal,
    host: PageHost,
  ): Promise<LocalPage> {
    if (watched.crashed) assertUsable(watched);
    const { targetId } = watched;
    const { sessionId } = await connection.send("Target.attachToTarget", { targetId, flatten: true });
    return new LocalPage(connection, watched, sessionId, end, host);
  }

  script(name: PageScript): Promise<string> {
    return packageText("dist", "page-agent", `${name}.js`);
  }

  recordedRequests(): ReturnType<NetworkRecorder["recorded"]> {
    return this.#host.recorder.recorded(this.targetId);
  }

  dialog(): OpenDialog | undefined {
    const { dialog } = this.#watched;
    return dialog && { type: dialog.type, message: dialog.message };
  }

  async tabs(): Promise<Tab[]> {
    const filter = [{ type: "page" }, { exclude: true }];
    const { targetInfos } = await this.#connection.send("Target.getTargets", { filter });
    const pages = (await this.#connection.pageWatch.pages()).sort((a, b) => a.openOrder - b.openOrder);
    return pages.map(({ targetId, url }) => {
      const info = targetInfos.find((target) => target.targetId === targetId);
      return { targetId, title: info?.title ?? "", url: info?.url ?? url };
    });
  }

  async openTab(url: string): Promise<string> {
    return (await this.#connection.send("Target.createTarget", { url })).targetId;
  }

  async activateTab(targetId: string): Promise<void> {
    await this.#connection.send("Target.activateTarget", { targetId });
    this.#connection.pageWatch.broughtToFront(targetId);
  }

  async closeTab(targetId: string): Promise<void> {
    await this.#connection.send("Target.closeTarget", { targetId });
    // Until then it is still the one in front.
    await this.#connection.pageWatch.closed(targetId, AbortSignal.timeout(FRONT_BOUND_MS));
  }

  async inFront(targetId: string | undefined): Promise<LocalPage> {
    const end = performance.now() + FRONT_BOUND_MS;
    while (targetId !== undefined && performance.now() < end) {
      if ((await shownPage(this.#connection))?.targetId === targetId) break;
      await pause(FRONT_LOOK_MS);
    }
    this.#front?.close();
    this.#front = await LocalPage.inFront(this.#connection, this.signal, this.#host);
    return this.#front;
  }

  async answerDialog(accept: boolean, promptText: string | undefined): Promise<void> {
    const answer = { accept, ...(promptText !== undefined && { promptText }) };
    await this.#watched.session.send("Page.handleJavaScriptDialog", answer);
  }

  async remoteFrames(): Promise<RemoteFrame[]> {
    const filter = [{ type: "iframe" }, { exclude: true }];
    const { targetInfos } = await this.#connection.send("Target.getTargets", { filter });
    const frames = targetInfos.slice(0, MAX_FRAMES).map(async ({ parentFrameId, targetId }) => {
      const attached = await this.#connection
        .send("Target.attachToTarget", { targetId, flatten: true })
        .catch(ignoreGone);
      return attached && { frameId: targetId, parentFrameId, session: this.#take(attached.sessionId) };
    });
    return (await Promise.all(frames)).filter((frame) => frame !== undefined);
  }

  async sharedWorkers(origins: readonly string[]): Promise<SharedPageWorker[]> {
    const { targetInfos } = await this.#connection.send("Target.getTargets", { filter: [{}] });
    const own = targetInfos.find(({ targetId }) => targetId === this.targetId);
    const isNear = ({ browserContextId, url }: (typeof targetInfos)[number]): boolean => {
      const isOfSite = URL.canParse(url) && origins.includes(new URL(url).origin);
      return isOfSite && browserContextId === own?.browserContextId;
    };
    const workers = targetInfos
      .filter((target) => Object.hasOwn(sharedWorkerKinds, target.type) && isNear(target))
      .slice(0, MAX_WORKERS)
      .map(async ({ targetId, type }) => {
        const attached = await this.#connection
          .send("Target.attachToTarget", { targetId, flatten: true })
          .catch(ignoreGone);
        const kind = sharedWorkerKinds[type as keyof typeof sharedWorkerKinds];
        return attached && { kind, session: this.#take(attached.sessionId) };
      });
    return (await Promise.all(workers)).filter((worker) => worker !== undefined);
  }

  close(): void {
    this.#front?.close();
    for (const stop of this.#stops) stop();
    for (const sessionId of this.#attached)
      this.#connection.send("Target.detachFromTarget", { sessionId }).catch(() => {});
  }

  #take(sessionId: string): TargetSession {
    this.#attached.push(sessionId);
    const session: CdpSession = this.#connection.session(sessionId);
    return {
      send: (method, params) => {
        if (this.signal.aborted) return Promise.reject(this.signal.reason);
        const answer = session.send(method, params);
        answer.catch(() => {});
        return Promise.race([answer, this.#interrupted.promise]);
      },
      on: (event, listener) => session.on(event, listener as never),
    };
  }

  #interrupt(): void {
    const { crashed, dialog } = this.#watched;
    const isBlocked = dialog !== undefined && !crashed;
    this.#interrupted.reject(
      isBlocked ? openDialog(dialog) : new BrowserError("page-crashed", "the page has crashed; reload it"),
    );
  }
}

async function openedPage(connection: BrowserConnection): Promise<WatchedPage> {
  const { targetId } = await activePage(connection);
  const page = (await connection.pageWatch.pages()).find((open) => open.targetId === targetId);
  if (!page) throw new BrowserError("page-closed", "the page was closed");
  return page;
}

/** Undefined for a frame that is gone; throws other errors. */
function ignoreGone(error: unknown): undefined {
  if (error instanceof CdpError) return undefined;
  throw error;
}
