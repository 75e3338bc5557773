import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { tour } from "../../src/quickstart/tour.ts";

const root = join(import.meta.dirname, "../..");

test("the quickstart takes the whole tour and ends with 0", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, "src/quickstart/main.ts")], { cwd: root });
  for (const step of tour) expect(stdout).toContain(`# ${step.says}`);
  expect(stdout).toContain("Everything worked.");
});
