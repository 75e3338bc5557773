import { createHmac } from "node:crypto";
import type { StoredEntry } from "../../../login-reader/raw-frame.ts";
import type { BrowserConnection } from "../../chromium/browser-connection.ts";
import type { ReadFrame } from "./frames.ts";
import { isReplaced } from "./page-session.ts";

/** Cookie of the browser, of any host. */
export interface CookieDigest {
  readonly domain: string;
  readonly path: string;
  readonly name: string;
  /** True for a cookie that ends with the browser. */
  readonly session: boolean;
  /** Keyed hash of the value; equal for equal values of one login page. */
  readonly hash: string;
}

/** Entry of localStorage or sessionStorage. */
export interface StorageDigest {
  readonly origin: string;
  readonly area: "local" | "session";
  readonly key: string;
  /** As in {@link CookieDigest}. */
  readonly hash: string;
}

/** Stored state of the browser, to compare before and after a login. Contains hashes and no values. */
export interface LoginEvidence {
  /** Of all hosts, in a stable order. */
  readonly cookies: readonly CookieDigest[];
  /** Of the origins of the page's frames, in a stable order. */
  readonly storage: readonly StorageDigest[];
}

/** Reads the cookies of all hosts and the storage of a page's frames, with hashes under `secret` instead of values. */
export async function readEvidence(
  connection: BrowserConnection,
  frames: readonly ReadFrame[],
  secret: Buffer,
): Promise<LoginEvidence> {
  const hash = (value: string): string => createHmac("sha256", secret).update(value).digest("base64url").slice(0, 22);
  const origins = new Map(frames.map((frame) => [frame.raw.origin, frame]));
  const [{ cookies }, ...storage] = await Promise.all([
    connection.send("Storage.getCookies", {}),
    ...[...origins.values()].map((frame) => storageOf(frame, hash)),
  ]);
  return {
    cookies: cookies
      .map(({ domain, path, name, session, value }) => ({ domain, path, name, session, hash: hash(value) }))
      .sort((a, b) => compare(`${a.domain} ${a.path} ${a.name}`, `${b.domain} ${b.path} ${b.name}`)),
    storage: storage.flat().sort((a, b) => compare(`${a.origin} ${a.area} ${a.key}`, `${b.origin} ${b.area} ${b.key}`)),
  };
}

async function storageOf(
  { session, contextId, raw: { origin } }: ReadFrame,
  hash: (value: string) => string,
): Promise<StorageDigest[]> {
  try {
    const expression = "browserctlLogin.storedEntries()";
    const { result } = await session.send("Runtime.evaluate", { expression, contextId, returnByValue: true });
    const entries = (result.value ?? []) as StoredEntry[];
    return entries.map(([area, key, value]) => ({ origin, area, key, hash: hash(value) }));
  } catch (error) {
    // The document was replaced meanwhile.
    if (isReplaced(error)) return [];
    throw error;
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
