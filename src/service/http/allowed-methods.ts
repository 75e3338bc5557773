import type { Method } from "../../contract/operation.ts";
import { unservedOperations } from "../../generated/local-support.ts";
import { operationHeads } from "../../generated/operation-heads.ts";

/** HTTP methods that a path allows; empty for an unknown path. */
export function allowedMethods(path: string): Method[] {
  const routes = [...Object.values(operationHeads), ...unservedOperations];
  const methods = routes.filter((route) => pattern(route.path).test(path)).map((route) => route.method);
  if (path === "/openapi.json" || path === "/spec.json") methods.push("GET");
  return [...new Set(methods)].sort();
}

function pattern(path: string): RegExp {
  const source = path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, "[^/]+");
  return new RegExp(`^${source}$`);
}
