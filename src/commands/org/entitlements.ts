import { command } from "../../cli/declare/command.ts";

export const orgEntitlements = command({
  words: "org entitlements",
  effects: "none",
  operation: "org.entitlements",
  examples: [
    { line: "org entitlements", does: "Show the plan, its limits and its features" },
    { line: "org entitlements --query features.profiles.enabled", does: "One feature alone" },
  ],
});
