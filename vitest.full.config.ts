import { defineConfig, mergeConfig } from "vitest/config";
import config from "./vitest.config.ts";

/** The long campaigns too. */
export default mergeConfig(config, defineConfig({ test: { include: ["test/**/*.full.ts"] } }));
