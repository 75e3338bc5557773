import type { BodyOf, Run } from "../../cli/declare/body.ts";
import { CliError, missingArgument, usageError } from "../../core/errors.ts";
import { updateSettings } from "../../settings/write-settings.ts";
import { type Override, overrideOf } from "./lib/context-in-use.ts";
import { knownContext, shownContext } from "./lib/shown-context.ts";
import { writeDirectoryFile } from "./lib/write-directory-file.ts";
import type { contextUse } from "./use.ts";

/** Makes a context the current one, everywhere or for this directory. */
export const run: Run<typeof contextUse> = async (body) => {
  const { args, cwd, defer, done, env, flags, warn, settings: own, signal } = body;
  const { paths, settings } = own;
  const { here = false, shared = false } = flags;
  if (here && shared) throw usageError([{ path: "--shared", message: "excludes --here; give one of them" }]);
  const name = args.name ?? (await choose(body));
  knownContext(settings, name);
  const at = { cwd, env, paths };
  if (shared) {
    const { project } = own.resolved;
    const choice = { context: name, ...(project.source === "flag" && { project: project.value }) };
    const directoryFile = await writeDirectoryFile(own.directoryFile, choice, { cwd, defer, signal });
    const override = overrideOf({ ...at, directoryFile }, settings, name);
    return done(`Wrote ${directoryFile.path}. ${sentence(name, ` in ${cwd} and below it`, override)}`, {
      ...choice,
      file: directoryFile.path,
      ...inUse(override),
    });
  }
  const after = await updateSettings(
    paths,
    (stored) =>
      here ? { ...stored, directories: { ...stored.directories, [cwd]: name } } : { ...stored, current: name },
    { warn, signal },
  );
  const override = overrideOf({ ...at, directoryFile: own.directoryFile }, after, name);
  return done(sentence(name, here ? ` in ${cwd} and below it` : "", override), {
    context: name,
    ...(here && { directory: cwd }),
    ...inUse(override),
  });
};

function inUse(override: Override | undefined): { in_use: boolean; overridden_by?: string } {
  return { in_use: override === undefined, ...(override && { overridden_by: override.by }) };
}

function sentence(name: string, where: string, override: Override | undefined): string {
  if (!override) return `Commands${where} now use context "${name}".`;
  const { uses, reason, hint } = override;
  return `Context "${name}" is now the default${where}, but commands here still use ${uses}: ${reason}. To change that: ${hint}`;
}

async function choose({ askByView, interactive, settings: own }: BodyOf<typeof contextUse>): Promise<string> {
  const { settings, resolved } = own;
  const names = Object.keys(settings.contexts);
  if (!interactive) throw usageError([missingArgument("name")], "browserctl context list");
  if (names.length === 0) throw new CliError("usage", "there is no context yet", { hint: "browserctl local start" });
  const items = names.map((name) => {
    const { base_url, kind } = shownContext(own, name, knownContext(settings, name));
    return { value: name, note: base_url ?? kind };
  });
  const { select } = await import("../../tui/select.tsx");
  const chosen = await askByView((terminal) =>
    select({ title: "Use which context?", items, initial: resolved.context.value, ...terminal }),
  );
  if (chosen === undefined) throw new CliError("declined", "nothing was changed");
  return chosen;
}
