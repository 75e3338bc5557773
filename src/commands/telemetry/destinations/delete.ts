import { command } from "../../../cli/declare/command.ts";

export const telemetryDestinationsDelete = command({
  words: "telemetry destinations delete",
  effects: "none",
  operation: "telemetryDestinations.delete",
  description: "Refused while a session, a login or an auth connection exports to it.",
  question: { about: "telemetryDestinations.get", text: "Delete telemetry destination {thing}?" },
  done: "Deleted telemetry destination {id_or_name}.",
  examples: [
    { line: "telemetry destinations delete collector", does: "Delete it, after confirmation" },
    { line: "telemetry destinations delete collector --yes", does: "Delete it in a script" },
  ],
});
