import { existsSync } from "node:fs";
import { rm, rmdir } from "node:fs/promises";
import type { BodyOf, Run } from "../../cli/declare/body.ts";
import { fileError } from "../../core/errors.ts";
import { programCache } from "../../core/program-cache.ts";
import { installedCompletions, uninstallCompletion } from "../completion/lib/installation.ts";
import { homeOf, placeOf } from "../completion/lib/places.ts";
import { workName } from "./lib/state-words.ts";
import type { localUninstall } from "./uninstall.ts";

type Uninstall = BodyOf<typeof localUninstall>;

/** Data that this program has stored, and a function that removes it. */
interface Stored {
  readonly what: "completion" | "state" | "cache" | "settings";
  readonly path: string;
  remove(): Promise<unknown>;
}

/**
 * Removes what the program has stored, after confirmation. The settings are last, because they have the paths of the
 * rest.
 */
export const run: Run<typeof localUninstall> = async (body) => {
  const { confirm, consented, done, flags, progress } = body;
  const stored = await findStored(body);
  const items = stored.map(({ what, path }) => ({ what, path }));
  if (stored.length === 0) return done("This program has nothing stored on this machine.", { removed: [] });
  const names = items.map(({ what, path }) => `${what} in ${path}`);
  if (flags.check) return done(["Would remove:", ...names.map((name) => `  ${name}`)], { would_remove: items });
  if (!consented) await confirm(`${await actionOf(body)} ${names.join(", ")}?`, "machine");
  await progress("Removing what is stored", async () => {
    for (const each of stored) await each.remove();
  });
  noteKept(body);
  return done([...names.map((name) => `Removed ${name}.`), "To remove the program: npm uninstall -g browserctl"], {
    removed: items,
  });
};

async function actionOf({ settings }: Uninstall): Promise<string> {
  const { liveWork } = await import("../../service/lifecycle/probe.ts");
  const works = await Promise.all(stateDirs(settings).map(async (dir) => workName(await liveWork(dir))));
  const names = works.filter((name) => name !== undefined);
  return names.length === 0 ? "Remove" : `End ${names.join(" and ")} and remove`;
}

async function findStored(body: Uninstall): Promise<Stored[]> {
  const { env, settings, signal } = body;
  const { paths } = settings;
  const { resetService, storedNames } = await import("../../service/lifecycle/reset.ts");
  const stored = await completions(body);
  for (const stateDir of stateDirs(settings)) {
    if ((await storedNames(stateDir)).length === 0) continue;
    stored.push({ what: "state", path: stateDir, remove: () => resetService({ stateDir, signal }) });
  }
  const cache = programCache(env);
  if (cache !== undefined && existsSync(cache))
    stored.push({ what: "cache", path: cache, remove: () => remove(cache) });
  const files = [paths.file, paths.backup, paths.lock];
  if (files.some((file) => existsSync(file))) {
    stored.push({
      what: "settings",
      path: paths.configDir,
      remove: async () => {
        for (const file of files) await remove(file);
        // Files of other programs stay.
        await rmdir(paths.configDir).catch(() => {});
      },
    });
  }
  return stored;
}

/** State directories of all local services in the settings, and of the one in use. */
function stateDirs({ paths, resolved, settings }: Uninstall["settings"]): string[] {
  const own = Object.values(settings.contexts).flatMap(({ kind, state_dir }) =>
    kind === "local" ? [state_dir ?? paths.stateDir] : [],
  );
  return [...new Set([...own, resolved.state_dir.value])];
}

async function completions({ cwd, defer, env, signal }: Uninstall): Promise<Stored[]> {
  const home = homeOf(env);
  const installed = await installedCompletions(env, home);
  return installed.map(({ path, shell }) => ({
    what: "completion",
    path,
    remove: async () => uninstallCompletion(await placeOf(shell, env, home), { cwd, defer, home, signal }),
  }));
}

function noteKept({ note, settings: { settings } }: Uninstall): void {
  const kept = Object.entries(settings.contexts).filter(([, { token_store }]) => token_store?.kind === "keychain");
  if (kept.length === 0) return;
  note(`note: the keychain keeps the tokens of ${kept.map(([name]) => name).join(", ")}; remove them there`);
}

async function remove(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch (error) {
    throw fileError("remove", path, error);
  }
}
