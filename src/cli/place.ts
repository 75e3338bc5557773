import type { Service } from "../settings/require-service.ts";

/** Project and context of a service in words: `project research of context prod`. Empty where it has neither. */
export function placeOf({ contextName, project }: Pick<Service, "contextName" | "project">): string {
  const context = contextName === undefined ? "" : `context ${contextName}`;
  if (project === undefined) return context;
  const shown = /^[\w.-]+$/.test(project) ? project : `"${project}"`;
  return `project ${shown}${context && ` of ${context}`}`;
}
