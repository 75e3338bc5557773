import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { LocalListener } from "../core/local-listener.ts";
import { loadDirectoryFile } from "../settings/directory-choice.ts";
import { checks, type Settings } from "../settings/model.ts";
import { type Env, settingsPaths } from "../settings/paths.ts";
import { readLocalService } from "../settings/read-local-service.ts";
import { readSettings } from "../settings/read-settings.ts";
import { requireService } from "../settings/require-service.ts";
import { resolveSettings, type SettingsFlags } from "../settings/resolve.ts";
import { type TokenSource, withoutNewline } from "../settings/tokens/token-store.ts";

export interface Surroundings {
  readonly env: Env;
  readonly cwd: string;
}

/** The service that is asked. */
export interface Target {
  readonly baseUrl: string;
  readonly context: string | undefined;
  readonly project: string | undefined;
  /** The project comes from `--project`. */
  readonly projectTyped: boolean;
  /** The token, the keychain entry that holds it, or the local service, whose connections have it. */
  readonly token: string | LocalListener | { readonly kind: "keychain"; readonly account: string };
  /** The local service whose identity every connection must prove. */
  readonly listener: LocalListener | undefined;
}

/** Settings of the user, without the mending and recovery of a command. Throws as {@link readSettings}. */
export async function userSettings({ env, cwd }: Surroundings): Promise<Settings> {
  return readSettings((await settingsPaths(env, cwd)).file);
}

/**
 * The service and credentials that a command with these flags would use; undefined when they are not available at once:
 * a token in a pipe, or from a program. assumed: no program runs for a completion, because it may prompt, and is slow.
 *
 * Throws where a command would fail: no service, unknown context, plain http to another machine.
 */
export async function findTarget(flags: SettingsFlags, { env, cwd }: Surroundings): Promise<Target | undefined> {
  const tokenFile = env["BROWSERCTL_TOKEN_FILE"];
  if (tokenFile && !statSync(resolve(cwd, tokenFile)).isFile()) return undefined;
  const paths = await settingsPaths(env, cwd);
  const settings = readSettings(paths.file);
  const directoryFile = await loadDirectoryFile(env, cwd);
  const resolved = resolveSettings({ flags, env, cwd, settings, paths, directoryFile, readLocal: readLocalService });
  const service = requireService(resolved);
  const token = readableToken(service.token, env);
  if (token === undefined) return undefined;
  return {
    baseUrl: service.baseUrl,
    context: service.contextName,
    project: service.project,
    projectTyped: resolved.project.source === "flag",
    token,
    listener: service.listener,
  };
}

function readableToken(source: TokenSource, env: Env): Target["token"] | undefined {
  if (typeof source === "string" || source.kind === "local") return source;
  if (source.kind === "command") return undefined;
  if (source.kind === "keychain") return { kind: "keychain", account: source.account };
  const token = withoutNewline(env[source.variable] ?? "", source.variable, () => {});
  return checks.token(token) === undefined ? token : undefined;
}
