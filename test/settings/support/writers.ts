import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import type { SettingsPaths } from "../../../src/settings/paths.ts";
import { readSettings } from "../../../src/settings/read-settings.ts";
import { settingsWriter } from "../../support/service/service-program.ts";
import { Child, type Ended } from "./places.ts";

/** Program of a child process that writes settings. */
export const script = await settingsWriter();

/** Permissions of a file, in octal. */
export const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);

/** Files in the settings directory that are neither the settings, their backup nor their lock. */
export const leftovers = (paths: SettingsPaths): string[] =>
  readdirSync(paths.configDir).filter((name) => !/^settings\.(json|backup\.json|lock)$/.test(name));

/** Starts a process that writes settings. */
export const writer = (paths: SettingsPaths, ...args: string[]): Child =>
  new Child(process.execPath, [script, paths.configDir, ...args]);

/** Last line that a writer printed, as JSON. */
export const answer = (end: Ended): Record<string, unknown> => JSON.parse(end.stdout.trim().split("\n").at(-1) ?? "");

/**
 * Runs writers at the same time, two writes each, and reads the settings while they run: each reading must be complete and
 * none may be older than the one before. Gives the names of the contexts at the end, which are those of every write.
 */
export async function contextsAfterWriters(paths: SettingsPaths, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => `c${index}`);
  const writers = names.map((name) => writer(paths, "add", name, `${name}-again`));
  let running = true;
  const ends = Promise.all(writers.map((each) => each.ended)).finally(() => {
    running = false;
  });
  const seen = new Set<number>();
  let most = 0;
  while (running) {
    const contexts = Object.keys(readSettings(paths.file).contexts).length;
    expect(contexts).toBeGreaterThanOrEqual(most);
    most = contexts;
    seen.add(contexts);
    if (existsSync(paths.file)) expect(mode(paths.file)).toBe("600");
    // Readings without a pause take the processor from the writers.
    await pause(2);
  }
  for (const end of await ends) expect({ code: end.code, ...answer(end) }).toEqual({ code: 0, notices: [] });
  const settings = readSettings(paths.file);
  const written = Object.keys(settings.contexts).sort();
  expect(written).toEqual(names.flatMap((name) => [name, `${name}-again`]).sort());
  expect(settings.contexts["c7"]?.token).toBe("token-c7");
  expect(seen.size).toBeGreaterThan(1);
  expect(readFileSync(paths.backup, "utf8")).toBe(readFileSync(paths.file, "utf8"));
  expect(leftovers(paths)).toEqual([]);
  return written;
}
