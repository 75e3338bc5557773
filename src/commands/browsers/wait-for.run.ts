import type { BodyOf, Check, Result } from "../../cli/declare/body.ts";
import { MAX_WAIT_MS } from "../../contract/limits.ts";
import { commandLine } from "../../core/command-line.ts";
import { CliError, type Problem } from "../../core/errors.ts";
import { workIn } from "./lib/agent-calls.ts";
import { patternProblems } from "./lib/filter-problems.ts";
import type { browsersWaitFor } from "./wait-for.ts";

const DEFAULT_MS = 30_000;
const MAX_MS = 3_600_000;

type WaitBody = BodyOf<typeof browsersWaitFor>;

export const check: Check<typeof browsersWaitFor> = ({ flags, request: { body } }) => {
  const { gone, text, url } = body;
  const problems: Problem[] = [];
  if (Object.values(body).every((condition) => condition === undefined || condition === false))
    problems.push({ path: "--text", message: "is missing; or --gone, --ref, --url, --loaded" });
  if ((flags.within ?? 0) > MAX_MS) problems.push({ path: "--within", message: "must be at most 1h" });
  for (const [path, pattern] of Object.entries({ "--text": text, "--gone": gone, "--url": url }))
    problems.push(...patternProblems(path, pattern));
  return problems;
};

/** Waits and prints the page that is shown then. Exit 6 when the time is over. */
export const run = async (tools: WaitBody): Promise<Result> => {
  const { anyValue, flags, now, progress, request, text, wantsValue } = tools;
  const { id } = request.params;
  const within = flags.within ?? DEFAULT_MS;
  const end = now() + within;
  const wait = async () => {
    for (let left = within; ; left = end - now()) {
      const timeout_ms = Math.max(0, Math.min(MAX_WAIT_MS, left));
      const answer = await workIn(tools, id, "waitFor", { ...request.body, timeout_ms });
      if (answer.met || left <= MAX_WAIT_MS) return answer;
    }
  };
  const answer = await progress("Waiting for the page", wait);
  const { met, text: shown, waiting_for } = answer;
  if (met) return wantsValue ? anyValue(answer) : text(`${shown}\n`);
  throw new CliError("timeout", `waited for ${waiting_for.join(" and ")}; shown is the ${shown}`, {
    hint: commandLine`browsers snapshot ${id}`,
  });
};
