import { command } from "../../cli/declare/command.ts";

export const browsersKeep = command({
  words: "browsers keep",
  effects: "none",
  operation: "local.keep",
  summary: "Keep a session alive while nothing uses it",
  description:
    "The session does not end for this time, whatever its idle limit; the limit counts from then on. The last call counts: --for 0s returns to the limit at once.",
  localOnlyHint:
    "browserctl browsers create --timeout-seconds 1h; a connected client or an open live view keeps a session too",
  fields: { seconds: { name: "for", kind: "duration", unit: "seconds" } },
  seeAlso: ["browsers create", "browsers view"],
  columns: [
    { path: "session_id", title: "id" },
    { path: "kept_until", title: "kept", as: "until" },
  ],
  idField: "session_id",
  examples: [
    { line: "browsers keep shop", does: "Keep it for an hour" },
    { line: "browsers keep shop --for 8h", does: "Keep it for a working day" },
    { line: "browsers keep shop --for 0s", does: "Let its idle limit count again" },
  ],
});
