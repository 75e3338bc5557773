import { command } from "../../cli/declare/command.ts";
import { providerColumns } from "./lib/columns.ts";

export const searchProvidersList = command({
  words: "search providers",
  effects: "none",
  operation: "search.providers",
  idField: "slug",
  columns: providerColumns,
  fields: { slug: { name: "provider" } },
  seeAlso: ["search run"],
  examples: [
    { line: "search providers", does: "Show the providers, and what they can do" },
    {
      line: "search providers --provider exa --query '[0].provider_options.schema'",
      does: "The JSON Schema of the options of one",
    },
  ],
});
