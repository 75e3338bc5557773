/** Entry of a profile archive for data that Chromium itself does not keep. */
export const PROFILE_FILE = "browserctl/profile.json";

/**
 * Cookie in the form of the DevTools protocol. `url` replaces `domain` when only the host itself may have the cookie.
 */
export interface ProfileCookie {
  readonly name: string;
  readonly value: string;
  readonly url?: string;
  readonly domain?: string;
  readonly path?: string;
  readonly secure?: boolean;
  readonly httpOnly?: boolean;
  readonly sameSite?: "Strict" | "Lax" | "None";
  /** Seconds since 1970; without it the cookie ends with the session. */
  readonly expires?: number;
  readonly priority?: string;
  readonly sourceScheme?: string;
  readonly sourcePort?: number;
  readonly partitionKey?: unknown;
}

/** The content of {@link PROFILE_FILE}. */
export interface ProfileFacts {
  readonly format: 1;
  /** Product and version of the browser that wrote the profile. */
  readonly browser: string;
  /** RFC 3339. */
  readonly saved_at: string;
  /**
   * Cookies without an expiry, which Chromium drops when it closes. assumed: they belong to the profile and are
   * restored, because a login often depends on them.
   */
  readonly session_cookies: readonly ProfileCookie[];
}

/** Directories and files of a profile that Chromium creates again, or that only a running browser needs. */
const leftOut = new Set([
  "SingletonLock",
  "SingletonSocket",
  "SingletonCookie",
  "DevToolsActivePort",
  "lockfile",
  "LOCK",
  "Cache",
  "Code Cache",
  "GPUCache",
  "DawnGraphiteCache",
  "DawnWebGPUCache",
  "DawnCache",
  "GrShaderCache",
  "GraphiteDawnCache",
  "ShaderCache",
  "GPUPersistentCache",
  "Crashpad",
  "Crash Reports",
  "component_crx_cache",
  "extensions_crx_cache",
  "Safe Browsing",
  "segmentation_platform",
  "BrowserMetrics-spare.pma",
]);

/** True for a path of a profile directory that is not saved. */
export function isLeftOut(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return (
    leftOut.has(name) ||
    path === "tmp" ||
    path === "browserctl" ||
    /^(BrowserMetrics|optimization_guide_)/.test(name) ||
    name.endsWith(".tmp")
  );
}
