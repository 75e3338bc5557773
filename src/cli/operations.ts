import type { OperationId } from "../contract/index.ts";
import type { Part, PlainOperation, Validate } from "../contract/plain.ts";
import { validatorName } from "../contract/plain.ts";
import { areaLoaders, operationHeads, validatorLoaders } from "../generated/index.ts";

/** One operation as plain data; only its area is loaded. */
export async function loadOperation(id: OperationId): Promise<PlainOperation> {
  const { operations } = await areaLoaders[operationHeads[id].area]();
  return operations[id] as PlainOperation;
}

/** The validator of one part of an operation's request; none where that part has no schema. */
export async function loadValidator(operation: PlainOperation, part: Part): Promise<Validate | undefined> {
  if (!operation[part]) return undefined;
  const { validators } = await validatorLoaders[operation.area]();
  return validators[validatorName(operation.id, part)];
}
