import type { OperationId } from "../../contract/index.ts";
import type { Part, PlainOperation, Validate } from "../../contract/plain.ts";
import { operationLoaders, operationValidators } from "../../generated/index.ts";

/** One operation as plain data; nothing else is loaded. */
export async function loadOperation(id: OperationId): Promise<PlainOperation> {
  return (await operationLoaders[id]()).operation;
}

/** The validator of one part of an operation's request; none where that part has no schema. */
export async function loadValidator(operation: PlainOperation, part: Part): Promise<Validate | undefined> {
  if (!operation[part]) return undefined;
  return (await operationValidators[operation.id as OperationId]()).validators[part];
}
