import { openDialog } from "./refuse-dialog.ts";
import type { AgentPage, OpenDialog, PageScript, RemoteFrame, Tab, TargetSession } from "./target.ts";
import { wait } from "./waiting.ts";

/* Part of Playwright's interface: the program gets a page of the service that runs it. */
interface CdpSession {
  send(method: string, params?: object): Promise<unknown>;
  on(event: string, listener: (params: never) => void): void;
  off(event: string, listener: (params: never) => void): void;
}
interface Context {
  pages(): PlaywrightPage[];
  newCDPSession(target: PlaywrightPage | PlaywrightFrame): Promise<CdpSession>;
  browser(): { newBrowserCDPSession(): Promise<CdpSession> } | null;
}
interface PlaywrightFrame {
  url(): string;
}
interface PlaywrightDialog {
  type(): string;
  message(): string;
}
export interface PlaywrightPage {
  context(): Context;
  frames(): PlaywrightFrame[];
  mainFrame(): PlaywrightFrame;
  on(event: "dialog", listener: (dialog: PlaywrightDialog) => void): void;
}

/** Scripts of pages by name: those that the work of the call needs. */
export type PageScripts = { readonly [Name in PageScript]?: string };

/** Maximum time for Playwright to know a new tab, and the time between two looks, in milliseconds. */
const TAB_BOUND_MS = 2_000;
const TAB_LOOK_MS = 50;

interface TargetInfo {
  readonly targetId: string;
  readonly type: string;
  readonly title: string;
  readonly url: string;
  readonly parentFrameId?: string;
}

/** Page of a hosted session, over Playwright's sessions of the debugging protocol. */
export class HostedPage implements AgentPage {
  readonly session: TargetSession;
  readonly targetId: string;
  readonly worldName = "browserctl.agent";
  readonly #page: PlaywrightPage;
  readonly #scripts: PageScripts;
  readonly #interrupted = Promise.withResolvers<never>();
  #dialog: OpenDialog | undefined;

  private constructor(page: PlaywrightPage, session: CdpSession, targetId: string, scripts: PageScripts) {
    this.#page = page;
    this.#scripts = scripts;
    this.targetId = targetId;
    this.session = this.#wrap(session);
    this.#interrupted.promise.catch(() => {});
    // With a listener Playwright leaves the dialog open.
    page.on("dialog", (dialog) => {
      this.#dialog = { type: dialog.type(), message: dialog.message() };
      this.#interrupted.reject(openDialog(this.#dialog));
    });
  }

  static async open(page: PlaywrightPage, scripts: PageScripts): Promise<HostedPage> {
    const session = await page.context().newCDPSession(page);
    const { targetInfo } = (await session.send("Target.getTargetInfo")) as { targetInfo: TargetInfo };
    return new HostedPage(page, session, targetInfo.targetId, scripts);
  }

  async inFront(targetId: string | undefined): Promise<HostedPage | undefined> {
    const end = performance.now() + TAB_BOUND_MS;
    do {
      for (const open of this.#page.context().pages()) {
        const hosted = await HostedPage.open(open, this.#scripts).catch(() => undefined);
        if (hosted && (targetId === undefined || hosted.targetId === targetId)) return hosted;
      }
      await wait(TAB_LOOK_MS);
    } while (performance.now() < end);
    return undefined;
  }

  dialog(): OpenDialog | undefined {
    return this.#dialog;
  }

  async script(name: PageScript): Promise<string> {
    const text = this.#scripts[name];
    if (text === undefined) throw new Error(`the script ${name} was not sent`);
    return text;
  }

  async tabs(): Promise<Tab[]> {
    const tabs = this.#page
      .context()
      .pages()
      .map(async (page): Promise<Tab | undefined> => {
        const session = await page
          .context()
          .newCDPSession(page)
          .catch(() => undefined);
        const answer = await session?.send("Target.getTargetInfo").catch(() => undefined);
        const info = (answer as { targetInfo: TargetInfo } | undefined)?.targetInfo;
        return info && { targetId: info.targetId, title: info.title, url: info.url };
      });
    return (await Promise.all(tabs)).filter((tab) => tab !== undefined);
  }

  async openTab(url: string): Promise<string> {
    return ((await this.#ofBrowser("Target.createTarget", { url })) as { targetId: string }).targetId;
  }

  async activateTab(targetId: string): Promise<void> {
    await this.#ofBrowser("Target.activateTarget", { targetId });
  }

  async closeTab(targetId: string): Promise<void> {
    await this.#ofBrowser("Target.closeTarget", { targetId });
  }

  /** assumed: Playwright closes a dialog that was open before it connected, so that one of an earlier call is none. */
  async answerDialog(accept: boolean, promptText: string | undefined): Promise<void> {
    await this.session.send("Page.handleJavaScriptDialog", {
      accept,
      ...(promptText !== undefined && { promptText }),
    });
  }

  async remoteFrames(): Promise<RemoteFrame[]> {
    const remote = (await this.#targets()).filter(({ type }) => type === "iframe");
    if (remote.length === 0) return [];
    const inner = this.#page.frames().filter((frame) => frame !== this.#page.mainFrame());
    const frames = inner.map(async (frame): Promise<RemoteFrame | undefined> => {
      // Only a frame with a process of its own has a session.
      const session = await this.#page
        .context()
        .newCDPSession(frame)
        .catch(() => undefined);
      if (!session) return undefined;
      const own = this.#wrap(session);
      const { frameTree } = await own.send("Page.getFrameTree");
      const info = remote.find(({ targetId }) => targetId === frameTree.frame.id);
      return { frameId: frameTree.frame.id, parentFrameId: info?.parentFrameId, session: own };
    });
    return (await Promise.all(frames)).filter((frame) => frame !== undefined);
  }

  async #targets(): Promise<TargetInfo[]> {
    const { targetInfos } = (await this.#ofBrowser("Target.getTargets", {})) as { targetInfos: TargetInfo[] };
    return targetInfos;
  }

  async #ofBrowser(method: string, params: object): Promise<unknown> {
    const session = await this.#page.context().browser()?.newBrowserCDPSession();
    if (!session) throw new Error("the browser of the session cannot be reached");
    return session.send(method, params);
  }

  #wrap(session: CdpSession): TargetSession {
    return {
      send: (method, params) => {
        const answer = session.send(method, params ?? {});
        answer.catch(() => {});
        return Promise.race([answer, this.#interrupted.promise]) as never;
      },
      on: (event, listener) => {
        session.on(event, listener as (params: never) => void);
        return () => session.off(event, listener as (params: never) => void);
      },
    };
  }
}
