import type { Service } from "../../settings/require-service.ts";

/** Project and context of a service in words: `project research of context prod`. Empty where it has neither. */
export function placeOf(
  { contextName, project }: Pick<Service, "contextName" | "project">,
  projectName?: string | undefined,
): string {
  const context = contextName === undefined ? "" : `context ${contextName}`;
  if (project === undefined) return context;
  return `project ${projectWords(project, projectName)}${context && ` of ${context}`}`;
}

/** A project as typed or stored, after its name if that is known: `shop (r6j2…)`. */
export function projectWords(project: string, name?: string | undefined): string {
  return name === undefined || name === project ? quoted(project) : `${quoted(name)} (${project})`;
}

function quoted(name: string): string {
  return /^[\w.-]+$/.test(name) ? name : `"${name}"`;
}
