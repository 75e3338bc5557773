import { eventCategories } from "../../../../contract/telemetry-categories.ts";

/** Form of the flag for categories of events. */
export const categoryFlag = {
  kind: "enum",
  repeat: true,
  choices: eventCategories,
  summary: "Only events of this category",
} as const;
