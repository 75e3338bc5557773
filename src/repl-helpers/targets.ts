import type { RemoteFrame } from "../page-agent/target.ts";
import { Attached } from "./attached.ts";
import { Connection } from "./connection.ts";

/** Target of the browser, as Chromium describes it. */
export interface TargetInfo {
  readonly targetId: string;
  readonly type: string;
  readonly title: string;
  readonly url: string;
  readonly parentFrameId?: string;
}

/** Frame with the session of its process. */
export interface TargetFrame {
  readonly frameId: string;
  readonly url: string;
  readonly session: Attached;
}

/** Targets of a browser and the sessions in them; one target is the attached one, for which the helpers work. */
export class Targets {
  readonly connection: Connection;
  readonly #sessions = new Map<string, Attached>();
  #attached: Attached | undefined;
  /** Target of the page that was in front when the call began. */
  #front: string | null = null;

  constructor(cdpUrl: string) {
    const connection = new Connection(cdpUrl, () => {
      for (const id of this.#sessions.keys()) this.#forget(id);
    });
    this.connection = connection;
    connection.onEvent(({ method, params }) => {
      if (method === "Target.detachedFromTarget") this.#forget(String(params["sessionId"]));
    });
  }

  /** Begins a call. */
  begin(front: string | null): void {
    this.#front = front;
  }

  /** The attached session as it is; undefined before the first helper. */
  get now(): Attached | undefined {
    return this.#attached;
  }

  /** The attached session: of the page in front when none was chosen, or when the chosen one is closed. */
  async attached(): Promise<Attached> {
    if (this.#attached && this.#sessions.has(this.#attached.id)) return this.#attached;
    const pages = await this.list("page");
    const usual = pages.find(({ targetId }) => targetId === this.#front) ?? pages.find(isReal) ?? pages[0];
    return this.attach(usual?.targetId ?? (await this.create("about:blank")));
  }

  /** Attaches to a target, for which the helpers then work. */
  async attach(targetId: string): Promise<Attached> {
    this.#attached = await this.session(targetId);
    return this.#attached;
  }

  /** Session in a target; a known one where there is one. */
  async session(targetId: string): Promise<Attached> {
    const known = [...this.#sessions.values()].find((each) => each.targetId === targetId);
    if (known) return known;
    const params = { targetId, flatten: true };
    const { sessionId } = (await this.connection.send("Target.attachToTarget", params)) as { sessionId: string };
    const session = new Attached(this.connection, sessionId, targetId);
    this.#sessions.set(sessionId, session);
    await Promise.all([session.send("Page.enable"), session.send("Network.enable")]);
    return session;
  }

  async list(type: "iframe" | "page"): Promise<TargetInfo[]> {
    const params = { filter: [{ type }, { exclude: true }] };
    return ((await this.connection.send("Target.getTargets", params)) as { targetInfos: TargetInfo[] }).targetInfos;
  }

  /** Facts of a target; undefined when it is closed. */
  async info(targetId: string): Promise<TargetInfo | undefined> {
    const asked = this.connection.send("Target.getTargetInfo", { targetId }).catch(() => undefined);
    return ((await asked) as { targetInfo: TargetInfo } | undefined)?.targetInfo;
  }

  async create(url: string): Promise<string> {
    return ((await this.connection.send("Target.createTarget", { url })) as { targetId: string }).targetId;
  }

  /** Frames with a process of their own, of all pages. */
  async remoteFrames(): Promise<RemoteFrame[]> {
    const frames = (await this.list("iframe")).map(async ({ parentFrameId, targetId }) => {
      const session = await this.session(targetId).catch(() => undefined);
      return session && { frameId: targetId, parentFrameId, session };
    });
    return (await Promise.all(frames)).filter((frame) => frame !== undefined);
  }

  /** Page that a target is in: itself, or the page around a frame. Throws when that page is closed. */
  async pageOf(attached: Attached): Promise<Attached> {
    const frames = await this.list("iframe");
    if (!frames.some(({ targetId }) => targetId === attached.targetId)) return attached;
    for (const { targetId } of await this.list("page")) {
      const page = await this.session(targetId);
      const below = await this.framesBelow(page);
      if (below.some(({ frameId }) => frameId === attached.targetId)) return page;
    }
    throw new Error("the page around the attached frame is closed");
  }

  /** Frames of a page, its own first, with those that have a process of their own. */
  async framesBelow(page: Attached): Promise<TargetFrame[]> {
    const frames = await framesIn(page);
    const remote = await this.list("iframe");
    for (let known = 0; known < frames.length; known += 1) {
      const inside = remote.filter(({ parentFrameId }) => parentFrameId === frames[known]?.frameId);
      for (const { targetId } of inside) {
        const session = await this.session(targetId).catch(() => undefined);
        if (session) frames.push(...(await framesIn(session)));
      }
    }
    return frames;
  }

  #forget(sessionId: string): void {
    this.#sessions.get(sessionId)?.stop();
    this.#sessions.delete(sessionId);
  }
}

/** True for a page that is none of the browser's own. */
export function isReal({ url }: Pick<TargetInfo, "url">): boolean {
  return !/^(?:chrome|chrome-extension|chrome-untrusted|devtools):/.test(url);
}

async function framesIn(session: Attached): Promise<TargetFrame[]> {
  const { frameTree } = await session.send("Page.getFrameTree");
  const frames: TargetFrame[] = [];
  const visit = ({ childFrames = [], frame }: typeof frameTree): void => {
    frames.push({ frameId: frame.id, url: frame.url, session });
    for (const child of childFrames) visit(child);
  };
  visit(frameTree);
  return frames;
}
