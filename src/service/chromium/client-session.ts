import type { TargetInfo } from "./target-view.ts";

/** Parameters of `Target.attachedToTarget`. */
export interface Attached {
  sessionId: string;
  targetInfo: TargetInfo;
  waitingForDebugger: boolean;
}

/** CDP session of a client below its browser session. */
export interface ClientSession {
  id: string;
  targetId: string;
  /** Browser context of the target. */
  context: string | undefined;
  isTab: boolean;
  /** Session that created this one. */
  parent: string;
  /** True when it is counted as an attachment of its target. */
  counted: boolean;
  /** True when the client has enabled the Page domain there and gets dialog events. */
  hearsDialogs: boolean;
}
