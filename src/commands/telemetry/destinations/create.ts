import { command } from "../../../cli/declare/command.ts";
import { destinationLines, headerFlags } from "./lib/destination-words.ts";

export const telemetryDestinationsCreate = command({
  words: "telemetry destinations create",
  effects: "none",
  operation: "telemetryDestinations.create",
  preview: "calls",
  description:
    "Sessions export to it with browsers create --telemetry-export. The values of headers are stored and never shown again.",
  args: { name: { summary: "Name for it, as --name", required: false, field: ["body", "name"] } },
  idField: "id",
  fields: { name: { placeholder: "NAME" }, endpoint: { placeholder: "URL" }, headers: false },
  flags: headerFlags,
  columns: destinationLines,
  seeAlso: ["browsers create", "browsers telemetry tail"],
  examples: [
    {
      line: "telemetry destinations create collector --endpoint https://otlp.example.com",
      does: "Add a collector that needs no token",
    },
    {
      line: "telemetry destinations create collector --endpoint https://otlp.example.com --header authorization=env:OTLP_TOKEN --header x-tenant=shop",
      does: "Send two headers with each delivery, one from a variable",
    },
  ],
  run: () => import("./create.run.ts"),
});
