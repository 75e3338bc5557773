import type { Run } from "../../cli/body.ts";
import { CliError } from "../../core/errors.ts";
import { contextEntry } from "../../settings/model.ts";
import { updateSettings } from "../../settings/write-settings.ts";
import type { logout } from "./logout.ts";

/** Removes the token of one context; the context itself stays. */
export const run: Run<typeof logout> = async ({ done, note, settings: own, signal }) => {
  const { paths, resolved, settings } = own;
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
    { notice: note, signal },
  );
  if (resolved.token.source === "environment") note(`warning: ${resolved.token.from} is still set`);
  const sentence = had ? `Removed the token of context "${name}".` : `Context "${name}" has no token.`;
  return done(sentence, { context: name, removed: had });
};
