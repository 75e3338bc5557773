import { command } from "../../cli/command.ts";
import type { FlagDeclaration } from "../../cli/declaration.ts";
import { logLevels } from "../../core/log-level.ts";
import { chaosFlag } from "./chaos.ts";

const browser = {
  kind: "string",
  placeholder: "PATH",
  summary: "Chromium, Chrome or Edge to use",
} as const satisfies FlagDeclaration;

export const localSetup = command({
  words: "local setup",
  summary: "Find a browser for the local service, or install one",
  description:
    "On Linux it also looks for bubblewrap, in whose containers the processes of sessions run, and installs it where that asks no question.",
  flags: { browser, check: { kind: "boolean", summary: "Only look; install nothing" } },
  examples: [
    { line: "local setup", does: "Find Chromium, or install it with this machine's package manager" },
    { line: "local setup --browser /opt/chrome/chrome", does: "Use this one from now on" },
  ],
  run: () => import("./setup.run.ts"),
});

export const localStart = command({
  words: "local start",
  summary: "Start the local service",
  description:
    "Prints the base URL and the context. A service that is already running is left as it is, except that it takes the faults of --chaos. With -o env it prints BROWSERCTL_BASE_URL and BROWSERCTL_TOKEN for other clients, which shows the token.",
  service: "local",
  flags: {
    port: { kind: "integer", placeholder: "PORT", summary: "Port on 127.0.0.1; a restart keeps the last one" },
    browser,
    foreground: { kind: "boolean", summary: "Stay in this terminal, for supervisors and containers" },
    idleStop: {
      kind: "duration",
      summary: "Stop after this time without a session; 0s is never",
      default: "30m",
    },
    ...chaosFlag,
  },
  examples: [
    { line: "local start", does: "Start it in the background and use it from now on" },
    { line: "local start --port 8080 --foreground", does: "Run it under a supervisor" },
    {
      line: "local start --chaos error=5%,drop-stream=10%",
      does: "Inject faults, to test what you build on it",
    },
    { line: "local start -o env", does: 'Print the variables other clients read, for eval "$(...)"' },
  ],
  run: () => import("./start.run.ts"),
});

export const localStop = command({
  words: "local stop",
  summary: "Stop the local service and end its sessions",
  description: "At a terminal it asks first when there are sessions; elsewhere it reports how many it has ended.",
  examples: [
    { line: "local stop", does: "Stop it; port and token stay the same for the next start" },
    { line: "local stop --yes", does: "Stop it without confirmation" },
  ],
  run: () => import("./stop.run.ts"),
});

export const localLogs = command({
  words: "local logs",
  summary: "Show the log of the local service",
  flags: {
    follow: { short: "f", kind: "boolean", summary: "Print new records as they come, until Ctrl-C" },
    lines: { short: "n", kind: "integer", placeholder: "N", summary: "Last lines to show", default: "100" },
    level: { kind: "enum", choices: logLevels, summary: "Only records of this level and more severe ones" },
    since: { kind: "since", summary: "Start at: an RFC 3339 time, or a duration back from now (5m)" },
  },
  examples: [
    { line: "local logs", does: "Show the last lines" },
    { line: "local logs --follow --level warn", does: "Watch for problems" },
    { line: "local logs --since 5m -o jsonl", does: "Print the records of the last five minutes as JSON" },
  ],
  run: () => import("./logs.run.ts"),
});

export const localReset = command({
  words: "local reset",
  summary: "Stop the local service and delete all it has stored",
  examples: [{ line: "local reset --yes", does: "Start from scratch, with a new token" }],
  run: () => import("./reset.run.ts"),
});

export const localSeedProfile = command({
  words: "local seed-profile",
  summary: "Make a profile of the local service out of cookies",
  operation: "local.profileImport",
  description:
    "Reads a list of cookies as browser add-ons export it (name, value, domain, path, expirationDate, hostOnly, ...), or the storage state that automation libraries write (cookies and localStorage). The result is a legacy profile: its download is JSON in every format.",
  args: { cookies: { kind: "path", summary: "JSON file; - is stdin" } },
  fields: { name: false },
  flags: {
    name: {
      kind: "string",
      placeholder: "NAME",
      required: true,
      summary: "Name of the profile",
      field: ["query", "name"],
    },
  },
  preview: "calls",
  columns: [
    { path: "created_at", as: "age" },
    { path: "updated_at", as: "age" },
  ],
  examples: [
    { line: "local seed-profile cookies.json --name work", does: "Start sessions with cookies of your own browser" },
    { line: "local seed-profile - --name test < state.json", does: "The same from a pipe" },
  ],
  run: () => import("./seed-profile.run.ts"),
});

export const localSupport = command({
  words: "local support",
  summary: "Show what the local service does, records, or does not support",
  operation: "local.support",
  columns: [{ path: "operation" }, { path: "field" }, { path: "support" }, { path: "note" }],
  examples: [
    { line: "local support", does: "Show every operation and field" },
    { line: "local support --query \"[?support!='full']\"", does: "Only what is not there in full" },
  ],
});
