import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import {
  type Bench,
  interleaved,
  type Row,
  type Service,
  startService,
  temporaryDirectory,
  timesFloor,
} from "./bench.ts";

const LIMIT = 1.3;

/** A browser with a window would need the screen of its session. */
const headless = { headless: true };

/**
 * `POST /browsers` until its answer, after which the session can be used, against the same Chromium started by hand
 * with the same flags until its first CDP answer. Needs /proc, where the flags are read from.
 */
export async function benchCreate(bench: Bench): Promise<readonly Row[]> {
  const service = await startService(bench);
  const words = await commandLine(service);
  const directory = await temporaryDirectory(bench);
  const times = await interleaved(bench, bench.long ? 30 : 10, {
    floor: async () => {
      const { ms, close } = await startByHand(bench, words, directory);
      await close();
      return ms;
    },
    service: async () => {
      const started = performance.now();
      const { session_id } = await service.api("POST", "/browsers", headless);
      const ms = performance.now() - started;
      await service.api("DELETE", `/browsers/${session_id}`);
      return ms;
    },
  });
  return [timesFloor("browsers create, in the service", times.service, times.floor, LIMIT)];
}

/** The command line with which a service starts a browser. */
export async function commandLine(service: Service): Promise<string[]> {
  const sample = String((await service.api("POST", "/browsers", headless))["session_id"]);
  const { pid } = await service.api("GET", `/_local/browsers/${sample}`);
  const words = (await readFile(`/proc/${pid}/cmdline`, "utf8")).split("\0").filter((word) => word !== "");
  await service.api("DELETE", `/browsers/${sample}`);
  return words;
}

/** Starts a browser over a new profile. Gives the time until its first answer. */
export async function startByHand(
  bench: Bench,
  [file = "", ...words]: readonly string[],
  directory: string,
): Promise<{ ms: number; close: () => Promise<void> }> {
  const started = performance.now();
  const profile = await mkdtemp(join(directory, "p"));
  const temporary = join(profile, "tmp");
  await mkdir(temporary);
  const args = words.map((word) => (word.startsWith("--user-data-dir=") ? `--user-data-dir=${profile}` : word));
  const child = spawn(file, args, {
    detached: true,
    env: { PATH: process.env["PATH"], HOME: directory, TMPDIR: temporary },
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  bench.defer(() => killGroup(child));
  const [to, from] = child.stdio.slice(3) as unknown as [Writable, Readable];
  // A pipe of a browser that is killed may end with ECONNRESET.
  for (const pipe of [to, from]) pipe.on("error", () => {});
  to.write(`${JSON.stringify({ id: 1, method: "Browser.getVersion" })}\0`);
  await Promise.race([once(from, "data"), once(child, "exit").then(() => Promise.reject(new Error("Chromium ended")))]);
  const ms = performance.now() - started;
  const close = async (): Promise<void> => {
    to.write(`${JSON.stringify({ id: 2, method: "Browser.close" })}\0`);
    if (child.exitCode === null) await once(child, "exit");
    killGroup(child);
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  };
  return { ms, close };
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended, and all that it started.
  }
}
