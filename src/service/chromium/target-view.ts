import type { CdpMessage } from "./cdp.ts";
import type { ClientAttachments } from "./client-attachments.ts";

export interface TargetInfo {
  targetId: string;
  type: string;
  url: string;
  attached: boolean;
  browserContextId?: string | undefined;
}

/**
 * The targets as one CDP client sees them: without the service's hidden ones, and with `attached` for sessions of
 * clients alone. Rewrites events and answers in place.
 */
export class TargetView {
  readonly #attachments: ClientAttachments;
  readonly #forbidden: (info: TargetInfo) => boolean;
  /** Hidden targets that this client has made itself. */
  readonly #ownHidden = new Set<string>();
  #makingHidden = 0;
  /** By session with target discovery: what it was told of each target, with Chromium's own `attached`. */
  readonly #discovered = new Map<string, Map<string, TargetInfo>>();

  /** @param forbidden Says of further targets that the client must not know them. */
  constructor(attachments: ClientAttachments, forbidden: (info: TargetInfo) => boolean) {
    this.#attachments = attachments;
    this.#forbidden = forbidden;
  }

  /**
   * Notes that the client makes a hidden target, from the command to its answer. Returns what to call with the answer.
   */
  makingHidden(): (answer: CdpMessage) => void {
    this.#makingHidden += 1;
    return (answer) => {
      this.#makingHidden -= 1;
      this.#ownHidden.add((answer.result as { targetId?: string } | undefined)?.targetId ?? "");
    };
  }

  /** True for a target that the client must not know: a hidden one of the service, or a forbidden one. */
  hides(info: TargetInfo): boolean {
    const { targetId, type, url } = info;
    if (this.#forbidden(info)) return true;
    if (type === "browser") return !this.#attachments.isBrowser(targetId);
    // Chromium calls a hidden tab "other". Extensions have targets of that type too; they are the client's business.
    if (type !== "other" || url.startsWith("chrome-extension://")) return false;
    return this.#makingHidden === 0 && !this.#ownHidden.has(targetId);
  }

  /** Rewrites a discovery event of a session; false when the client must not get it. */
  discovery(message: CdpMessage, sessionId: string): boolean {
    const { method, params } = message;
    if (method !== "Target.targetCreated" && method !== "Target.targetInfoChanged") {
      const { targetId } = params as { targetId: string };
      const discovered = this.#discovered.get(sessionId);
      if (!discovered?.has(targetId)) return false;
      if (method === "Target.targetDestroyed") discovered.delete(targetId);
      return true;
    }
    const { targetInfo } = params as { targetInfo: TargetInfo };
    if (this.hides(targetInfo)) return false;
    const discovered = this.#discovered.get(sessionId) ?? new Map<string, TargetInfo>();
    this.#discovered.set(sessionId, discovered);
    const before = discovered.get(targetInfo.targetId);
    discovered.set(targetInfo.targetId, { ...targetInfo });
    if (method === "Target.targetInfoChanged") {
      // attachmentEvents reports who is attached.
      if (before && onlyAttachedDiffers(before, targetInfo)) return false;
      // It was not shown so far.
      if (!before) message.method = "Target.targetCreated";
    } else if (before) return false;
    this.rewrite(targetInfo);
    return true;
  }

  /** Forgets the targets of a session: discovery is off there, or the session has ended. */
  forget(sessionId: string): void {
    this.#discovered.delete(sessionId);
  }

  /** The events that tell each session with discovery that a first client has attached to a target, or none is left. */
  attachmentEvents(targetId: string, attached: boolean, fresh?: TargetInfo): CdpMessage[] {
    return [...this.#discovered].flatMap(([sessionId, discovered]) => {
      const targetInfo = fresh ?? discovered.get(targetId);
      if (!targetInfo || !discovered.has(targetId)) return [];
      return [{ method: "Target.targetInfoChanged", params: { targetInfo: { ...targetInfo, attached } }, sessionId }];
    });
  }

  /** Rewrites the answer to a command that tells of targets. */
  answer(method: string, answer: CdpMessage): void {
    const result = answer.result as { targetInfos?: TargetInfo[]; targetInfo?: TargetInfo } | undefined;
    if (method === "Target.getTargets" && result?.targetInfos) {
      result.targetInfos = result.targetInfos.filter((info) => !this.hides(info));
      for (const info of result.targetInfos) this.rewrite(info);
    } else if (method === "Target.getTargetInfo" && result?.targetInfo) {
      this.rewrite(result.targetInfo);
    }
  }

  rewrite(info: TargetInfo): void {
    // The browser itself is a target too, and who asks is attached to it.
    if (info.type !== "browser") info.attached = this.#attachments.has(info.targetId);
  }
}

function onlyAttachedDiffers(before: TargetInfo, after: TargetInfo): boolean {
  return (
    before.attached !== after.attached &&
    JSON.stringify({ ...before, attached: after.attached }) === JSON.stringify(after)
  );
}
