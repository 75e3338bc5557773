/** Variables that hold values of settings for other commands and clients, by the field: `-o env` prints them. */
export const settingsVariables = {
  base_url: "BROWSERCTL_BASE_URL",
  config_dir: "BROWSERCTL_CONFIG_DIR",
  context: "BROWSERCTL_CONTEXT",
  project: "BROWSERCTL_PROJECT",
  state_dir: "BROWSERCTL_STATE_DIR",
  token: "BROWSERCTL_TOKEN",
} as const;
