import type { OperationId } from "../../contract/index.ts";
import type { PlainOperation } from "../../contract/plain.ts";
import { operationHeads } from "../../generated/operation-heads.ts";
import { loadOperation } from "../declare/operations.ts";

/** The operation that a method and a path below the base URL name; undefined where the contract declares none. */
export async function operationOf(method: string, path: string): Promise<PlainOperation | undefined> {
  const segments = path.replace(/[?#].*$/s, "").split("/");
  let best: { id: OperationId; parameters: number } | undefined;
  for (const [id, head] of Object.entries(operationHeads) as [OperationId, { method: string; path: string }][]) {
    if (head.method !== method) continue;
    const parameters = matchPath(head.path.split("/"), segments);
    if (parameters !== undefined && (best === undefined || parameters < best.parameters)) best = { id, parameters };
  }
  return best && loadOperation(best.id);
}

/** Number of path parameters; undefined when the path does not match. */
function matchPath(template: readonly string[], segments: readonly string[]): number | undefined {
  if (template.length !== segments.length) return undefined;
  let parameters = 0;
  for (const [at, wanted] of template.entries()) {
    const isParameter = wanted.startsWith("{");
    if (isParameter ? segments[at] === "" : wanted !== segments[at]) return undefined;
    if (isParameter) parameters += 1;
  }
  return parameters;
}
