import type { BodyOf, Run } from "../../cli/declare/body.ts";
import { looksLikeId, projectName } from "../../cli/output/project-name.ts";
import type { ContextEntry } from "../../settings/model.ts";
import { type ShownContext, serviceOf, shownContext } from "./lib/shown-context.ts";
import type { contextList } from "./list.ts";

type ListBody = BodyOf<typeof contextList>;

/** Maximum time for the name of a project, in milliseconds: a list must not wait for an unreachable service. */
const MAX_NAME_MS = 1_000;

/** Every context; `current` marks the one that a command here would use. */
export const run: Run<typeof contextList> = async (body) => {
  const { forPeople, settings, value } = body;
  const contexts = Object.entries(settings.settings.contexts);
  const shown = contexts.map(([name, entry]) => [shownContext(settings, name, entry), entry] as const);
  if (!forPeople) return value(shown.map(([context]) => context));
  return value(await Promise.all(shown.map(([context, entry]) => withProjectName(body, context, entry))));
};

/** A context with the name of its project instead of the id, if the service provides it. */
async function withProjectName(body: ListBody, shown: ShownContext, entry: ContextEntry): Promise<ShownContext> {
  const { at, settings, signal } = body;
  // A token program or a keychain may prompt the user, which a list must not do.
  if (shown.project === null || !looksLikeId(shown.project) || entry.token_store !== undefined) return shown;
  const service = serviceOf(settings.paths, shown.name, entry);
  if (service === undefined) return shown;
  // Without the project header, because a deleted project would be an error.
  const { call } = at({ ...service, project: undefined });
  const project = await projectName(shown.project, { call, signal, limitMs: MAX_NAME_MS });
  return { ...shown, project: project ?? shown.project };
}
