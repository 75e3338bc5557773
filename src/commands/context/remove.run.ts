import type { Run } from "../../cli/declare/body.ts";
import { commandLine } from "../../core/command-line.ts";
import { CliError } from "../../core/errors.ts";
import { dropTokens } from "../../settings/tokens/drop-tokens.ts";
import { keychainOf } from "../../settings/tokens/keep-token.ts";
import { knownContext } from "./lib/shown-context.ts";
import type { contextRemove } from "./remove.ts";

/** Removes a context with its token, in the keychain too, and what pointed to it. */
export const run: Run<typeof contextRemove> = async ({
  args: { name },
  confirm,
  done,
  env,
  flags,
  warn,
  settings: own,
  signal,
}) => {
  const { paths, settings } = own;
  const entry = knownContext(settings, name);
  const hasToken = entry.token !== undefined || (keychainOf(entry) !== undefined && !flags.forget);
  await confirm(`Remove context "${name}"${hasToken ? " and its token" : ""}?`, "machine");
  const options = { paths, env, signal, warn, forget: flags.forget === true };
  const { after, failures } = await dropTokens([name], settings, options, (stored) => {
    delete stored.contexts[name];
    if (stored.current === name) delete stored.current;
    stored.directories = Object.fromEntries(Object.entries(stored.directories).filter(([, used]) => used !== name));
  });
  const failure = failures.get(name);
  if (failure !== undefined) {
    const hint = `unlock the keychain, or leave its entry there: ${commandLine`context remove ${name} --forget`}`;
    throw new CliError(failure.exit, failure.message, { ...failure.options, hint, cause: failure });
  }
  if (after.contexts[name] !== undefined) {
    throw new CliError("failed", `another login to context "${name}" came in between; it was kept`, {
      code: "context_changed",
      hint: commandLine`context remove ${name}`,
    });
  }
  const isMissed = settings.current === name && Object.keys(after.contexts).length > 0;
  const end = isMissed ? { next: ["browserctl context use NAME"] } : {};
  return done(`Removed context "${name}".`, { context: name, removed: true }, end);
};
