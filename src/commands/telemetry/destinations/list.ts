import { command } from "../../../cli/declare/command.ts";
import { destinationColumns } from "./lib/destination-words.ts";

export const telemetryDestinationsList = command({
  words: "telemetry destinations list",
  effects: "none",
  operation: "telemetryDestinations.list",
  idField: "id",
  columns: destinationColumns,
  examples: [
    { line: "telemetry destinations list", does: "Show the destinations, and whether deliveries work" },
    { line: "telemetry destinations list --search otlp -q", does: "The ids of those with this in name or endpoint" },
  ],
});
