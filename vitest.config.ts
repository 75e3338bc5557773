import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    environment: "node",
    // A default import of a CommonJS module is what it is in Node.
    deps: { interopDefault: false },
    pool: "forks",
    maxWorkers: Math.min(3, availableParallelism()),
    // On a build machine that others load a browser can be late for once; a test that fails twice more is wrong.
    retry: process.env["CI"] ? 2 : 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    globalSetup: ["test/support/global-setup.ts"],
    reporters: ["default", "./test/support/summary-reporter.ts"],
  },
});
