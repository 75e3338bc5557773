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
  chrome_policy: {
    support: "full",
    note: "on Linux with containers, otherwise 501 (`local status` says why); beside the policies of this machine, which win",
  },
} as const;

const containers = "on Linux with containers, otherwise 501 (`local status` says why)";

/** Support of `network` by the local service. */
export const networkSupport = {
  network: { support: "full", note: "of the browser alone; processes of a session use the network of this machine" },
  "network.allowed_hosts": {
    support: "full",
    note: `${containers}; a public name is not reached at a private address`,
  },
  "network.private_hosts": {
    support: "full",
    note: `${containers}; when omitted, this machine and its network are reached, but not with allowed_hosts`,
  },
  "network.proxy_routes": { support: "full", note: "custom proxies, from the first request on" },
} as const;
