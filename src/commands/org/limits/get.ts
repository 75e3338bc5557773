import { command } from "../../../cli/declare/command.ts";
import { orgLimitColumns } from "../lib/limits-columns.ts";

export const orgLimitsGet = command({
  words: "org limits get",
  effects: "none",
  operation: "org.limits",
  columns: orgLimitColumns,
  examples: [
    { line: "org limits get", does: "Show them; null in JSON is no limit" },
    { line: "org limits get -o yaml", does: "The same as YAML" },
  ],
});
