import { command } from "../../cli/command.ts";

export const orgLimitsGet = command({
  words: "org limits get",
  effects: "none",
  operation: "org.limits",
  examples: [
    { line: "org limits get", does: "Show them; null is no limit" },
    { line: "org limits get -o yaml", does: "The same as YAML" },
  ],
});
