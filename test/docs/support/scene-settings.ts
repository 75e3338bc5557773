import { readFileSync } from "node:fs";
import { expect } from "vitest";
import type { Prepared, Scene } from "./example-scene.ts";

interface StoredSettings {
  readonly current?: string;
  readonly contexts: Readonly<Record<string, { readonly token?: string; readonly base_url?: string }>>;
}

export function settings({ stage }: Prepared): StoredSettings {
  return JSON.parse(readFileSync(stage.settingsFile, "utf8"));
}

/** JSON that a command prints afterwards; undefined for the not-found exit. */
export async function later({ stage }: Prepared, ...words: string[]): Promise<unknown> {
  const { code, stderr, stdout } = await stage.cli([...words, "-o", "json"]);
  if (code === 4) return undefined;
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}

/** Stores a context for the service of these tests, with its token. */
export async function addHosted({ stage }: Prepared, name: string, isCurrent: boolean): Promise<void> {
  const project = stage.project === undefined ? [] : ["--project", stage.project];
  const words = ["login", "--context", name, "--base-url", stage.baseUrl, "--token-stdin", "--yes", ...project];
  const { code, stderr } = await stage.cli(words, { stdin: stage.read("token.txt") });
  expect(code, stderr).toBe(0);
  await stage.cli(["context", "use", isCurrent ? name : "local"]);
}

export function hosted(name: string, isCurrent = false): NonNullable<Scene["prepare"]> {
  return (prepared) => addHosted(prepared, name, isCurrent);
}

/** Commands use a context with the token of the service. */
export function isLoggedIn(name: string): NonNullable<Scene["effect"]> {
  return async (ran) => {
    const context = name === "" ? (settings(ran).current ?? "") : name;
    const { code, stderr, stdout } = await ran.stage.cli(["auth", "context", "--context", context, "-o", "json"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout).authentication.method).toBe("api_key");
  };
}

/** Contexts have no token. */
export function isLoggedOut(...names: string[]): NonNullable<Scene["effect"]> {
  return (ran) => {
    for (const name of names) expect(settings(ran).contexts[name]?.token, name).toBeUndefined();
  };
}

/** The context in use in the home. */
export function uses(name: string): NonNullable<Scene["effect"]> {
  return async (ran) => expect(await later(ran, "context", "show")).toMatchObject({ name });
}

/** Contexts that there are afterwards, and that there are no longer. */
export function contexts(there: string | undefined, gone?: string): NonNullable<Scene["effect"]> {
  return (ran) => {
    const names = Object.keys(settings(ran).contexts);
    if (there !== undefined) expect(names).toContain(there);
    if (gone !== undefined) expect(names).not.toContain(gone);
  };
}
