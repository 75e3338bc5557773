import type { AuthContextResult } from "../../generated/types.ts";

/** Identity and scope in words: `key k1 of organization o1, all projects, acting in project p1`. */
export function identityWords({ authentication, authorization, organization, principal }: AuthContextResult): string {
  const isKey = authentication.method === "api_key";
  const who = `${isKey ? "key" : principal.type} ${(isKey ? authentication.credential_id : undefined) ?? principal.id}`;
  const allowed = authorization.credential_scope.project_id;
  const acting = authorization.effective_scope.project_id;
  const scope = allowed === null ? "all projects" : `project ${allowed} only`;
  const now = acting === null || acting === allowed ? "" : `, acting in project ${acting}`;
  return `${who} of organization ${organization.id}, ${scope}${now}`;
}
