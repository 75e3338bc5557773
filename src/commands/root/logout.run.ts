import type { CommandRun } from "../../cli/spec.ts";
import { CliError } from "../../core/errors.ts";
import { contextEntry } from "../../settings/model.ts";
import { updateSettings } from "../../settings/write-settings.ts";

/** Removes the token of one context; the context itself stays. */
export const run: CommandRun = async (context) => {
  const { resolved, settings, paths, io, lifetime } = context;
  const name = resolved.context.value;
  if (name === undefined)
    throw new CliError("usage", "no context is chosen", { hint: "browserctl logout --context NAME" });
  const entry = contextEntry(settings, name);
  if (entry?.kind === "local") {
    throw new CliError("usage", `"${name}" is the service on this machine; it keeps its own token`, {
      hint: "browserctl local reset",
    });
  }
  const had = entry?.token !== undefined;
  await updateSettings(
    paths,
    (stored) => {
      const own = contextEntry(stored, name);
      if (own) delete own.token;
      return stored;
    },
    { notice: (text) => io.note(text), signal: lifetime.signal },
  );
  if (resolved.token.source === "environment") io.note(`warning: ${resolved.token.from} is still set`);
  const sentence = had ? `Removed the token of context "${name}".` : `Context "${name}" has no token.`;
  return { kind: "done", sentence, value: { context: name, removed: had } };
};
