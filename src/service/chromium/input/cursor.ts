import type { Protocol } from "devtools-protocol";
import { within } from "../../../core/pause.ts";
import { type CdpConnection, CdpError, type CdpSession, SESSION_GONE } from "../cdp.ts";
import type { ClientAttachments } from "../client-attachments.ts";
import { SERVICE_WORLD } from "../isolated-world.ts";
import type { PageWatch } from "../page-watch.ts";

/** A page that has not taken the change by then is busy, and takes it later. */
const PAGE_BOUND_MS = 2_000;
const LAYER = "browserctl-cursor";
/** In a layer of its own, an important declaration goes before those of the page that are in none. */
const RULE = `@layer ${LAYER} { *, ::before, ::after { cursor: none !important; } }`;
const worldName = SERVICE_WORLD;

const SHOW = `document.adoptedStyleSheets = [...document.adoptedStyleSheets].filter(
  (sheet) => sheet.cssRules[0]?.name !== ${JSON.stringify(LAYER)});`;
const HIDE = `${SHOW}
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(${JSON.stringify(RULE)});
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];`;

interface FrameState {
  /** Script that hides the pointer in later documents. */
  script: Protocol.Page.ScriptIdentifier | undefined;
  /** One change follows the other. */
  changed: Promise<void>;
}

/**
 * Shows or hides the mouse pointer in the pages of one browser (spec 4.8). A browser without a window paints none;
 * hidden means that every element of every page and frame has `cursor: none` as its computed style, in later documents
 * too.
 *
 * assumed: an element keeps a cursor that it sets inside a shadow tree, or as an important one in its `style`
 * attribute.
 */
export class Cursor {
  readonly #connection: CdpConnection;
  readonly #watch: PageWatch;
  readonly #attachments: ClientAttachments;
  /** By session: pages, and frames in processes of their own. */
  readonly #frames = new Map<string, FrameState>();
  #hidden = false;
  #following = false;

  constructor(connection: CdpConnection, watch: PageWatch, attachments: ClientAttachments) {
    this.#connection = connection;
    this.#watch = watch;
    this.#attachments = attachments;
  }

  get hidden(): boolean {
    return this.#hidden;
  }

  /** Resolves when every page that answers within 2 s has taken the change; the others take it when they can. */
  async set(hidden: boolean): Promise<void> {
    if (hidden === this.#hidden) return;
    this.#hidden = hidden;
    const pages = await this.#watch.pages();
    if (!this.#following) {
      this.#following = true;
      this.#watch.onOpen(({ session }) => {
        if (this.#hidden) void this.#adopt(session);
      });
      this.#connection.on("Target.attachedToTarget", ({ sessionId, targetInfo, waitingForDebugger }, parent) => {
        // Only our own sessions are heard here, and only for frames do we attach in a page.
        if (parent === undefined || !this.#frames.has(parent)) return;
        const session = this.#connection.session(sessionId);
        void this.#adopt(session);
        if (waitingForDebugger) void this.#attachments.letRun(session, targetInfo);
      });
      this.#connection.on("Target.detachedFromTarget", ({ sessionId }) => void this.#frames.delete(sessionId));
      this.#connection.on("Inspector.targetReloadedAfterCrash", (_event, sessionId) => {
        if (sessionId === undefined || !this.#frames.has(sessionId)) return;
        // A crashed page answers no pending command.
        this.#frames.set(sessionId, { script: undefined, changed: Promise.resolve() });
        void this.#apply(this.#connection.session(sessionId));
      });
    }
    const known = [...this.#frames.keys()].map((id) => this.#apply(this.#connection.session(id)));
    const added = pages
      .filter(({ session }) => !this.#frames.has(session.id))
      .map(({ session }) => this.#adopt(session));
    await within(Promise.all([...known, ...added]), PAGE_BOUND_MS);
  }

  /** Begins to care for a page or frame, and for the frames in it that have processes of their own. */
  async #adopt(session: CdpSession): Promise<void> {
    this.#frames.set(session.id, { script: undefined, changed: Promise.resolve() });
    await Promise.all([
      this.#apply(session),
      this.#connection
        .request(
          "Target.setAutoAttach",
          {
            autoAttach: true,
            // Without waiting, a popup that a script in the frame opens never starts.
            waitForDebuggerOnStart: true,
            flatten: true,
            filter: [{ type: "iframe" }, { exclude: true }],
          },
          session.id,
        )
        .catch(() => {}),
    ]);
  }

  #apply(session: CdpSession): Promise<void> {
    const frame = this.#frames.get(session.id);
    if (!frame) return Promise.resolve();
    frame.changed = frame.changed.then(() => this.#change(session, frame));
    return frame.changed;
  }

  async #change(session: CdpSession, frame: FrameState, attempts = 5): Promise<void> {
    try {
      const { script: old } = frame;
      const hidden = this.#hidden;
      await session.send("Page.enable");
      const script = { source: `{ ${hidden ? HIDE : SHOW} }`, worldName, runImmediately: true };
      const { identifier } = await session.send("Page.addScriptToEvaluateOnNewDocument", script);
      frame.script = hidden ? identifier : undefined;
      for (const done of [old, hidden ? undefined : identifier]) {
        if (done !== undefined) await session.send("Page.removeScriptToEvaluateOnNewDocument", { identifier: done });
      }
    } catch (error) {
      if (!(error instanceof CdpError)) return;
      // A page or frame that is gone needs nothing any more; one whose document is being replaced is asked again.
      if (error.code === SESSION_GONE || attempts <= 1) this.#frames.delete(session.id);
      else await this.#change(session, frame, attempts - 1);
    }
  }
}
