import { command } from "../../../cli/declare/command.ts";
import { destinationLines } from "./lib/destination-words.ts";

export const telemetryDestinationsGet = command({
  words: "telemetry destinations get",
  effects: "none",
  operation: "telemetryDestinations.get",
  idField: "id",
  description: "Shows the names of its headers; nothing shows their values.",
  columns: destinationLines,
  examples: [
    { line: "telemetry destinations get collector", does: "Show its endpoint and its last failure" },
    { line: "telemetry destinations get collector --query last_error", does: "The last failure alone" },
  ],
});
