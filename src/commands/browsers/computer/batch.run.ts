import type { BodyOf, Check, Run } from "../../../cli/declare/body.ts";
import { checkedPart } from "../../../cli/input/check-request.ts";
import { type CliError, type Problem, usageError } from "../../../core/errors.ts";
import { jsonProblem } from "../../../core/json-syntax-error.ts";
import { parseJson } from "../../../core/parse-json.ts";
import type { ComputerBatchBody } from "../../../generated/types.ts";
import { batchProblems } from "../../../input-rules/batch-rules.ts";
import type { computerBatch } from "./batch.ts";

export const check: Check<typeof computerBatch> = ({ args, request }) =>
  args.actions === undefined && request.body.actions === undefined
    ? [{ path: "<actions>", message: "is missing; give a JSON list, -, @file or env:NAME" }]
    : [];

/** Takes the list of actions as an argument, or the whole body as `--input`. */
export const run: Run<typeof computerBatch> = async (body) => {
  const { params } = body.request;
  await body.call("computer.batch", { params, body: await batchOf(body) });
  return body.done("Done.", { ok: true, ...params });
};

/** The body with the actions of the argument. Exit 2 with all its problems. */
async function batchOf({ args, read, request }: BodyOf<typeof computerBatch>): Promise<ComputerBatchBody> {
  const word = args.actions;
  const { actions } = request.body;
  // A body that only comes from --input has already been checked with the other words.
  if (word === undefined && actions !== undefined) return { ...request.body, actions };
  const typed = word === undefined ? {} : { actions: parsed(await read(word, "<actions>")) };
  const { value, problems } = await checkedPart("computer.batch", "body", { ...request.body, ...typed });
  if (problems) throw refusal(problems);
  const found = batchProblems(value.actions);
  if (found.length > 0) throw refusal(found);
  return value;
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw refusal([{ path: "<actions>", message: `is not JSON: ${jsonProblem(text)}` }]);
  }
}

function refusal(problems: readonly Problem[]): CliError {
  return usageError(problems, "browserctl browsers computer batch --help");
}
