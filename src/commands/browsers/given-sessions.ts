import type { CommandContext } from "../../cli/context.ts";
import { readSource } from "../../cli/source.ts";
import { usageError } from "../../core/errors.ts";

/**
 * The sessions that the arguments name, each once; `-` stands for those on stdin, one on a line. Exit 2 for a word that
 * would be another path.
 */
export async function givenSessions({ args, spec, io, lifetime }: CommandContext): Promise<readonly string[]> {
  const sessions = new Set<string>();
  for (const word of args) for (const each of word === "-" ? await linesOfStdin() : [word]) sessions.add(each);
  const wrong = [...sessions].filter((each) => each === "." || each === "..");
  if (wrong.length > 0) {
    const problems = wrong.map((each) => ({ path: "<id_or_name>", message: `must not be "${each}"` }));
    throw usageError(problems, `browserctl ${spec.words} --help`);
  }
  return [...sessions];

  async function linesOfStdin(): Promise<string[]> {
    const text = await readSource("-", "<id_or_name>", io, lifetime.signal);
    return text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
  }
}
