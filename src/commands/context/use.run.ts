import type { BodyOf, Run } from "../../cli/body.ts";
import { CliError, missingArgument, usageError } from "../../core/errors.ts";
import { updateSettings } from "../../settings/write-settings.ts";
import { type Override, overrideOf } from "./context-in-use.ts";
import { knownContext, shownContext } from "./shown-context.ts";
import type { contextUse } from "./use.ts";

/** Makes a context the current one, everywhere or for this directory. */
export const run: Run<typeof contextUse> = async (body) => {
  const { args, cwd, done, env, flags, note, settings: own, signal } = body;
  const { paths, settings } = own;
  const name = args.name ?? (await choose(body));
  knownContext(settings, name);
  const { here = false } = flags;
  const after = await updateSettings(
    paths,
    (stored) =>
      here ? { ...stored, directories: { ...stored.directories, [cwd]: name } } : { ...stored, current: name },
    { notice: note, signal },
  );
  const override = overrideOf({ cwd, env, paths }, after, name);
  const value = { context: name, ...(here && { directory: cwd }), in_use: override === undefined };
  return done(sentence(name, here ? ` in ${cwd} and below it` : "", override), {
    ...value,
    ...(override && { overridden_by: override.by }),
  });
};

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
