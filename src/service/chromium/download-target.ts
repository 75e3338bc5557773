import type { CdpMessage } from "./cdp.ts";

/** Directories of one CDP client to which its downloads go. */
export interface DownloadTarget {
  /** Rewrites the params of a command, so that downloads for a directory of the client land where the browser can write. */
  params(method: string, params: unknown): unknown;
  /** Replaces an event about a download, once its file has arrived; undefined for all other events. */
  arrived(event: CdpMessage): Promise<CdpMessage> | undefined;
  /** Called once, when the client has disconnected. */
  close(): void;
}
