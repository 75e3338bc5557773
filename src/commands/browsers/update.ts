import { command } from "../../cli/declare/command.ts";
import { printedVariables, sessionColumns } from "./lib/printed-session.ts";
import { networkFlags, proxyModeFlag, telemetryFlags } from "./lib/session-flags.ts";
import { storedFields, storedFlags } from "./lib/stored.ts";

export const browsersUpdate = command({
  words: "browsers update",
  effects: "none",
  operation: "browsers.update",
  idField: "session_id",
  fields: {
    viewport: { kind: "viewport" },
    tags: {
      name: "tag",
      kind: "pairs",
      summary: "Tags that replace all of them",
      clear: { name: "clear-tags", value: {}, summary: "Remove all tags" },
    },
    profile: {
      ...storedFields.profile,
      summary: "Saved profile to load into a session that has none; its browser restarts",
    },
    proxy: {
      ...storedFields.proxy,
      summary:
        "Another proxy, by id or name, or none; open connections are cut, and the browser restarts unless only the server differs",
    },
    start_url: { placeholder: "URL", summary: "Page to open after the change" },
    name: { clear: { name: "clear-name", value: "", summary: "Remove the name" } },
  },
  flags: {
    ...storedFlags,
    ...proxyModeFlag,
    allowedHost: networkFlags.allowedHost,
    clearAllowedHosts: {
      kind: "boolean",
      constant: null,
      summary: "Let the browser reach every host, for good",
      field: ["body", "network", "allowed_hosts"],
    },
    ...telemetryFlags,
    clearTelemetryExport: {
      kind: "boolean",
      constant: false,
      summary: "Export no telemetry any more",
      field: ["body", "telemetry", "export", "otlp", "enabled"],
      excludes: ["telemetry-export"],
    },
    force: {
      kind: "boolean",
      summary: "Change the size also while a live view or a recording is active",
      field: ["body", "viewport", "force"],
    },
  },
  columns: sessionColumns,
  variables: printedVariables,
  examples: [
    { line: "browsers update shop --viewport 1024x768", does: "Make the screen smaller" },
    { line: "browsers update shop --viewport 800x600 --force", does: "Do so while its live view is open" },
    {
      line: "browsers update shop --name cart --tag team=web --tag stage=test",
      does: "Rename it and replace its tags",
    },
    { line: "browsers update shop --start-url https://example.com/cart", does: "Open a page in its active tab" },
    { line: "browsers update cart --clear-tags", does: "Remove its tags" },
    { line: "browsers update cart --proxy none", does: "Send its traffic directly" },
    {
      line: "browsers update cart --telemetry on --telemetry-category console=on",
      does: "Capture its events from now on",
    },
    { line: "browsers update cart --profile work", does: "Log it in as a saved profile is" },
  ],
});
