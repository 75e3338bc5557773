import type { Problem } from "../../core/errors.ts";

/**
 * Problem with `.` or `..` as a value, which a URL parser treats as a path step; undefined for other values. A record
 * with such a name can be reached by its id.
 *
 * @param name parameter of the path, such as `id_or_name`
 */
export function dotSegmentProblem(name: string, value: unknown): Problem | undefined {
  if (value !== "." && value !== "..") return undefined;
  const why = `"${value}" would change the path of the request`;
  return { path: `<${name}>`, message: name.endsWith("_or_name") ? `${why}; give the id of what has this name` : why };
}
