import type { OperationId } from "../../contract/index.ts";
import { loadOperation } from "./operations.ts";
import type { CommandSpec } from "./spec.ts";

/**
 * True for a command that changes no record, page, setting or service, apart from its flags. It follows from `effects`
 * and the methods of its operations, unless the command declares `reads`.
 *
 * @param args arguments as they were typed, for a command whose words name its call
 */
export async function onlyReads(spec: CommandSpec, args: readonly string[] = []): Promise<boolean> {
  const { calls, effects, operation, reads, requests, watch } = spec;
  if (reads !== undefined) return reads;
  if (effects === "request") return /^(?:get|head)$/i.test(args[0] ?? "");
  if (effects === "settings" || effects === "service") return false;
  if (typeof effects === "object" && (effects.settings === true || effects.service === true)) return false;
  if (operation) return watch !== false && (await isRead(operation));
  if (calls) return (await Promise.all(calls.map(isRead))).every(Boolean);
  return requests !== true;
}

/** True for an operation that returns a record or a stream and changes nothing. */
async function isRead(id: OperationId): Promise<boolean> {
  return (await loadOperation(id)).method === "GET";
}

/** True for a command that deletes a record, or asks a question about one. */
export async function deletes({ operation, question }: CommandSpec): Promise<boolean> {
  if (question) return true;
  return operation !== undefined && (await loadOperation(operation)).method === "DELETE";
}
