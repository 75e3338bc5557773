import type { Protocol } from "devtools-protocol";
import { within } from "../../../core/pause.ts";
import { background } from "../../error-owner.ts";
import { type CdpConnection, CdpError, type CdpSession, SESSION_GONE } from "../cdp.ts";
import type { ClientAttachments } from "../client-attachments.ts";
import { SERVICE_WORLD } from "../isolated-world.ts";
import type { PageWatch } from "../page-watch.ts";

/** Time limit of the wait for the pages. A busy page applies the change later. */
const PAGE_BOUND_MS = 2_000;
const LAYER = "browserctl-cursor";
/** In a cascade layer, an important declaration wins over the page's own declarations outside of layers. */
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
  /** End of the last change; changes run one after the other. */
  changed: Promise<void>;
}

/**
 * Shows or hides the mouse pointer in the pages of one browser (spec 4.8). A browser without a window paints no
 * pointer: while it is hidden, the computed style of every element in every page and frame has `cursor: none`, also in
 * documents that are loaded later.
 *
 * assumed: an element keeps its cursor when it is inside a shadow tree or has an important cursor in its `style`
 * attribute, because no style sheet of the document reaches it.
 */
export class Cursor {
  readonly #connection: CdpConnection;
  readonly #watch: PageWatch;
  readonly #attachments: ClientAttachments;
  /** State of each page and each out-of-process frame, by CDP session id. */
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

  /** Resolves when the pages have applied the change, after 2 s at the latest; slower pages apply it later. */
  async set(hidden: boolean): Promise<void> {
    if (hidden === this.#hidden) return;
    this.#hidden = hidden;
    const pages = await this.#watch.pages();
    if (!this.#following) {
      this.#following = true;
      this.#watch.onOpen(({ session }) => {
        if (this.#hidden) background(this.#adopt(session));
      });
      this.#connection.on("Target.attachedToTarget", ({ sessionId, targetInfo, waitingForDebugger }, parent) => {
        // Sessions below a page are frames: the filter of setAutoAttach excludes everything else.
        if (parent === undefined || !this.#frames.has(parent)) return;
        const session = this.#connection.session(sessionId);
        background(this.#adopt(session));
        if (waitingForDebugger) background(this.#attachments.letRun(session, targetInfo));
      });
      this.#connection.on("Target.detachedFromTarget", ({ sessionId }) => {
        this.#frames.delete(sessionId);
      });
      this.#connection.on("Inspector.targetReloadedAfterCrash", (_event, sessionId) => {
        if (sessionId === undefined || !this.#frames.has(sessionId)) return;
        // Commands sent before the crash get no response; the chain of changes starts again.
        this.#frames.set(sessionId, { script: undefined, changed: Promise.resolve() });
        background(this.#apply(this.#connection.session(sessionId)));
      });
    }
    const known = [...this.#frames.keys()].map((id) => this.#apply(this.#connection.session(id)));
    const added = pages
      .filter(({ session }) => !this.#frames.has(session.id))
      .map(({ session }) => this.#adopt(session));
    await within(Promise.all([...known, ...added]), PAGE_BOUND_MS);
  }

  /** Applies the state to a page or frame, and attaches to its out-of-process frames. */
  async #adopt(session: CdpSession): Promise<void> {
    this.#frames.set(session.id, { script: undefined, changed: Promise.resolve() });
    await Promise.all([
      this.#apply(session),
      this.#connection
        .request(
          "Target.setAutoAttach",
          {
            autoAttach: true,
            // Without this pause, a popup opened by a script in the frame never starts.
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
      // The page or frame is gone, or its document is being replaced and the change is tried again.
      if (error.code === SESSION_GONE || attempts <= 1) this.#frames.delete(session.id);
      else await this.#change(session, frame, attempts - 1);
    }
  }
}
