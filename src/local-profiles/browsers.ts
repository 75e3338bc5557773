import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "../core/is-object.ts";

/** Browsers of this machine whose profiles can be read. */
export const browserNames = ["chrome", "chromium", "edge", "brave"] as const;
export type BrowserName = (typeof browserNames)[number];

/** Facts of a browser: where it keeps its profiles, and the entry of its key in the keychain. */
interface BrowserFacts {
  readonly title: string;
  /** Below the configuration directory of Linux. */
  readonly linux: readonly string[];
  /** Below `~/Library/Application Support`. */
  readonly mac: string;
  /** Attribute `application` of the key in the Secret Service. */
  readonly application: string;
  /** Service of the key in the keychain of macOS. */
  readonly service: string;
}

export const browserFacts: Readonly<Record<BrowserName, BrowserFacts>> = {
  chrome: {
    title: "Google Chrome",
    linux: ["google-chrome"],
    mac: "Google/Chrome",
    application: "chrome",
    service: "Chrome Safe Storage",
  },
  chromium: {
    title: "Chromium",
    linux: ["chromium"],
    mac: "Chromium",
    application: "chromium",
    service: "Chromium Safe Storage",
  },
  edge: {
    title: "Microsoft Edge",
    linux: ["microsoft-edge"],
    mac: "Microsoft Edge",
    application: "msedge",
    service: "Microsoft Edge Safe Storage",
  },
  brave: {
    title: "Brave",
    linux: ["BraveSoftware", "Brave-Browser"],
    mac: "BraveSoftware/Brave-Browser",
    application: "brave",
    service: "Brave Safe Storage",
  },
};

/** Machine whose browsers are looked at. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/** Directory in which a browser keeps its profiles; undefined where that is unknown. */
export function userDataDirectory(browser: BrowserName, { env, platform }: Machine): string | undefined {
  const { linux, mac } = browserFacts[browser];
  const home = env["HOME"];
  if (platform === "darwin") return home && join(home, "Library", "Application Support", mac);
  if (platform !== "linux") return undefined;
  const config = env["CHROME_CONFIG_HOME"] || env["XDG_CONFIG_HOME"] || (home && join(home, ".config"));
  return config && join(config, ...linux);
}

/** Profile of a browser. */
export interface BrowserProfile {
  /** Name of its directory, such as `Default`. */
  readonly directory: string;
  /** Name that its person gave it. */
  readonly name: string | undefined;
}

/** Profiles with cookies in a directory of a browser, by the names of their directories. */
export function profilesIn(userData: string): BrowserProfile[] {
  if (!existsSync(userData)) return [];
  const names = shownNames(userData);
  return readdirSync(userData, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && cookieFile(join(userData, entry.name)) !== undefined)
    .map(({ name: directory }) => ({ directory, name: names.get(directory) }))
    .sort((a, b) => a.directory.localeCompare(b.directory, "en", { numeric: true }));
}

/** Database of the cookies of a profile; newer versions keep it in a directory for the network. */
export function cookieFile(profile: string): string | undefined {
  return [join(profile, "Network", "Cookies"), join(profile, "Cookies")].find((path) => existsSync(path));
}

/** Names that people gave their profiles, by directory. */
function shownNames(userData: string): Map<string, string> {
  let state: unknown;
  try {
    state = JSON.parse(readFileSync(join(userData, "Local State"), "utf8"));
  } catch {
    return new Map();
  }
  const profile = isObject(state) ? state["profile"] : undefined;
  const cache = isObject(profile) ? profile["info_cache"] : undefined;
  if (!isObject(cache)) return new Map();
  return new Map(
    Object.entries(cache).flatMap(([directory, facts]) => {
      const name = isObject(facts) ? facts["name"] : undefined;
      return typeof name === "string" ? [[directory, name] as const] : [];
    }),
  );
}
