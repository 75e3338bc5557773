/** Environment of a command whose service does not answer: one that sends a request fails. */
export const nowhere = { BROWSERCTL_BASE_URL: "http://127.0.0.1:9", BROWSERCTL_TOKEN: "t" };
