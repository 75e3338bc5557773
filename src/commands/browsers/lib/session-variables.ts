/**
 * Variables that hold a session for programs, by the field of its record: `-o env` prints them, `browsers run` sets
 * them.
 */
export const sessionVariables = {
  session_id: "BROWSERCTL_BROWSER_ID",
  cdp_ws_url: "BROWSERCTL_CDP_URL",
} as const;
