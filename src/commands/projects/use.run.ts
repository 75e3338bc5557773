import type { BodyOf, Run } from "../../cli/declare/body.ts";
import { naming } from "../../cli/run/consent.ts";
import { commandLine } from "../../core/command-line.ts";
import { CliError } from "../../core/errors.ts";
import { type ContextEntry, contextEntry, type Settings } from "../../settings/model.ts";
import { readLocalService } from "../../settings/read-local-service.ts";
import { resolveSettings } from "../../settings/resolve.ts";
import { updateSettings } from "../../settings/write-settings.ts";
import { requiredContext } from "../context/lib/context-in-use.ts";
import type { projectsUse } from "./use.ts";

type UseBody = BodyOf<typeof projectsUse>;

/** Stores an existing project in the context of its service. */
export const run: Run<typeof projectsUse> = async (body) => {
  const { call, done, warn, request, settings: own, signal } = body;
  const { baseUrl, kind } = body.service();
  const name = requiredContext(body, "BROWSERCTL_PROJECT");
  const { id_or_name } = request.params;
  const project = await call("projects.get", { params: { id_or_name } });
  const shown = naming(id_or_name, project);
  if (project.status !== "active") {
    throw new CliError("failed", `project ${shown} is archived: nothing can work in it`, {
      code: "project_archived",
      hint: commandLine`projects unarchive ${project.id}`,
    });
  }
  const after = await updateSettings(
    own.paths,
    (stored) => {
      const entry = contextEntry(stored, name);
      if (!entry) throw new CliError("usage", `context "${name}" is gone`, { hint: "browserctl context list" });
      if (kind === "hosted" && entry.base_url !== baseUrl) throw pointedElsewhere(name, baseUrl, entry);
      return { ...stored, contexts: { ...stored.contexts, [name]: { ...entry, project: project.id } } };
    },
    { warn, signal },
  );
  const other = overriding(body, after, name, project.id);
  const inUse = other === undefined;
  const sentence = inUse
    ? `Commands of context "${name}" now work in project ${shown}.`
    : `Project ${shown} is now that of context "${name}", but commands here ${other.place}: ${other.reason}.`;
  return done(sentence, {
    context: name,
    project_id: project.id,
    project_name: project.name,
    in_use: inUse,
    ...(other && { overridden_by: other.by }),
  });
};

/** Error for a context whose service was changed by another command in the meantime. */
function pointedElsewhere(name: string, baseUrl: string, { base_url, kind }: ContextEntry): CliError {
  const now = base_url ?? `the ${kind} service`;
  return new CliError("usage", `context "${name}" is now for ${now}, and the project is one of ${baseUrl}`, {
    code: "context_changed",
    hint: "browserctl projects list",
  });
}

/** Reason why commands without flags in this directory use another project; undefined if they use this one. */
function overriding(
  { cwd, env, settings: { directoryFile, paths } }: UseBody,
  settings: Settings,
  name: string,
  projectId: string,
): { place: string; by: string; reason: string } | undefined {
  let resolved: ReturnType<typeof resolveSettings>;
  try {
    resolved = resolveSettings({ flags: {}, env, cwd, settings, paths, directoryFile, readLocal: readLocalService });
  } catch (error) {
    // The next command reports invalid variables itself.
    if (error instanceof CliError) return undefined;
    throw error;
  }
  const { context, directory_file, project } = resolved;
  const file = directory_file.value ?? "";
  if (context.value !== name) {
    const place = `use context "${context.value ?? "none"}"`;
    if (context.source === "environment") return { place, by: context.from, reason: `${context.from} is set` };
    if (context.source === "directory") return { place, by: file, reason: `${file} chooses it` };
    return { place, by: "context", reason: `it is ${context.from}` };
  }
  if (project.value === projectId) return undefined;
  const place = `work in project "${project.value ?? "default"}"`;
  if (project.source === "directory") return { place, by: file, reason: `${file} chooses it` };
  return { place, by: project.from, reason: `${project.from} is set` };
}
