import { callAndRender } from "../../cli/call-and-render.ts";
import { checkRequest } from "../../cli/check-request.ts";
import { readSource } from "../../cli/source.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { type Problem, usageError } from "../../core/errors.ts";
import type { BatchAction } from "../../input-rules/action-rules.ts";
import { batchProblems } from "../../input-rules/batch-rules.ts";

/** Takes the list of actions as an argument, or the whole body as `--input`. */
export const run: CommandRun = async (context) => {
  const { args, io, lifetime, operation, request } = context;
  if (!operation) throw new Error("a batch is a call");
  const problems: Problem[] = [];
  const body: Record<string, unknown> = { ...request.body };
  const word = args[1];
  if (word !== undefined) body["actions"] = parse(await readSource(word, "<actions>", io, lifetime.signal), problems);
  else if (body["actions"] === undefined)
    problems.push({ path: "<actions>", message: "is missing; give a JSON list, -, @file or env:NAME" });
  const full = { ...request, body };
  if (problems.length === 0) problems.push(...(await checkRequest(operation, "body", body)));
  if (problems.length === 0 && word !== undefined) problems.push(...batchProblems(body["actions"] as BatchAction[]));
  if (problems.length > 0) throw usageError(problems, "browserctl browsers computer batch --help");
  return callAndRender({ ...context, request: full });
};

function parse(text: string, problems: Problem[]): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    problems.push({ path: "<actions>", message: `is not JSON: ${(error as Error).message}` });
    return undefined;
  }
}
