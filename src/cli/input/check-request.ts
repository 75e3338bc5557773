import type { OperationId, PartOf } from "../../client/operation-types.ts";
import type { Part, PlainOperation } from "../../contract/plain.ts";
import { inputProblems } from "../../contract/problems.ts";
import type { Problem } from "../../core/errors.ts";
import { loadOperation, loadValidator } from "../declare/operations.ts";

/** Problems of one part of a request, by the paths of its fields. */
export async function checkRequest(operation: PlainOperation, part: Part, value: unknown): Promise<Problem[]> {
  const schema = operation[part];
  const validate = schema && (await loadValidator(operation, part));
  if (!schema || !validate || validate(value)) return [];
  return inputProblems(validate.errors ?? [], schema, value, part);
}

/** A value that fits a part of a request, or its problems by the paths of its fields. */
export type CheckedPart<Id extends OperationId, P extends Part> =
  | { readonly value: PartOf<Id, P>; readonly problems?: undefined }
  | { readonly value?: undefined; readonly problems: readonly Problem[] };

/** Checks a value against one part of an operation's request and gives it with the type of that part. */
export async function checkedPart<Id extends OperationId, P extends Part>(
  id: Id,
  part: P,
  value: unknown,
): Promise<CheckedPart<Id, P>> {
  const problems = await checkRequest(await loadOperation(id), part, value);
  return problems.length > 0 ? { problems } : { value: value as PartOf<Id, P> };
}
