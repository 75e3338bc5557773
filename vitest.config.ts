import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import LongestFirst from "./test/support/vitest/longest-first.ts";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    environment: "node",
    // A default import of a CommonJS module is what it is in Node.
    deps: { interopDefault: false },
    pool: "forks",
    // A worker keeps what it has loaded for many files: fewer collections of young objects are 4 % of the time.
    execArgv: ["--max-semi-space-size=64"],
    // A worker loads the sources once and runs many files. Modules in test/support register hooks only in functions.
    isolate: false,
    // Three more than processors: a file waits for other processes and for pages more than half of its time.
    maxWorkers: Math.min(5, availableParallelism() + 3),
    // Tests of one file that run at once, where a file allows it: they share the time in which they wait for a browser.
    maxConcurrency: 3,
    sequence: { sequencer: LongestFirst },
    // A test without an assertion fails.
    expect: { requireAssertions: true, poll: { timeout: 120_000 } },
    // No test waits for it: it ends one that hangs, on a loaded machine too.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    globalSetup: ["test/support/vitest/global-setup.ts"],
    reporters: ["default", "./test/support/vitest/summary-reporter.ts"],
  },
});
