import { command } from "../../cli/declare/command.ts";
import { siteArgs, siteFields } from "./lib/site-fields.ts";

export const configRegistryLookup = command({
  words: "config-registry lookup",
  effects: "none",
  reads: true,
  operation: "configRegistry.lookup",
  args: siteArgs,
  fields: siteFields,
  seeAlso: ["config-registry resolve", "browsers create", "proxies create"],
  examples: [
    { line: "config-registry lookup https://shop.example.com", does: "Which browser and proxy work with a website" },
    {
      line: "config-registry lookup https://shop.example.com --country US --query recommendation.browser",
      does: "The settings of the browser alone, with a proxy in one country",
    },
  ],
});
