import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { PROBE_DIRECTORY } from "../processes/container-probe.ts";
import { isTempRoot } from "../sessions/temp-directories.ts";

/** Browser that a service has started. */
export interface LeftBrowser {
  readonly pid: number;
  /** Start of the process in ticks since the boot; another process with the same id has another start. */
  readonly started: string;
}

/**
 * Browsers of this user that a dead service has left: their profile is in its state directory or in the directory of
 * its temporary files. Only their own flag proves that, because an editor may have such a file open too. Empty on
 * systems other than Linux, which do not show it.
 */
export async function leftBrowsers(stateDir: string, tempDir: string | undefined): Promise<LeftBrowser[]> {
  const places = [join(stateDir, "sessions"), ...(tempDir !== undefined && isTempRoot(tempDir) ? [tempDir] : [])];
  const ids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    ids.map(async (id): Promise<LeftBrowser | undefined> => {
      const [line, facts, started] = await Promise.all([
        readFile(`/proc/${id}/cmdline`, "utf8").catch(() => ""),
        stat(`/proc/${id}`).catch(() => undefined),
        startOf(id),
      ]);
      const flag = line.split("\0").find((word) => word.startsWith("--user-data-dir="));
      const profile = flag?.slice("--user-data-dir=".length);
      const isOurs = profile !== undefined && places.some((place) => profile.startsWith(`${place}/`));
      // The browser's own processes, such as its renderers, end with it.
      if (!isOurs || line.includes("\0--type=") || facts?.uid !== process.getuid?.() || started === undefined)
        return undefined;
      return { pid: Number(id), started };
    }),
  );
  return found.filter((each) => each !== undefined);
}

/** Kills a browser and its process group, unless its id belongs to another process by now. */
export async function endBrowser({ pid, started }: LeftBrowser): Promise<void> {
  if ((await startOf(String(pid))) !== started) return;
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, "SIGKILL");
    } catch {
      // The process is not a group leader, or has ended.
    }
  }
}

async function startOf(id: string): Promise<string | undefined> {
  const text = await readFile(`/proc/${id}/stat`, "utf8").catch(() => undefined);
  // The program's name, in parentheses, may contain spaces; the start is field 22.
  return text?.slice(text.lastIndexOf(")") + 2).split(" ")[19];
}

/** Directories that an interrupted check of the container has left in the state directory. */
export async function leftProbes(stateDir: string): Promise<string[]> {
  const names = await readdir(stateDir).catch(() => []);
  return names.filter((name) => PROBE_DIRECTORY.test(name)).map((name) => join(stateDir, name));
}

/** Removes directories that {@link leftProbes} has found. */
export async function removeProbes(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { recursive: true, force: true });
}
