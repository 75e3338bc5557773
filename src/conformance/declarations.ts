import { operations } from "../contract/index.ts";
import type { OperationSpec } from "../contract/operation.ts";

/** Declarations of all operations, as plain data. */
export const specs = JSON.parse(JSON.stringify(operations)) as OperationSpec[];

/** Declarations of the operations that the local service has. */
export const servedSpecs = specs.filter(({ local }) => local?.unserved === undefined);

/** The declared operation a request belongs to; unknown paths belong to none. */
export function operationOf(method: string, path: string): OperationSpec | undefined {
  const pathname = path.split("?")[0] ?? "";
  return specs.find((spec) => {
    const pattern = new RegExp(`^${spec.path.replace(/\{\w+\}/g, "[^/]+")}$`);
    return spec.method === method && pattern.test(pathname);
  });
}

/** Positions of the parameters in the segments of a path. */
export function parametersOf({ path }: Pick<OperationSpec, "path">): number[] {
  return path.split("/").flatMap((segment, at) => (segment.startsWith("{") ? [at] : []));
}

/** Path of a declaration without the names of its parameters, for comparisons. */
export function pathForm(path: string): string {
  return path.replaceAll(/\{\w+\}/g, "{}");
}

/** The operation of a method on the same path. */
export function siblingOf(
  spec: Pick<OperationSpec, "path">,
  method: OperationSpec["method"],
): OperationSpec | undefined {
  return specs.find((each) => each.method === method && pathForm(each.path) === pathForm(spec.path));
}
