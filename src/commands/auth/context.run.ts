import type { BodyOf, Run } from "../../cli/body.ts";
import { projectWords } from "../../cli/place.ts";
import { projectName } from "../../cli/project-name.ts";
import { Styled } from "../../core/styled.ts";
import type { AuthContextResult } from "../../generated/types.ts";
import type { authContext } from "./context.ts";
import { allowedWords, kindWords } from "./identity-words.ts";
import { contextOrigin, projectOrigin } from "./origin-words.ts";
import { scopeNotes } from "./scope-notes.ts";

/** Shows the identity of the token: the record of the API for a program, with the facts of this machine for a person. */
export const run: Run<typeof authContext> = async (body) => {
  const { call, note, settings, text, tty, value, wantsValue } = body;
  const record = await call("auth.context");
  if (wantsValue) return value(record);
  const { project_id } = record.authorization.effective_scope;
  // The name is for a person: a program gets the record, and no second request.
  const acting =
    project_id === null
      ? undefined
      : projectWords(project_id, tty.stdout ? await projectName(project_id, body) : undefined);
  for (const each of scopeNotes(record, settings, acting)) note(`note: ${each}`);
  return tty.stdout ? text(await page(rows(record, acting, body), body)) : value(record);
};

type Row = readonly [title: string, value: string];

function rows(
  record: AuthContextResult,
  acting: string | undefined,
  { service, settings }: BodyOf<typeof authContext>,
): Row[] {
  const { authentication, authorization, organization, principal } = record;
  const { baseUrl, contextName, tokenFrom } = service();
  const { context, project } = settings.resolved;
  const chosen = contextName === undefined ? "none" : `${contextName} (${contextOrigin(context)})`;
  return [
    ["principal", `${kindWords(principal.type)} ${principal.id}`],
    ["credential", credentialWords(authentication)],
    ["credential scope", allowedWords(authorization.credential_scope.project_id)],
    ["effective scope", acting === undefined ? "the organization's default project" : `project ${acting}`],
    ["organization", organization.id],
    ["service", baseUrl],
    ["context", chosen],
    ["project", project.value === undefined ? "none" : `${project.value} (${projectOrigin(settings.resolved)})`],
    ["token", tokenFrom ?? "unknown"],
  ];
}

function credentialWords({ credential_id, method, source }: AuthContextResult["authentication"]): string {
  const kinds = [...new Set([method, source])].map(kindWords).join(", ");
  return `${credential_id ?? "none"} (${kinds})`;
}

async function page(all: readonly Row[], { palette }: BodyOf<typeof authContext>): Promise<Styled> {
  const { tableLines } = await import("../../render/table.ts");
  const { heading } = await palette();
  const lines = tableLines(all, {
    width: Number.POSITIVE_INFINITY,
    paint: (cell, _row, at) => (at === 0 ? heading(cell) : cell),
  });
  return Styled.lines(lines);
}
