import type { BodyOf, Run } from "../../cli/body.ts";
import { sanitizeLine } from "../../core/sanitize.ts";
import type { AuthContextResult } from "../../generated/types.ts";
import type { authContext } from "./context.ts";
import { scopeNotes } from "./scope-notes.ts";

/** Shows the identity of the token: the record of the API for a program, with the facts of this machine for a person. */
export const run: Run<typeof authContext> = async (body) => {
  const { call, note, settings, text, tty, value, wantsValue } = body;
  const record = await call("auth.context");
  if (wantsValue) return value(record);
  for (const each of scopeNotes(record, settings)) note(`note: ${each}`);
  return tty.stdout ? text(await page(rows(record, body), body)) : value(record);
};

type Row = readonly [title: string, value: string];

function rows(record: AuthContextResult, { service, settings }: BodyOf<typeof authContext>): Row[] {
  const { authentication, authorization, organization, principal } = record;
  const { baseUrl, contextName, tokenFrom } = service();
  const { context, project } = settings.resolved;
  const chosen = contextName === undefined ? "none" : `${contextName} (${context.from})`;
  return [
    ["principal", `${principal.type} ${principal.id}`],
    ["credential", `${authentication.credential_id ?? "none"} (${authentication.method}, ${authentication.source})`],
    ["credential scope", scopeWords(authorization.credential_scope.project_id, "the whole organization")],
    ["effective scope", scopeWords(authorization.effective_scope.project_id, "the organization's default project")],
    ["organization", organization.id],
    ["service", baseUrl],
    ["context", chosen],
    ["project", project.value === undefined ? "none" : `${project.value} (${project.from})`],
    ["token", tokenFrom ?? "unknown"],
  ];
}

function scopeWords(projectId: string | null, whole: string): string {
  return projectId === null ? whole : `project ${projectId}`;
}

async function page(all: readonly Row[], { palette }: BodyOf<typeof authContext>): Promise<string> {
  const { tableLines } = await import("../../render/table.ts");
  const { heading } = await palette();
  const lines = tableLines(
    all.map((row) => row.map(sanitizeLine)),
    { width: Number.POSITIVE_INFINITY, paint: (cell, _row, at) => (at === 0 ? heading(cell) : cell) },
  );
  return `${lines.join("\n")}\n`;
}
