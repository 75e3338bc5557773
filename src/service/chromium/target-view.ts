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
 * View of the targets for one CDP client: without the service's hidden ones, and with `attached` only for sessions of
 * clients. Rewrites events and answers in place.
 */
export class TargetView {
  readonly #attachments: ClientAttachments;
  readonly #forbidden: (info: TargetInfo) => boolean;
  /** Hidden targets created by this client. */
  readonly #ownHidden = new Set<string>();
  #makingHidden = 0;
  /** Last reported info of each target, with Chromium's `attached`, by session with target discovery. */
  readonly #discovered = new Map<string, Map<string, TargetInfo>>();
  /**
   * Sessions with target discovery; other sessions get changes only of the targets that they have attached to
   * automatically.
   */
  readonly #discovering = new Set<string>();

  /** @param forbidden True for further targets that are hidden from the client. */
  constructor(attachments: ClientAttachments, forbidden: (info: TargetInfo) => boolean) {
    this.#attachments = attachments;
    this.#forbidden = forbidden;
  }

  /**
   * Records that the client is creating a hidden target. Returns a function to call with the answer to that command.
   */
  makingHidden(): (answer: CdpMessage) => void {
    this.#makingHidden += 1;
    return (answer) => {
      this.#makingHidden -= 1;
      this.#ownHidden.add((answer.result as { targetId?: string } | undefined)?.targetId ?? "");
    };
  }

  /** True for a target that is hidden from the client: a hidden one of the service, or a forbidden one. */
  hides(info: TargetInfo): boolean {
    const { targetId, type, url } = info;
    if (this.#forbidden(info)) return true;
    if (type === "browser") return !this.#attachments.isBrowser(targetId);
    // Chromium reports a hidden tab as "other". Extensions have targets of that type too, which are not hidden.
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
      // attachmentEvents reports changes of `attached`.
      if (before && onlyAttachedDiffers(before, targetInfo)) return false;
      // The target was hidden until now.
      if (!before && this.#discovering.has(sessionId)) message.method = "Target.targetCreated";
    } else if (before) return false;
    this.rewrite(targetInfo);
    return true;
  }

  /** Records that discovery is on in a session. */
  discover(sessionId: string): void {
    this.#discovering.add(sessionId);
  }

  /** Removes the targets of a session: discovery is off there, or the session has ended. */
  forget(sessionId: string): void {
    this.#discovering.delete(sessionId);
    this.#discovered.delete(sessionId);
  }

  /** Events for each session with discovery when the first client attaches to a target or the last detaches. */
  attachmentEvents(targetId: string, attached: boolean, fresh?: TargetInfo): CdpMessage[] {
    return [...this.#discovered].flatMap(([sessionId, discovered]) => {
      const targetInfo = fresh ?? discovered.get(targetId);
      if (!targetInfo || !discovered.has(targetId)) return [];
      return [{ method: "Target.targetInfoChanged", params: { targetInfo: { ...targetInfo, attached } }, sessionId }];
    });
  }

  /** Rewrites the answer to a command about targets. */
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
    // The browser itself is a target too, and the client is attached to it.
    if (info.type !== "browser") info.attached = this.#attachments.has(info.targetId);
  }
}

function onlyAttachedDiffers(before: TargetInfo, after: TargetInfo): boolean {
  return (
    before.attached !== after.attached &&
    JSON.stringify({ ...before, attached: after.attached }) === JSON.stringify(after)
  );
}
