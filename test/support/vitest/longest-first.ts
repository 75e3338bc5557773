import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Directories whose files take longest, the slowest first: whole tours, then the program, then the service. A file that
 * takes longer than its size tells stands here by its name.
 */
const SLOW = ["/test/readme/", "/test/e2e/", "/test/cli/printed-lines.", "/test/service/"];

/**
 * Runs the files that take longest first, so that no worker is left alone with one at the end. Within a directory the
 * order is Vitest's: by the last run's durations, or by size where there are none.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const found = SLOW.findIndex((directory) => moduleId.includes(directory));
  return found === -1 ? SLOW.length : found;
}
