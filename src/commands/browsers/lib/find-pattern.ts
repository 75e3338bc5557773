import type { Problem } from "../../../core/errors.ts";
import { patternOf } from "../../../page-agent/snapshot/find-texts.ts";

/** Problem of a text that is meant as a pattern between slashes and is not a valid one. */
export function patternProblems(path: string, text: string | undefined): Problem[] {
  if (text === undefined) return [];
  try {
    patternOf(text);
    return [];
  } catch (error) {
    return [{ path, message: error instanceof Error ? error.message : "is not a valid pattern" }];
  }
}
