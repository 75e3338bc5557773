import { stringify } from "yaml";

/** YAML text of a value; long lines are not folded. */
export function yamlText(value: unknown): string {
  return stringify(value, { lineWidth: 0 });
}
