import { command } from "../../cli/declare/command.ts";
import { searchProviders } from "../../contract/search.ts";
import { contentFlags } from "./lib/content-flags.ts";

export const searchRun = command({
  words: "search run",
  effects: "none",
  operation: "search.create",
  idField: "id",
  // The function makes the strategy of the providers.
  preview: "calls",
  description:
    "Prints the results as a table; -o json has the whole search. Options of a provider go into strategy, by --input; search providers shows their JSON Schema.",
  args: { query: { summary: "Text to search for", field: ["body", "query"] } },
  fields: {
    query: false,
    content: false,
    include_domains: { name: "include-domain", placeholder: "HOST" },
    exclude_domains: { name: "exclude-domain", placeholder: "HOST" },
    start_date: { placeholder: "DATE" },
    end_date: { placeholder: "DATE" },
    country: { placeholder: "CODE" },
    language: { placeholder: "TAG" },
  },
  flags: {
    provider: {
      kind: "enum",
      choices: searchProviders,
      repeat: true,
      summary: "Use this provider; more than one are tried in their order",
    },
    texts: { kind: "boolean", summary: "Return the texts of the results too; the further flags for texts imply it" },
    ...contentFlags,
  },
  seeAlso: ["search get", "search providers"],
  examples: [
    { line: "search run 'red shoes' --max-results 5", does: "Search with a provider that the service chooses" },
    {
      line: "search run 'red shoes' --provider exa --provider brave --recency month",
      does: "Ask one provider, and another one if it fails",
    },
    {
      line: "search run 'red shoes' --include-domain shop.example.com --content-format markdown -o json",
      does: "Results of one website, with their texts",
    },
  ],
  run: () => import("./run.run.ts"),
});
