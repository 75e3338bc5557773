import { command } from "../../cli/declare/command.ts";
import type { FlagDeclaration } from "../../cli/declare/declaration.ts";
import { acquireExits } from "../pools/lib/pool-words.ts";
import { printedVariables, sessionColumns } from "./lib/printed-session.ts";
import { networkFlags, proxyModeFlag, telemetryFlags } from "./lib/session-flags.ts";
import { storedFields, storedFlags } from "./lib/stored.ts";

/** Flags for a browser of a pool in place of a new one. */
const poolFlags = {
  pool: {
    kind: "string",
    placeholder: "ID|NAME",
    summary: "Take a browser from this pool instead; only its name, tags, start page and telemetry can be chosen",
  },
  acquireTimeout: {
    kind: "duration",
    unit: "seconds",
    summary: "Time to wait for an idle browser of the pool; the time to fill it when left out",
  },
} as const satisfies Record<string, FlagDeclaration<"browsers.create">>;

export const browsersCreate = command({
  words: "browsers create",
  effects: "none",
  operation: "browsers.create",
  args: { name: { summary: "Name for it, as --name", required: false, field: ["body", "name"] } },
  idField: "session_id",
  fields: {
    viewport: { kind: "viewport" },
    start_url: { placeholder: "URL" },
    ...storedFields,
  },
  flags: {
    ...storedFlags,
    ...poolFlags,
    ...proxyModeFlag,
    ...networkFlags,
    proxyRoute: {
      kind: "string",
      repeat: true,
      placeholder: "HOST,HOST=PROXY",
      summary: "Proxy, by id or name, for these hosts alone; *.host is every host below it",
    },
    chromePolicy: {
      kind: "text",
      placeholder: "JSON",
      summary: "Enterprise policies of the browser, as a JSON object: @file, - or env:NAME",
    },
    ...telemetryFlags,
  },
  calls: ["pools.acquire"],
  preview: "calls",
  exits: acquireExits,
  columns: sessionColumns,
  variables: printedVariables,
  seeAlso: ["browsers run", "browsers view", "browsers delete", "help scripting"],
  examples: [
    { line: "browsers create", does: "Open a session and show it" },
    { line: "browsers create shop -q", does: "Name it, and print its id alone" },
    {
      line: "browsers create shop --tag team=web --timeout-seconds 10m",
      does: "Give it a name, a tag and ten idle minutes",
    },
    {
      line: "browsers create --viewport 1280x720 --start-url https://example.com -o env",
      does: "Print it as variables for a shell",
    },
    {
      line: "browsers create --profile work --save-profile-changes",
      does: "Start logged in as the last time, and keep what changes",
    },
    {
      line: "browsers create reader --allowed-host shop.example.com --allowed-host '*.cdn.example.com'",
      does: "Let the browser reach these hosts alone",
    },
    { line: "browsers create --proxy office", does: "Send everything through a stored proxy" },
    {
      line: "browsers create --telemetry on --telemetry-category network=on",
      does: "Capture its events, with those of its requests",
    },
    { line: "browsers create --vault checkout", does: "Let the session use the items of a vault" },
    {
      line: `browsers create --chrome-policy '{"BookmarkBarEnabled":true}'`,
      does: "Start with enterprise policies",
    },
    { line: "browsers create --extension blocker --extension reader", does: "Start with two stored extensions" },
    { line: "browsers create shop --pool checkout", does: "Take a browser that a pool keeps ready" },
  ],
  run: () => import("./create.run.ts"),
});
