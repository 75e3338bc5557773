import { MET, type RecordedEvent } from "../../../login-reader/described-control.ts";
import { SERVICE_WORLD } from "../../chromium/isolated-world.ts";
import type { WatchedPage } from "../../chromium/page-watch.ts";
import { findMetRoot } from "../page/closed-roots.ts";
import type { ReadFrame } from "../page/frames.ts";
import type { PageSession } from "../page/page-session.ts";
import { RECORDER_BINDING, recorderScript } from "../page/reader-script.ts";

/** Recorded event with the address of its page. */
export type PageEvent = RecordedEvent & { readonly pageUrl: string };

/** Receives what a person, or the service, does on the pages of a login, before the page goes on. */
export type PageEventListener = (event: PageEvent) => void;

/**
 * Recording of the pages of a login, of their frames and of their popups. What is typed stays in memory: it goes from
 * the page to the listener and nowhere else.
 */
export class Recording {
  readonly #sessions = new Map<PageSession, WatchedPage>();
  /** Worlds that a reading has found in each session. */
  readonly #bound = new WeakMap<PageSession, Set<number>>();
  #listener: PageEventListener | undefined;

  /** True while what is done is reported. */
  get isOn(): boolean {
    return this.#listener !== undefined;
  }

  /**
   * Follows a session from now on, once the recording has started. Returns a function that stops it.
   *
   * @param onRemoteFrame called when a frame has got a process, and so a session, of its own
   */
  follow(session: PageSession, page: WatchedPage, onRemoteFrame: () => void): () => void {
    const bindAgain = (): void => {
      if (this.#listener) bind(session).catch(() => {});
    };
    const stops = [
      session.on("Runtime.bindingCalled", ({ name, payload, executionContextId }) => {
        if (name !== RECORDER_BINDING) return;
        // A document that ends in the meantime has no roots.
        if (payload === MET) findMetRoot(session, executionContextId).catch(() => {});
        else this.#take(payload, page);
      }),
      session.on("Page.frameNavigated", bindAgain),
      session.on("Page.domContentEventFired", bindAgain),
      session.on("Page.frameDetached", ({ reason }) => {
        if (this.#listener && reason === "swap") onRemoteFrame();
      }),
    ];
    this.#sessions.set(session, page);
    if (this.#listener) install(session).catch(() => {});
    return () => {
      for (const stop of stops) stop();
      this.#sessions.delete(session);
    };
  }

  /** Connects documents that a reading has found and that no event has announced, such as those written by scripts. */
  found(frames: readonly ReadFrame[]): void {
    if (!this.#listener) return;
    const fresh = frames.filter(({ session, contextId }) => this.#bound.get(session)?.has(contextId) !== true);
    for (const { session, contextId } of fresh) {
      const contexts = this.#bound.get(session) ?? new Set();
      this.#bound.set(session, contexts.add(contextId));
    }
    for (const session of new Set(fresh.map(({ session }) => session))) bind(session).catch(() => {});
  }

  /** Starts the recording. Resolves when the open documents are recorded. */
  async start(listener: PageEventListener): Promise<void> {
    this.#listener = listener;
    await Promise.all([...this.#sessions.keys()].map(install));
  }

  /**
   * Connects a document that is about to be loaded. Chromium keeps commands for a page while it loads another document
   * and runs them in the new one at once: an event that tells of the document comes later, and a person may be faster.
   */
  documentFollows(): void {
    if (this.#listener) for (const session of this.#sessions.keys()) bind(session).catch(() => {});
  }

  stop(): void {
    this.#listener = undefined;
  }

  #take(payload: string, page: WatchedPage): void {
    const event = JSON.parse(payload) as RecordedEvent;
    this.#listener?.({ ...event, pageUrl: event.isMainFrame ? event.url : page.url });
  }
}

/** Adds the recorder to the open and the later documents of a session. A page that ends in the meantime needs none. */
async function install(session: PageSession): Promise<void> {
  const source = await recorderScript();
  const world = { source, worldName: SERVICE_WORLD, runImmediately: true };
  // Commands of a session keep their order, and a dialog that blocks them ends.
  const sent = [
    session.sendOpenly("Page.enable"),
    session.sendOpenly("Page.addScriptToEvaluateOnNewDocument", world),
    bind(session),
  ];
  await Promise.allSettled(sent);
}

/**
 * Gives the recorders of a session the function that they report to. Chromium gives it to later documents only where the
 * domain `Runtime` is enabled, which a page can detect: each document needs it anew. It is never taken away in between,
 * because a report in that time would be lost.
 */
async function bind(session: PageSession): Promise<void> {
  await session.sendOpenly("Runtime.addBinding", { name: RECORDER_BINDING, executionContextName: SERVICE_WORLD });
}
