import { command } from "../../cli/declare/command.ts";
import { siteArgs, siteFields } from "./lib/site-fields.ts";

export const configRegistryResolve = command({
  words: "config-registry resolve",
  effects: "none",
  operation: "configRegistry.resolve",
  preview: "request",
  args: siteArgs,
  fields: { ...siteFields, intent: { placeholder: "TEXT" } },
  seeAlso: ["config-registry analyses get", "config-registry lookup"],
  examples: [
    { line: "config-registry resolve https://shop.example.com", does: "Start an analysis of a website" },
    {
      line: "config-registry resolve https://shop.example.com --intent 'Put a product into the cart' -q --query analysis.id",
      does: "Try out a purpose too, and print the id of the analysis",
    },
  ],
  run: () => import("./resolve.run.ts"),
});
