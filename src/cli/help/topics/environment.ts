import { entries, examples, type HelpSection, section, text } from "../help-page.ts";

/** Variables that the program reads. `help environment`, the manual and the reference print this table. */
export const environment: readonly (readonly [name: string, meaning: string])[] = [
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

export const sections: readonly HelpSection[] = [
  {
    blocks: [
      text(
        "A flag overrides a variable; a variable overrides .browserctl.json and the settings file. An empty variable counts as not set.",
      ),
    ],
  },
  section("Environment", entries(environment)),
  section(
    "Examples",
    examples(
      ["config explain", "Show which flag, variable or file each value came from"],
      ["config path", "Show the directories in use"],
      ["doctor --only environment", "Find variables that are wrong, misspelt or override a stored value"],
    ),
  ),
];
