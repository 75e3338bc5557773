import { command } from "../../../cli/declare/command.ts";
import { connectionArgs } from "./lib/connection-args.ts";
import { settingsFlags } from "./lib/settings.ts";

const { proxyId, proxyMode, proxyName, stealth, telemetry, telemetryCategory, telemetryExport } = settingsFlags;

export const authConnectionsLogin = command({
  words: "auth connections login",
  effects: "none",
  operation: "authConnections.login",
  summary: "Log in the profile of an auth connection",
  description:
    "Follows the login until it ends: a terminal asks for what the website wants; elsewhere each state is a line of JSON, and --field and --choice answer, each once. After exit 9, Ctrl-C or --timeout the login keeps running, and --attach follows it again.",
  args: connectionArgs,
  idField: "id",
  fields: {
    record_session: { summary: "Record the session of this login" },
  },
  flags: {
    field: {
      kind: "string",
      repeat: true,
      placeholder: "NAME=VALUE",
      summary:
        "Answer to a field, by its id or its type (identifier, password, code); VALUE may be @FILE, env:NAME or - (stdin), as passwords must be",
    },
    choice: {
      kind: "string",
      repeat: true,
      placeholder: "NAME",
      summary:
        "Choice to select when it is offered, by its id, label or kind (sms, google); the first that fits is used",
    },
    attach: { kind: "boolean", summary: "Follow the login that is running, and start none" },
    wait: {
      kind: "boolean",
      negatable: true,
      default: "true",
      summary: "Follow the login until it ends; --no-wait prints what started and ends",
    },
    waitForPerson: {
      kind: "boolean",
      summary: "Without a terminal: keep following while a person answers at the hosted page, instead of ending with 9",
    },
    hosted: { kind: "boolean", summary: "Print the address of the hosted page, where a person logs in, and end" },
    open: { kind: "boolean", summary: "Open the hosted page in the default browser" },
    plain: { kind: "boolean", summary: "Lines also at a terminal, instead of the live view" },
    stealth,
    proxyId,
    proxyName,
    proxyMode,
    telemetry,
    telemetryCategory,
    telemetryExport,
  },
  // With --attach nothing is started.
  preview: "calls",
  exits: {
    timeout: "--timeout is over; the login keeps running, and --attach follows it",
    "outcome-failed": "the login failed, expired or was canceled",
    "outcome-unknown": "the login needs a person; it keeps running",
  },
  seeAlso: ["auth connections explain", "help ci"],
  examples: [
    { line: "auth connections login a6u2t8h4c0o5n9n3e7c1t8i2", does: "Log in at the terminal" },
    {
      line: "auth connections login a6u2t8h4c0o5n9n3e7c1t8i2 --field identifier=@username.txt --field password=env:PASSWORD",
      does: "In a script, with values from a file and a variable",
    },
    {
      line: "auth connections login a6u2t8h4c0o5n9n3e7c1t8i2 --field password=@password.txt --choice sms --wait-for-person",
      does: "Leave only the code that comes by SMS to a person at the hosted page",
    },
    { line: "auth connections login a6u2t8h4c0o5n9n3e7c1t8i2 --attach", does: "Go on with a login that was left" },
    {
      line: "auth connections login a6u2t8h4c0o5n9n3e7c1t8i2 --hosted",
      does: "Print the link to the page where somebody else logs in",
    },
  ],
  output: async () => (await import("./lib/outputs.ts")).connectionsLoginOutput(),
  run: () => import("./login.run.ts"),
});
