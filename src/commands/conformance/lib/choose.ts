import { specs } from "../../../conformance/declarations.ts";
import type { OperationSpec } from "../../../contract/operation.ts";
import type { Problem } from "../../../core/errors.ts";

/** Filter of operations by their ids, areas, or patterns with `*`. */
export function chosenBy(words: readonly string[]): (spec: Pick<OperationSpec, "area" | "id">) => boolean {
  const patterns = words.map((word) => new RegExp(`^${word.replace(/[^\w*]/g, "\\$&").replaceAll("*", ".*")}$`));
  return ({ area, id }) =>
    patterns.some((pattern) => pattern.test(id) || pattern.test(area) || pattern.test(group(id)));
}

/** Problems of words that choose no operation. */
export function unknownChoices(words: readonly string[]): Problem[] {
  const areas = [...new Set(specs.map(({ id }) => group(id)))].sort();
  return words
    .filter((word) => !specs.some(chosenBy([word])))
    .map((word) => ({ path: "--only", message: `no operation is named "${word}"; areas: ${areas.join(", ")}` }));
}

/** First part of an id: `vaultItems`. */
function group(id: string): string {
  return id.split(".")[0] ?? id;
}
