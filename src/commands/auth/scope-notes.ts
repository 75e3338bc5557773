import type { CommandContext } from "../../cli/context.ts";
import type { AuthContextResult } from "../../generated/types.ts";
import { contextEntry } from "../../settings/model.ts";

type Settings = Pick<CommandContext, "resolved" | "settings">;

/** Differences between what is stored, what was asked for and what is in effect, as sentences for a person. */
export function scopeNotes({ authorization }: AuthContextResult, { resolved, settings }: Settings): string[] {
  const { context, project, token } = resolved;
  const allowed = authorization.credential_scope.project_id;
  const effective = authorization.effective_scope.project_id;
  const entry = context.value === undefined ? undefined : contextEntry(settings, context.value);
  const notes: string[] = [];
  if (allowed !== effective && effective !== null) {
    const scope = allowed === null ? "the whole organization" : `project ${allowed}`;
    const by = project.value === undefined ? "" : `, chosen by ${project.from}`;
    notes.push(`the token is for ${scope}; requests act in project ${effective}${by}`);
  }
  if (project.value !== undefined && effective === null) {
    notes.push(`the service did not apply project "${project.value}" (${project.from})`);
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
