import type { Reporter, TestModule } from "vitest/node";

/** Ends the output with `N passed, N failed` on a line of its own, for whoever reads it by program. */
export default class SummaryReporter implements Reporter {
  #counts: { passed: number; failed: number } | undefined;

  onInit(): void {
    process.on("exit", (code) => {
      if (!this.#counts) return;
      const { passed, failed } = this.#counts;
      // A failure after the last test, such as a leftover process, counts too.
      process.stdout.write(`${passed} passed, ${failed === 0 && code !== 0 ? 1 : failed} failed\n`);
    });
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: errors.length };
    for (const module of modules) {
      let known = 0;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === "passed") counts.passed += 1;
        if (state === "failed") known += 1;
      }
      // A file that cannot be loaded, or whose hook fails, is one failure even if no test of it is.
      counts.failed += module.state() === "failed" ? Math.max(known, 1) : known;
    }
    this.#counts = counts;
  }
}
