import type { Needs } from "../../../cli/declare/body.ts";
import { CliError } from "../../../core/errors.ts";
import { type ContextEntry, contextEntry } from "../../../settings/model.ts";
import { updateSettings } from "../../../settings/write-settings.ts";
import { requiredContext } from "../../context/lib/context-in-use.ts";
import { sessionVariables } from "./printed-session.ts";

type Tools = Needs<"cwd" | "service" | "settings" | "signal" | "warn">;

/** Variable that holds the current session; it overrides a stored one. */
export const SESSION_VARIABLE = sessionVariables.session_id;

/**
 * Stores, or removes, the current session of a directory and its subdirectories for the context in use. Returns true
 * when something changed. Exit 2 when no context is in use.
 */
export async function chooseSession(body: Tools, id: string | undefined, directory = body.cwd): Promise<boolean> {
  const { settings: own, signal, warn } = body;
  const name = requiredContext(body, SESSION_VARIABLE);
  let changed = false;
  await updateSettings(
    own.paths,
    (stored) => {
      const entry = contextEntry(stored, name);
      if (!entry) throw new CliError("usage", `context "${name}" is gone`, { hint: "browserctl context list" });
      const { [directory]: before, ...others } = entry.sessions ?? {};
      changed = before !== id;
      const sessions = id === undefined ? others : { ...others, [directory]: id };
      return { ...stored, contexts: { ...stored.contexts, [name]: withSessions(entry, sessions) } };
    },
    { signal, warn },
  );
  return changed;
}

function withSessions({ sessions: _, ...entry }: ContextEntry, sessions: Record<string, string>): ContextEntry {
  return Object.keys(sessions).length === 0 ? entry : { ...entry, sessions };
}
