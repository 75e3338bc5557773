import type { Part, PlainOperation } from "../contract/plain.ts";
import { inputProblems } from "../contract/problems.ts";
import type { Problem } from "../core/errors.ts";
import { loadValidator } from "./operations.ts";

/** What is wrong with one part of a request, by the paths of its fields. */
export async function checkRequest(operation: PlainOperation, part: Part, value: unknown): Promise<Problem[]> {
  const schema = operation[part];
  const validate = schema && (await loadValidator(operation, part));
  if (!schema || !validate || validate(value)) return [];
  return inputProblems(validate.errors ?? [], schema, value, part);
}
