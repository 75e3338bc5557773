import type { ProtocolMapping } from "devtools-protocol/types/protocol-mapping.js";

type Commands = ProtocolMapping.Commands;
type Events = ProtocolMapping.Events;

/** Session of the debugging protocol in one target: a page, or a frame with a process of its own. */
export interface TargetSession {
  send<M extends keyof Commands>(
    method: M,
    params?: Commands[M]["paramsType"][0] | undefined,
  ): Promise<Commands[M]["returnType"]>;
  /** Listens to an event of the target. Returns a function that stops it. */
  on<E extends keyof Events>(event: E, listener: (params: EventParams<E>) => void): () => void;
}

/** Parameters of an event of the protocol. */
export type EventParams<E extends keyof Events> = Events[E] extends [infer P, ...unknown[]] ? P : undefined;

/** Frame with a process of its own, at any depth below the page. */
export interface RemoteFrame {
  readonly frameId: string;
  readonly parentFrameId: string | undefined;
  readonly session: TargetSession;
}

/** Kinds of workers that pages share, by the browser's own names of their targets. */
export const sharedWorkerKinds = {
  shared_worker: "shared worker",
  service_worker: "service worker",
} as const;

/** Script that runs beside the pages of a site. */
export interface SharedPageWorker {
  readonly kind: (typeof sharedWorkerKinds)[keyof typeof sharedWorkerKinds];
  readonly session: TargetSession;
}

/** Open JavaScript dialog, which blocks the page. */
export interface OpenDialog {
  readonly type: string;
  readonly message: string;
}

/** Scripts of pages: operations on elements, the reader of texts, the painter of pictures, and the watch for their rest. */
export type PageScript = "element" | "painter" | "reader" | "rest";

/** Request of a page, without headers and bodies. */
export interface NetworkRequest {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly method?: string;
  readonly url: string;
  /** Kind of the resource in lower case, as the browser or the page calls it. */
  readonly type: string;
  readonly status?: number;
  readonly duration_ms?: number;
  readonly bytes?: number;
  readonly error?: string;
  readonly from_cache?: boolean;
  readonly isPending: boolean;
}

/** Open tab of the browser. */
export interface Tab {
  readonly targetId: string;
  readonly title: string;
  readonly url: string;
}

/**
 * Page that an agent works with. The local service implements it on the pipe of the browser, the program for hosted
 * services on Playwright's sessions.
 */
export interface AgentPage {
  readonly targetId: string;
  readonly session: TargetSession;
  /** Name of the isolated worlds in which scripts run. */
  readonly worldName: string;
  /** Ends the work with the page. Absent in the program for hosted services, which is ended as a whole. */
  readonly signal?: AbortSignal;
  remoteFrames(): Promise<readonly RemoteFrame[]>;
  /** Workers that pages of these origins share, where they can be reached. */
  sharedWorkers?(origins: readonly string[]): Promise<readonly SharedPageWorker[]>;
  dialog(): OpenDialog | undefined;
  tabs(): Promise<readonly Tab[]>;
  /** Opens a tab in front. Gives its target. */
  openTab(url: string): Promise<string>;
  activateTab(targetId: string): Promise<void>;
  closeTab(targetId: string): Promise<void>;
  /** Page of a tab once it is in front, or of any tab without `targetId`; undefined when none is open. */
  inFront(targetId: string | undefined): Promise<AgentPage | undefined>;
  /** Answers the open dialog; `text` is for a prompt. */
  answerDialog(accept: boolean, text: string | undefined): Promise<void>;
  /** Requests since a recording began, in milliseconds since 1970; undefined where nothing is recorded. */
  recordedRequests?(): { readonly since: number; readonly requests: readonly NetworkRequest[] } | undefined;
  /** Script for an isolated world, from `src/page-agent/page`. */
  script(name: PageScript): Promise<string>;
}
