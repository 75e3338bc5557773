import type { AuthContextResult } from "../../../generated/types.ts";
import { contextEntry, type Settings } from "../../../settings/model.ts";
import type { ResolvedSettings } from "../../../settings/resolve.ts";
import { allowedWords, projectOrigin } from "./identity-words.ts";

/**
 * Differences between the stored, the requested and the effective scope, as sentences for a person.
 *
 * @param acting the project in effect with its name, if known
 */
export function scopeNotes(
  { authorization }: AuthContextResult,
  { resolved, settings }: { resolved: ResolvedSettings; settings: Settings },
  acting?: string | undefined,
): string[] {
  const { context, project, token } = resolved;
  const allowed = authorization.credential_scope.project_id;
  const effective = authorization.effective_scope.project_id;
  const entry = context.value === undefined ? undefined : contextEntry(settings, context.value);
  const notes: string[] = [];
  if (allowed !== effective && effective !== null) {
    const by = project.value === undefined ? "" : `, chosen by ${projectOrigin(resolved)}`;
    notes.push(`the token is for ${allowedWords(allowed)}; requests act in project ${acting ?? effective}${by}`);
  }
  if (project.value !== undefined && effective === null) {
    notes.push(`the service did not apply project "${project.value}" (${projectOrigin(resolved)})`);
  }
  if (entry?.project !== undefined && entry.project !== project.value) {
    const why = project.value === undefined ? project.from : `${project.from} chooses "${project.value}"`;
    notes.push(`project "${entry.project}" of context "${context.value}" is not in effect: ${why}`);
  }
  if (token.source === "environment" && token.shadowed.length > 0) {
    notes.push(`${token.from} overrides the token of context "${context.value}"`);
  }
  return notes;
}
