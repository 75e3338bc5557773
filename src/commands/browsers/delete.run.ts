import type { BodyOf, Run } from "../../cli/declare/body.ts";
import { dotSegmentProblem } from "../../cli/input/dot-segment.ts";
import { failureDetails, partialFailure } from "../../cli/output/partial-failure.ts";
import { naming } from "../../cli/run/consent.ts";
import type { Problem } from "../../core/errors.ts";
import { CliError, usageError } from "../../core/errors.ts";
import { count } from "../../render/sentence.ts";
import type { browsersDelete } from "./delete.ts";

/** Sessions named by words, without duplicates; `-` stands for the lines of `readStdin`. */
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

/** Ends every named session and reports the outcome of each; a failure does not stop the others. */
export const run: Run<typeof browsersDelete> = async (body) => {
  const { args, callEach, consented, done, read } = body;
  const sessions = await givenSessions(args.id_or_name, () => read("-", "<id_or_name>"));
  const problems = pathProblems(sessions);
  if (problems.length > 0) throw usageError(problems, "browserctl browsers delete --help");
  if (sessions.length === 0) return done("There are no sessions to end.", []);
  const failures = consented ? new Map<string, CliError>() : await ask(body, sessions);
  const ended: { id_or_name: string; deleted: true }[] = [];
  const inputs = sessions.filter((each) => !failures.has(each)).map((id_or_name) => ({ params: { id_or_name } }));
  for await (const { input, error } of callEach("browsers.delete", inputs)) {
    const { id_or_name } = input.params;
    if (error) failures.set(id_or_name, error);
    else ended.push({ id_or_name, deleted: true });
  }
  if (failures.size > 0) throw partialFailure({ all: sessions, failures, noun: "session", done: "ended" });
  const what = sessions.length === 1 ? `session ${sessions[0]}` : count(sessions.length, "session");
  return done(`Ended ${what}.`, ended);
};

/** Asks about the existing sessions; returns the failures of the others. Exit 4 without a question when none exists. */
async function ask(
  { callEach, confirm, interactive, note }: BodyOf<typeof browsersDelete>,
  sessions: readonly string[],
): Promise<Map<string, CliError>> {
  const failures = new Map<string, CliError>();
  const there: string[] = [];
  const inputs = sessions.map((id_or_name) => ({ params: { id_or_name } }));
  for await (const { input, result, error } of callEach("browsers.get", inputs)) {
    const { id_or_name } = input.params;
    if (!error) there.push(naming(id_or_name, result));
    else if (error.exit === "not-found") failures.set(id_or_name, error);
    else throw error;
  }
  const [first] = there;
  if (first === undefined) throw partialFailure({ all: sessions, failures, noun: "session", done: "ended" });
  for (const { message } of interactive ? failures.values() : []) note(`note: ${message}`);
  const question =
    there.length === 1 ? `End session ${first}?` : `End ${count(there.length, "session")}: ${there.join(", ")}?`;
  try {
    await confirm(question);
  } catch (error) {
    if (!(error instanceof CliError) || error.exit !== "usage" || failures.size === 0) throw error;
    throw new CliError(error.exit, error.message, { ...error.options, details: failureDetails(failures) });
  }
  return failures;
}
