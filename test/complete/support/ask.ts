import { type AnswerOptions, answer } from "../../../src/complete/answer.ts";
import { readQuestion } from "../../../src/complete/question.ts";
import type { Offer } from "../../../src/complete/rows.ts";
import { sinceStart } from "../../../src/complete/since-start.ts";

/** Long enough for an answer on a busy machine; no test waits for it. */
const PATIENCE_MS = 30_000;

export type AskOptions = Partial<Omit<AnswerOptions, "until">> & {
  /** Milliseconds until an answer comes too late. */
  readonly withinMs?: number;
};

/** Offers of a line such as `browsers sh --project p -- ARG`, whose words have no spaces. */
export async function ask(
  line: string,
  { env = {}, cwd = "/", now = Date.now(), withinMs = PATIENCE_MS }: AskOptions,
): Promise<Offer[]> {
  const question = readQuestion(line.split(" "));
  if (!question) throw new Error(`no question: ${line}`);
  return answer(question, { env, cwd, now, until: sinceStart() + withinMs });
}

/** Values alone of the offers of a line. */
export async function values(line: string, options: AskOptions): Promise<string[]> {
  return (await ask(line, options)).map(({ value }) => value);
}
