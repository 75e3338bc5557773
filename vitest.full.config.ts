import { defineConfig, mergeConfig } from "vitest/config";
import config from "./vitest.config.ts";

/** Time in milliseconds after which a test of a campaign hangs, on a loaded machine too. */
const CAMPAIGN_BOUND_MS = 3_600_000;

/** The long campaigns too. */
export default mergeConfig(
  config,
  defineConfig({
    test: { include: ["test/**/*.full.ts"], testTimeout: CAMPAIGN_BOUND_MS, hookTimeout: CAMPAIGN_BOUND_MS },
  }),
);
