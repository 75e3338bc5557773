/** Variables that the program reads, one or more names of one meaning. `help environment` prints this table. */
export const readVariables: readonly (readonly [names: string, meaning: string])[] = [
  ["BROWSERCTL_CONTEXT", "Context to use"],
  ["BROWSERCTL_BASE_URL", "Base URL of the service"],
  ["BROWSERCTL_TOKEN", "Token; overrides a stored one"],
  ["BROWSERCTL_TOKEN_FILE", "File that holds the token"],
  ["BROWSERCTL_PROJECT", "Project id or name"],
  ["BROWSERCTL_BROWSER_ID", "Current session, for commands without one"],
  ["BROWSERCTL_OUTPUT", "Format of results, as --output"],
  ["BROWSERCTL_TIMEOUT", "Time limit of every command, as --timeout"],
  ["BROWSERCTL_NO_INPUT", "1: never prompt"],
  ["BROWSERCTL_NO_DIRECTORY_FILE", "1: ignore .browserctl.json"],
  ["BROWSERCTL_CONFIG_DIR", "Directory of the settings file"],
  ["BROWSERCTL_STATE_DIR", "Directory of the local service's state"],
  ["BROWSERCTL_CHROMIUM", "Browser of the local service"],
  ["BROWSERCTL_SCREEN", "Screens of the local service: auto, real or headless"],
  ["BROWSERCTL_CHROME_STORE_URL", "Update service of the Chrome Web Store, for the local service"],
  ["BROWSERCTL_PAGER, PAGER", "Pager of long results and help at a terminal: less; empty or cat for none"],
  ["LESS", "Options of less: FRX"],
  ["CI", "Set: never prompt, no moving progress, no pager"],
  ["GITHUB_ACTIONS", "true: mask tokens and new keys in the job's log"],
  ["NO_COLOR, FORCE_COLOR", "Colour off or on"],
  ["HTTPS_PROXY, HTTP_PROXY, NO_PROXY", "Proxy of every request, except those to this machine"],
  ["NODE_EXTRA_CA_CERTS, SSL_CERT_FILE", "Further certificate authorities"],
];

/** Variables that the program sets for the programs it starts. */
export const setVariables: readonly string[] = [
  "BROWSERCTL_APP_PROCESS",
  "BROWSERCTL_BROWSER_ID",
  "BROWSERCTL_BUILD_VERSION",
  "BROWSERCTL_CDP_URL",
  "BROWSERCTL_IN_TOKEN_COMMAND",
  "BROWSERCTL_INVOCATION_ID",
  "BROWSERCTL_PAGED",
  "BROWSERCTL_RELAUNCHED",
  "BROWSERCTL_RUN",
  "BROWSERCTL_START_CHANNEL",
];

/** Variables with a meaning to this program or to one that it starts. */
export const ownVariables: ReadonlySet<string> = new Set([
  ...readVariables.flatMap(([names]) => names.split(", ")),
  ...setVariables,
]);
