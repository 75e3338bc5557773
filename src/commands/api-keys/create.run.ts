import type { BodyOf, Check, Run } from "../../cli/declare/body.ts";
import { projectWords } from "../../cli/output/place.ts";
import { looksLikeId } from "../../cli/output/project-name.ts";
import type { apiKeysCreate } from "./create.ts";
import { deliverNewKey } from "./lib/new-key.ts";

type Create = BodyOf<typeof apiKeysCreate>;

export const check: Check<typeof apiKeysCreate> = ({ flags, request }) => [
  ...(flags.organization && request.body.project_id !== undefined
    ? [{ path: "--organization", message: "cannot be used together with --project-id" }]
    : []),
  ...(flags.force && flags.outFile === undefined ? [{ path: "--force", message: "needs --out-file beside it" }] : []),
];

/** Creates a key for the project in effect, or for the organization. */
export const run: Run<typeof apiKeysCreate> = async (body) => {
  const { call, request } = body;
  const project_id = await scopeOf(body);
  const scope = project_id === undefined ? {} : { project_id };
  return deliverNewKey(body, async () => {
    const created = await call("apiKeys.create", { body: { ...request.body, ...scope } });
    if (typeof project_id === "string") noteScope(body, projectWords(project_id, created.project_name ?? undefined));
    return created;
  });
};

/** Notes the project of a key where no flag names it. */
function noteScope({ note, request, settings }: Create, shown: string): void {
  const { from, source } = settings.resolved.project;
  if (request.body.project_id !== undefined || source === "flag") return;
  note(`note: the key is for project ${shown} alone, from ${from}; --organization makes one for all projects`);
}

/** Id of the project that the key is for; undefined where the service decides. */
async function scopeOf({
  call,
  flags,
  note,
  previewing,
  request,
  settings,
}: Create): Promise<string | null | undefined> {
  if (request.body.project_id !== undefined) return request.body.project_id;
  if (flags.organization) return null;
  const { project } = settings.resolved;
  if (project.value === undefined) return undefined;
  if (previewing) {
    if (looksLikeId(project.value)) return project.value;
    note(
      `note: this request finds the id of project "${project.value}"; --project-id ID shows the one that creates the key`,
    );
  }
  // The service resolves a name to its id, which is the effective scope of a request sent with that name.
  const { authorization } = await call("auth.context");
  return authorization.effective_scope.project_id;
}
