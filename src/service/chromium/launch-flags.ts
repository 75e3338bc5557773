/** The size of a page's viewport in CSS pixels at scale 1 (contract 2.2). */
export interface ViewportSize {
  width: number;
  height: number;
}

/** Windows of a browser: invisible ones, or windows on a display whose window manager gives them their size. */
export type WindowFacts =
  | {
      onDisplay: false;
      viewport: ViewportSize;
      /** Height of a window without its page, in pixels. */
      windowChrome: number;
    }
  | {
      onDisplay: true;
      /** No tabs and no address bar: the page fills the display. */
      kiosk: boolean;
    };

/** Inputs of a Chromium command line. */
export interface FlagFacts {
  userDataDir: string;
  window: WindowFacts;
  /** Hides automation from pages. */
  stealth: boolean;
  /** User agent to show instead of Chromium's own. */
  userAgent?: string;
  sandboxed: boolean;
  /** True when /dev/shm is too small for Chromium. */
  smallSharedMemory: boolean;
  /** Restores the tabs of the last run instead of opening an empty page. */
  restoreTabs?: boolean;
  extraArgs: readonly string[];
}

/**
 * Height in pixels that the browser's own tabs and toolbar take from a window in `--headless=new`, which includes them
 * in `--window-size`. Measured with Chromium 156 on Linux; the first start measures it again.
 */
export const USUAL_WINDOW_CHROME = 87;

const DISABLED_FEATURES = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "MediaRouter",
  "Translate",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "DestroyProfileOnBrowserClose",
];

const FIXED_FLAGS = [
  "--remote-debugging-pipe",
  "--no-first-run",
  "--no-default-browser-check",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-default-apps",
  "--disable-breakpad",
  "--disable-crash-reporter",
  "--metrics-recording-only",
  "--disable-client-side-phishing-detection",
  "--disable-domain-reliability",
  "--no-service-autorun",
  "--no-pings",
  "--disable-search-engine-choice-screen",
  "--disable-field-trial-config",
  "--password-store=basic",
  "--use-mock-keychain",
  "--hide-crash-restore-bubble",
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
  "--disable-hang-monitor",
  "--disable-popup-blocking",
  "--disable-prompt-on-repost",
  // An infobar such as the one about --no-sandbox would take 56 pixels from the first page.
  "--disable-infobars",
  "--mute-audio",
  "--force-color-profile=srgb",
  "--enable-unsafe-extension-debugging",
  "--disable-gpu",
];

/** Flags for windows on a display. A size or position in the flags would also apply to every pop-up window. */
const DISPLAY_FLAGS = [
  "--ozone-platform=x11",
  "--start-maximized",
  // No bar about --no-sandbox.
  "--test-type",
  // Otherwise Chromium ends with its last window, and the session with it; a headless Chromium never does.
  "--keep-alive-for-test",
];

/** Experiments that every session has: the tools that a page offers to agents (contract 2.25). */
const ENABLED_FEATURES = ["WebMCP"];

/**
 * A mouse that points precisely and hovers: a machine without one would get the variants of websites for touch screens,
 * which the mouse of a session does not operate.
 */
const BLINK_SETTINGS = [
  "primaryPointerType=4",
  "availablePointerTypes=4",
  "primaryHoverType=2",
  "availableHoverTypes=2",
];

/** Flags with a list, of which Chromium uses only the last one, and what every session has in them. */
const LIST_FLAGS = {
  "--enable-features=": ENABLED_FEATURES,
  "--disable-features=": DISABLED_FEATURES,
  "--blink-settings=": BLINK_SETTINGS,
} as const;

/**
 * Command line of a Chromium, without the executable. Never `--disable-extensions` (live loading would fail silently),
 * `--disable-web-security` or a debugging port. Extra arguments come last, before the first page; those
 * of {@link LIST_FLAGS} are merged.
 */
export function launchFlags(facts: FlagFacts): string[] {
  const lists = Object.entries(LIST_FLAGS);
  const isListed = (arg: string): boolean => lists.some(([prefix]) => arg.startsWith(prefix));
  return [
    ...FIXED_FLAGS,
    `--user-data-dir=${facts.userDataDir}`,
    ...windowFlags(facts.window),
    ...lists.map(([prefix, own]) => mergedFlag(prefix, own, facts.extraArgs)),
    ...(facts.sandboxed ? [] : ["--no-sandbox"]),
    ...(facts.smallSharedMemory ? ["--disable-dev-shm-usage"] : []),
    ...(facts.stealth ? ["--disable-blink-features=AutomationControlled"] : []),
    ...(facts.userAgent === undefined ? [] : [`--user-agent=${facts.userAgent}`]),
    ...facts.extraArgs.filter((arg) => !isListed(arg)),
    facts.restoreTabs ? "--restore-last-session" : "about:blank",
  ];
}

/** A flag with a list, and what extra arguments add to it. */
function mergedFlag(prefix: string, own: readonly string[], extraArgs: readonly string[]): string {
  const extra = extraArgs.filter((arg) => arg.startsWith(prefix));
  return prefix + [...own, ...extra.flatMap((arg) => arg.slice(prefix.length).split(","))].join(",");
}

function windowFlags(window: WindowFacts): string[] {
  if (window.onDisplay) return [...DISPLAY_FLAGS, ...(window.kiosk ? ["--kiosk"] : [])];
  const { width, height } = window.viewport;
  const outerHeight = height + window.windowChrome;
  return [
    "--headless=new",
    "--window-position=0,0",
    `--window-size=${width},${outerHeight}`,
    // Otherwise a headless screen is 800x600, smaller than the window on it.
    `--screen-info={${width}x${outerHeight}}`,
  ];
}
