import { defineConfig, mergeConfig } from "vitest/config";
import config from "./vitest.full.config.ts";

/** Logins on third-party applications, one after the other. */
const logins = mergeConfig(config, defineConfig({ test: { fileParallelism: false } }));

export default { ...logins, test: { ...logins.test, include: ["test/logins/**/*.full.ts"] } };
