import type { Env } from "../settings/paths.ts";
import { answer } from "./answer.ts";
import { ASK_AT_LEAST_MS } from "./fetch-records.ts";
import { readQuestion } from "./question.ts";
import { sinceStart } from "./since-start.ts";

/**
 * Milliseconds after the start of the process at which the wait for the service ends, so that TAB takes at most 300.
 */
const ASK_UNTIL_MS = 260;

/**
 * Lines with the values for `browserctl __complete SOURCE PREFIX [flags] -- [ARG...]`, each with a tab and a description. An
 * empty text stands for no values and for every failure: a shell has no place for errors while a person types.
 *
 * @param now the present in milliseconds since 1970
 */
export async function complete(words: readonly string[], env: Env, cwd: string, now: number): Promise<string> {
  try {
    const question = readQuestion(words);
    if (question === undefined) return "";
    const until = Math.max(ASK_UNTIL_MS, sinceStart() + ASK_AT_LEAST_MS);
    const offers = await answer(question, { env, cwd, now, until });
    return offers.map(({ value, description }) => `${value}\t${description}\n`).join("");
  } catch {
    return "";
  }
}
