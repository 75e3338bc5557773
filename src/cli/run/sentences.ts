import type { CommandContext } from "../declare/context.ts";
import { placeOf } from "../output/place.ts";

/**
 * Project and context of a question, ` in project shop of context prod`, so that a user of several does not confuse
 * them. For resources of the organization, such as a project or an API key, only the context. Empty without either.
 */
export async function placeOfQuestion(context: CommandContext): Promise<string> {
  const { contextName, project } = context.service();
  const isOrganizations = context.operation?.path.startsWith("/org/") === true;
  const place =
    isOrganizations || project === undefined
      ? placeOf({ contextName, project: undefined })
      : placeOf({ contextName, project }, await nameOf(project, context));
  return place === "" ? "" : ` in ${place}`;
}

async function nameOf(project: string, context: CommandContext): Promise<string | undefined> {
  const [{ projectName }, { typedApi }] = await Promise.all([
    import("../output/project-name.ts"),
    import("./typed-api.ts"),
  ]);
  const { call } = typedApi(context, () => context.client());
  return projectName(project, { call, signal: context.lifetime.signal });
}

/** Fills the places of a sentence from the request: `{id_or_name}`, `{path}`. */
export function fill(sentence: string, { request }: CommandContext): string {
  const values: Record<string, unknown> = { ...request.query, ...request.body, ...request.params };
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}
