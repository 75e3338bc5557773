import { command } from "../../cli/declare/command.ts";
import { plans } from "../../contract/plans.ts";
import { screenSettings } from "../../contract/screen.ts";
import { settingsVariables } from "../lib/settings-variables.ts";
import { browser } from "./lib/browser-flag.ts";
import { chaosFlag } from "./lib/chaos-flag.ts";

export const localStart = command({
  words: "local start",
  effects: { service: true, secrets: ["output"] },
  summary: "Start the local service",
  description:
    "Prints the base URL and the context. A service that is already running is left as it is, except that it takes the faults of --chaos, and --demo-site turns the site on or off without ending sessions. With -o env it prints BROWSERCTL_BASE_URL and BROWSERCTL_TOKEN for other clients, which shows the token.",
  service: "local",
  variables: settingsVariables,
  flags: {
    port: { kind: "integer", placeholder: "PORT", summary: "Port on 127.0.0.1; a restart keeps the last one" },
    browser,
    foreground: { kind: "boolean", summary: "Stay in this terminal, for supervisors and containers" },
    idleStop: {
      kind: "duration",
      summary: "Stop after this time without a session; 0s is never",
      default: "30m",
    },
    projects: {
      kind: "enum",
      choices: ["enabled", "disabled"],
      placeholder: "MODE",
      summary: "Projects beside the default one; a restart keeps the last choice",
    },
    screen: {
      kind: "enum",
      choices: screenSettings,
      placeholder: "MODE",
      summary: "Private displays for sessions (auto: where possible); a restart keeps the last choice",
    },
    plan: {
      kind: "enum",
      choices: plans,
      placeholder: "PLAN",
      summary: "Plan, the minimum of health_check_interval; a restart keeps the last choice",
    },
    demoSite: {
      kind: "boolean",
      negatable: true,
      summary: "Serve a web site to try logins on; a restart keeps the last choice",
    },
    ...chaosFlag,
  },
  seeAlso: ["local setup", "local status", "local stop", "help faults"],
  examples: [
    { line: "local start", does: "Start it in the background and use it from now on" },
    { line: "local start --port 8080 --foreground", does: "Run it under a supervisor" },
    { line: "local start --demo-site", does: "Serve a web site too, to try logins on" },
    {
      line: "local start --chaos error=5%,drop-stream=10%",
      does: "Inject faults, to test what you build on it",
    },
    { line: "local start -o env", does: 'Print the variables other clients read, for eval "$(...)"' },
  ],
  output: async () => (await import("./lib/outputs.ts")).localStartOutput,
  inBatch: { endless: "foreground" },
  run: () => import("./start.run.ts"),
});
