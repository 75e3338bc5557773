import type { Problem } from "../../core/errors.ts";

/**
 * Problem with a value that a URL takes for a step in its path, `.` or `..`; undefined for any other. A thing with such a
 * name is reached by its id.
 *
 * @param name parameter of the path, such as `id_or_name`
 */
export function dotSegmentProblem(name: string, value: unknown): Problem | undefined {
  if (value !== "." && value !== "..") return undefined;
  const why = `"${value}" would change the path of the request`;
  return { path: `<${name}>`, message: name.endsWith("_or_name") ? `${why}; give the id of what has this name` : why };
}
