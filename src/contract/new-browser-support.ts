/** Support of the settings of a new browser by the local service. */
export const newBrowserSupport = {
  headless: {
    support: "full",
    note: "false: a window on a private screen, and a live view, on Linux with Xvnc and openbox; elsewhere neither (`local status` says why)",
  },
  stealth: {
    support: "full",
    note: "user agent, client hints and `navigator.webdriver` as in a browser with a window; no captcha is solved",
  },
  kiosk_mode: { support: "full", note: "without a window the page is alone either way" },
  region: { support: "recorded", note: "the browser runs on this machine" },
  viewport: {
    support: "full",
    note: "with a window, at most the pixels of 3840x2160; the page is smaller by the browser's bars, unless `kiosk_mode`, and at least 500 pixels wide",
  },
  "viewport.refresh_rate": {
    support: "recorded",
    note: "a screen is painted up to 60 times a second, and only when it changes",
  },
  network: {
    support: "unsupported",
    note: "a session reaches every host that this machine reaches, through one proxy at most",
    harmless: [{}],
  },
  chrome_policy: {
    support: "unsupported",
    note: "enterprise policies of a browser need the machine's administrator",
    harmless: [{}],
  },
} as const;
