import type { BodyOf, Run } from "../../cli/declare/body.ts";
import { projectWords } from "../../cli/output/place.ts";
import { nameFor, projectName } from "../../cli/output/project-name.ts";
import { Styled } from "../../core/styled.ts";
import type { AuthContextResult } from "../../generated/types.ts";
import type { authContext } from "./context.ts";
import { allowedWords, contextOrigin, kindWords, projectOrigin } from "./lib/identity-words.ts";
import { scopeNotes } from "./lib/scope-notes.ts";

/** Shows the identity of the token: the API's record for a program; for a person also local facts. */
export const run: Run<typeof authContext> = async (body) => {
  const { call, forPeople, note, settings, text, value, wantsValue } = body;
  const record = await call("auth.context");
  if (wantsValue && !forPeople) return value(record);
  const { project_id } = record.authorization.effective_scope;
  // Names are only for people; a program gets the record without further requests.
  const [project, key] = await Promise.all([
    project_id === null ? undefined : projectName(project_id, body),
    forPeople ? keyName(record, body) : undefined,
  ]);
  const acting = project_id === null ? undefined : projectWords(project_id, project);
  for (const each of scopeNotes(record, settings, acting)) note(`note: ${each}`);
  return forPeople ? text(await page(rows(record, { acting, key }, body), body)) : value(record);
};

/** Names for the ids in a record, if the service provides them. */
interface Names {
  /** The project in effect, in words. */
  readonly acting: string | undefined;
  /** The API key. */
  readonly key: string | undefined;
}

/** Name of the API key that is used. */
async function keyName(
  { authentication: { credential_id, method } }: AuthContextResult,
  { call, signal }: BodyOf<typeof authContext>,
): Promise<string | undefined> {
  if (method !== "api_key" || credential_id === null) return undefined;
  return nameFor(
    signal,
    async (options) => (await call("apiKeys.get", { params: { id: credential_id } }, options)).name,
  );
}

type Row = readonly [title: string, value: string];

function rows(
  record: AuthContextResult,
  { acting, key }: Names,
  { service, settings }: BodyOf<typeof authContext>,
): Row[] {
  const { authentication, authorization, organization, principal } = record;
  const { baseUrl, contextName, tokenFrom } = service();
  const { context, project } = settings.resolved;
  const chosen = contextName === undefined ? "none" : `${contextName} (${contextOrigin(context)})`;
  return [
    ["principal", `${kindWords(principal.type)} ${idWords(principal.id, authentication, key)}`],
    ["credential", credentialWords(authentication, principal.id, key)],
    ["credential scope", allowedWords(authorization.credential_scope.project_id)],
    ["effective scope", acting === undefined ? "the organization's default project" : `project ${acting}`],
    ["organization", organization.id],
    ["service", baseUrl],
    ["context", chosen],
    ["project", project.value === undefined ? "none" : `${project.value} (${projectOrigin(settings.resolved)})`],
    ["token", tokenFrom ?? "unknown"],
  ];
}

/** The credential; without its id if that is also the principal's, which the previous line shows. */
function credentialWords(
  authentication: AuthContextResult["authentication"],
  principalId: string,
  key: string | undefined,
): string {
  const { credential_id, method, source } = authentication;
  const kinds = [...new Set([method, source])].map(kindWords).join(", ");
  if (credential_id === principalId) return kinds;
  return credential_id === null ? `none (${kinds})` : `${idWords(credential_id, authentication, key)} (${kinds})`;
}

/** An id after its name, if the name is known. */
function idWords(id: string, { credential_id }: AuthContextResult["authentication"], key: string | undefined): string {
  return projectWords(id, id === credential_id ? key : undefined);
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
