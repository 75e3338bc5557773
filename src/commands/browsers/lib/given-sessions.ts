import { dotSegmentProblem } from "../../../cli/input/dot-segment.ts";
import type { Problem } from "../../../core/errors.ts";

/** The sessions that words name, each once; `-` stands for the lines of `readStdin`. */
export async function givenSessions(
  words: readonly string[],
  readStdin: () => Promise<string>,
): Promise<readonly string[]> {
  const sessions = new Set<string>();
  for (const word of words) for (const each of word === "-" ? lines(await readStdin()) : [word]) sessions.add(each);
  return [...sessions];
}

/** Problems with names that would be another path. */
export function pathProblems(sessions: readonly string[]): Problem[] {
  return sessions.flatMap((each) => dotSegmentProblem("id_or_name", each) ?? []);
}

function lines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
