import type { Run } from "../../cli/body.ts";
import { updateSettings } from "../../settings/write-settings.ts";
import type { contextRemove } from "./remove.ts";
import { knownContext } from "./shown-context.ts";

/** Removes a context with its token, and what pointed to it. */
export const run: Run<typeof contextRemove> = async ({
  args: { name },
  confirm,
  done,
  note,
  settings: own,
  signal,
}) => {
  const { paths, settings } = own;
  const entry = knownContext(settings, name);
  const token = entry.token === undefined ? "" : " and its token";
  await confirm(`Remove context "${name}"${token}?`, "machine");
  const after = await updateSettings(
    paths,
    (stored) => {
      delete stored.contexts[name];
      if (stored.current === name) delete stored.current;
      stored.directories = Object.fromEntries(Object.entries(stored.directories).filter(([, used]) => used !== name));
      return stored;
    },
    { notice: note, signal },
  );
  if (settings.current === name && Object.keys(after.contexts).length > 0) note("next: browserctl context use NAME");
  return done(`Removed context "${name}".`, { context: name, removed: true });
};
