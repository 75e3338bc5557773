import { command } from "../../../cli/declare/command.ts";
import { destinationLines, headerFlags } from "./lib/destination-words.ts";

export const telemetryDestinationsUpdate = command({
  words: "telemetry destinations update",
  effects: "none",
  operation: "telemetryDestinations.update",
  preview: "calls",
  idField: "id",
  description: "Headers that are not named stay. Running sessions use the new values without a restart.",
  fields: { name: { placeholder: "NAME" }, endpoint: { placeholder: "URL" }, headers: false },
  flags: {
    ...headerFlags,
    removeHeader: { kind: "string", repeat: true, placeholder: "NAME", summary: "Remove this header" },
  },
  columns: destinationLines,
  examples: [
    {
      line: "telemetry destinations update collector --endpoint https://otlp2.example.com",
      does: "Export to another address",
    },
    {
      line: "telemetry destinations update collector --header authorization=env:OTLP_TOKEN --remove-header x-tenant",
      does: "Replace a token, and remove another header",
    },
  ],
  run: () => import("./update.run.ts"),
});
