import { command } from "../../cli/declare/command.ts";
import { sessionVariables } from "./lib/printed-session.ts";
import { networkFlags, proxyModeFlag, telemetryFlags } from "./lib/session-flags.ts";
import { storedFields, storedFlags } from "./lib/stored.ts";

/** Milliseconds that the command of `browsers run`, and then each call, gets to end after a signal or the time limit. */
export const GRACE_MS = 10_000;

export const browsersRun = command({
  words: "browsers run",
  effects: "none",
  operation: "browsers.create",
  summary: "Run a command with a session of its own",
  description: `Creates a session, runs the command with ${Object.values(sessionVariables).join(", ")}, BROWSERCTL_BASE_URL and BROWSERCTL_TOKEN set, ends the session whatever happens, and exits with the command's own code.`,
  fields: {
    viewport: { kind: "viewport" },
    start_url: { placeholder: "URL" },
    ...storedFields,
  },
  flags: { ...storedFlags, ...proxyModeFlag, ...networkFlags, ...telemetryFlags },
  rest: { name: "COMMAND [ARG...]", summary: "What to run; -- may be omitted before a command without flags" },
  exits: {
    own: "the exit code of the command; 128 and its number for a signal, 127 when there is no such command, 126 when it cannot be executed",
  },
  seeAlso: ["browsers create", "browsers process exec", "help scripting"],
  examples: [
    { line: "browsers run -- node scrape.js", does: `A script that connects to ${sessionVariables.cdp_ws_url}` },
    {
      line: "browsers run --profile work -- node scrape.js",
      does: "The same, logged in as the profile is",
    },
    {
      line: "browsers run --stealth -- sh -c 'browserctl browsers curl \"$BROWSERCTL_BROWSER_ID\" https://example.com'",
      does: "A shell line",
    },
  ],
  terminal: true,
  inBatch: "never",
  outlivesMs: GRACE_MS,
  output: async () => (await import("../lib/outputs.ts")).browsersRunOutput,
  run: () => import("./run.run.ts"),
});
