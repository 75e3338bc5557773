import type { CommandContext } from "../../cli/context.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { CliError, usageError } from "../../core/errors.ts";
import { updateSettings } from "../../settings/write-settings.ts";
import { type Override, overrideOf } from "./context-in-use.ts";
import { knownContext, shownContext } from "./shown-context.ts";

/** Makes a context the current one, everywhere or for this folder. */
export const run: CommandRun = async (context) => {
  const { settings, paths, io, lifetime, flags } = context;
  const name = context.args[0] ?? (await choose(context));
  knownContext(settings, name);
  const here = flags["here"] === true;
  const after = await updateSettings(
    paths,
    (stored) =>
      here ? { ...stored, directories: { ...stored.directories, [io.cwd]: name } } : { ...stored, current: name },
    { notice: (text) => io.note(text), signal: lifetime.signal },
  );
  const override = overrideOf(context, after, name);
  const value = { context: name, ...(here && { directory: io.cwd }), in_use: override === undefined };
  return {
    kind: "done",
    sentence: sentence(name, here ? ` in ${io.cwd} and below it` : "", override),
    value: { ...value, ...(override && { overridden_by: override.by }) },
  };
};

function sentence(name: string, where: string, override: Override | undefined): string {
  if (!override) return `Commands${where} now use context "${name}".`;
  const { uses, reason, hint } = override;
  return `Context "${name}" is now the default${where}, but commands here still use ${uses}: ${reason}. To change that: ${hint}`;
}

async function choose(context: CommandContext): Promise<string> {
  const { settings, io, lifetime, resolved } = context;
  const names = Object.keys(settings.contexts);
  if (!io.interactive) throw usageError([{ path: "<name>", message: "is missing" }], "browserctl context list");
  if (names.length === 0) throw new CliError("usage", "there is no context yet", { hint: "browserctl local start" });
  const { select } = await import("../../tui/select.tsx");
  const items = names.map((name) => {
    const { base_url, kind } = shownContext(context, name, knownContext(settings, name));
    return { value: name, note: base_url ?? kind };
  });
  const chosen = await select({
    title: "Use which context?",
    items,
    initial: resolved.context.value,
    io,
    signal: lifetime.signal,
  });
  if (chosen === undefined) throw new CliError("declined", "nothing was changed");
  return chosen;
}
