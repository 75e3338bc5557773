import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileError } from "../../core/errors.ts";
import { makeDirectory } from "../../core/make-directory.ts";

const file = "browser.json";

/** Path of the browser that the last `local setup` chose for a state directory, if any. */
export async function rememberedBrowser(stateDir: string): Promise<string | undefined> {
  try {
    const { path } = JSON.parse(await readFile(join(stateDir, file), "utf8")) as { path?: unknown };
    return typeof path === "string" ? path : undefined;
  } catch {
    // Missing or damaged: the browser is searched for again.
    return undefined;
  }
}

/** Stores the browser for later starts. Exit 10 when the state directory cannot be written. */
export async function rememberBrowser(stateDir: string, path: string): Promise<void> {
  const target = join(stateDir, file);
  try {
    makeDirectory(stateDir, 0o700);
    await writeFile(`${target}.${process.pid}.tmp`, `${JSON.stringify({ path }, null, 2)}\n`, { mode: 0o600 });
    await rename(`${target}.${process.pid}.tmp`, target);
  } catch (error) {
    throw fileError("write", target, error);
  }
}
