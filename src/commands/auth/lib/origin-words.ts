import type { Resolved } from "../../../settings/candidates.ts";
import type { ResolvedSettings } from "../../../settings/resolve.ts";

/** Origin of the project for a person: a flag, a variable, a file of the directory, or the context that stores it. */
export function projectOrigin({ context, project }: Pick<ResolvedSettings, "context" | "project">): string {
  return project.source === "file" ? `context "${context.value}"` : project.from;
}

/** Origin of the context for a person: `current` without the path of the settings file. */
export function contextOrigin({ from, source }: Resolved<unknown>): string {
  return source === "file" ? from.replace(/ in [^"]*$/s, "") : from;
}
