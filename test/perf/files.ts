import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomFillSync } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { compressZstd, packTar } from "../../src/archive/tar.ts";
import {
  type Bench,
  environment,
  interleaved,
  median,
  program,
  type Row,
  type Service,
  startService,
  temporaryDirectory,
  timesFloor,
} from "./bench.ts";

const MIB = 2 ** 20;
const CHUNK = 4 * MIB;
const PACKED_MIB = 400;

interface Machine {
  bench: Bench;
  service: Service;
  directory: string;
  env: Record<string, string>;
}

/**
 * Files on their way: a stored profile downloaded, against curl with sha256sum and sync; a folder
 * uploaded, against zip and curl; a profile packed, against tar and zstd. Memory is the most that a process has ever had, in MiB.
 */
export async function benchFiles(bench: Bench): Promise<readonly Row[]> {
  const [service, directory] = [await startService(bench), await temporaryDirectory(bench)];
  const state = JSON.parse(await readFile(join(service.stateDir, "service.json"), "utf8")) as { token: string };
  const home = join(directory, "home");
  await mkdir(home);
  const env = environment(home, { BROWSERCTL_BASE_URL: service.baseUrl, BROWSERCTL_TOKEN: state.token });
  const machine: Machine = { bench, service, directory, env };
  return [...(await packing(machine)), ...(await downloading(machine, state.token)), ...(await uploading(machine))];
}

async function packing({ bench, directory }: Machine): Promise<Row[]> {
  needProgram("zstd");
  const source = join(directory, "profile");
  const packed = join(directory, "packed");
  await mkdir(source);
  // Half of it can be compressed, as in a profile.
  for (let at = 0; at < PACKED_MIB / 20; at += 1) await writeFile(join(source, `${at}`), halfRandom(20 * MIB));
  let added = 0;
  const { ours, zstd } = await interleaved(bench, 3, {
    ours: async () => {
      const before = process.memoryUsage.rss();
      const timer = setInterval(() => {
        added = Math.max(added, process.memoryUsage.rss() - before);
      }, 20);
      const started = performance.now();
      await pipeline(packTar(source, { exclude: () => false }), compressZstd(), createWriteStream(packed));
      clearInterval(timer);
      return performance.now() - started;
    },
    zstd: () => timeShell(`tar -cf - -C "${source}" . | zstd -q -f -3 -T2 -o "${packed}.zstd"`),
  });
  await timeShell(`tar -cf - -C "${source}" . | zstd -q -f -3 --single-thread -o "${packed}.one"`);
  const bytes = (await stat(packed)).size;
  const one = (await stat(`${packed}.one`)).size;
  await rm(source, { recursive: true });
  return [
    // 150 MB/s.
    { name: "packing 400 MiB of a profile", value: median(ours), limit: Math.round((PACKED_MIB * MIB) / 150e3) },
    timesFloor("packing against tar and zstd -3 -T2", ours, zstd, 2),
    {
      name: "archive against one core's",
      value: bytes / MIB,
      floor: one / MIB,
      ratio: bytes / one,
      limit: 1.05,
      unit: "MiB",
    },
    { name: "memory that packing adds", value: added / MIB, unit: "MiB", limit: 100 },
  ];
}

async function downloading(machine: Machine, token: string): Promise<Row[]> {
  const { bench, directory, service } = machine;
  const rows: Row[] = [];
  const mostAt: number[] = [];
  for (const gib of bench.long ? [1, 4] : [1]) {
    const name = `big${gib}`;
    await importBig(machine, name, gib * 1_024);
    const out = join(directory, "out");
    const url = `${service.baseUrl}/profiles/${name}/download`;
    const script = `curl -sf -H "Authorization: Bearer $TOKEN" --output ${out}.curl ${url} && sha256sum ${out}.curl > /dev/null && sync ${out}.curl`;
    const peaks: number[] = [];
    const { ours, curl } = await interleaved(bench, gib === 1 ? 3 : 1, {
      ours: async () => {
        const { ms, peak } = await runProgram(machine, ["profiles", "download", name, "--out", out, "--force"]);
        peaks.push(peak);
        return ms;
      },
      curl: async () => {
        const started = performance.now();
        const child = spawn("sh", ["-c", script], { env: { ...process.env, TOKEN: token }, stdio: "ignore" });
        const [code] = await once(child, "exit");
        if (code !== 0) throw new Error(`curl ended with ${code}`);
        return performance.now() - started;
      },
    });
    rows.push(timesFloor(`profiles download of ${gib} GiB`, ours, curl, 2));
    mostAt.push(Math.max(...peaks));
    rows.push({ name: `memory of the client, ${gib} GiB down`, value: Math.max(...peaks), unit: "MiB", limit: 150 });
    await service.api("DELETE", `/profiles/${name}`);
  }
  const [one, four] = mostAt;
  if (one !== undefined && four !== undefined) {
    rows.push({
      name: "memory of the client, 4 GiB against 1",
      value: four,
      floor: one,
      ratio: four / one,
      limit: 1.1,
      unit: "MiB",
    });
  }
  return rows;
}

/** Stores a profile of random bytes, which no compression makes smaller. */
async function importBig({ directory, service, env }: Machine, name: string, mib: number): Promise<void> {
  const source = join(directory, "big");
  await mkdir(source);
  await randomFile(join(source, "data"), mib);
  const packed = join(directory, "big.tar.zst");
  await pipeline(packTar(source, { exclude: () => false }), compressZstd(), createWriteStream(packed));
  await rm(source, { recursive: true });
  const url = `${service.baseUrl}/_local/profiles/import?name=${name}`;
  const headers = `-H "Authorization: Bearer $BROWSERCTL_TOKEN" -H "Content-Type: application/octet-stream"`;
  const child = spawn("sh", ["-c", `curl -sf -X POST ${headers} -T ${packed} "${url}"`], { env, stdio: "ignore" });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`the import by curl ended with ${code}`);
  await rm(packed);
}

async function uploading(machine: Machine): Promise<Row[]> {
  const { bench, directory, service, env } = machine;
  needProgram("zip");
  needProgram("curl");
  const { session_id } = (await service.api("POST", "/browsers", { timeout_seconds: 3_600 })) as { session_id: string };
  const source = join(directory, "upload");
  await mkdir(source);
  await randomFile(join(source, "data"), 1_024);
  await writeFile(`/proc/${service.pid}/clear_refs`, "5");
  const words = ["browsers", "fs", "upload-zip", session_id, source, "--dest", "/home/user/up"];
  const peaks: number[] = [];
  const ours = (machine: Machine) => async (): Promise<number> => {
    const { ms, peak } = await runProgram(machine, words);
    peaks.push(peak);
    return ms;
  };
  const url = `${service.baseUrl}/browsers/${session_id}/fs/upload_zip`;
  const form = `-F dest_path=/home/user/up -F "zip_file=@${directory}/upload.zip"`;
  const send = `curl -sf -H "Authorization: Bearer $BROWSERCTL_TOKEN" ${form} ${url}`;
  const byHand = `rm -f "${directory}/upload.zip" && cd "${source}" && zip -q -0 -r "${directory}/upload.zip" . && ${send}`;
  const times = await interleaved(bench, 2, {
    // By its address it is no local service: the folder is sampled.
    sampled: ours(machine),
    local: ours({ ...machine, env: await localEnvironment(machine) }),
    zip: () => timeShell(byHand, env),
  });
  const served = await highWater(service.pid);
  await service.api("DELETE", `/browsers/${session_id}`);
  await rm(source, { recursive: true });
  await rm(join(directory, "upload.zip"));
  return [
    timesFloor("fs upload-zip of 1 GiB, against zip -0 and curl", times.sampled, times.zip, 1.5),
    timesFloor("the same to the local service", times.local, times.zip, 1.5),
    { name: "memory of the client, 1 GiB up", value: Math.max(...peaks), unit: "MiB", limit: 150 },
    { name: "memory of the service, 1 GiB up", value: served, unit: "MiB", limit: 150 },
  ];
}

/** An environment in which the service is the local one. */
async function localEnvironment({ directory, service }: Machine): Promise<Record<string, string>> {
  const home = join(directory, "local-home");
  const env = environment(home, { BROWSERCTL_STATE_DIR: service.stateDir });
  const settings = {
    version: 1,
    current: "local",
    contexts: { local: { kind: "local" } },
    directories: {},
    values: {},
  };
  await mkdir(join(home, "config"), { recursive: true });
  await writeFile(join(home, "config", "settings.json"), JSON.stringify(settings));
  return env;
}

/** Throws where a program of Debian is missing, with the way to get it. */
function needProgram(name: string): void {
  if (spawnSync("sh", ["-c", `command -v ${name}`]).status === 0) return;
  throw new Error(`${name} is not installed, which this is measured against: apt-get install ${name}`);
}

/** Milliseconds that a shell takes for a script. */
async function timeShell(script: string, env: Record<string, string> = {}): Promise<number> {
  const started = performance.now();
  const child = spawn("sh", ["-c", script], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${script} ended with ${code}`);
  return performance.now() - started;
}

async function runProgram({ bench, env }: Machine, words: readonly string[]): Promise<{ ms: number; peak: number }> {
  bench.signal.throwIfAborted();
  const started = performance.now();
  const child = spawn(process.execPath, [program, ...words], { env, stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const ended = once(child, "close");
  const peak = await peakOf(child);
  const [code] = await ended;
  if (code !== 0) throw new Error(`${words.join(" ")} ended with ${code}: ${errors}`);
  return { ms: performance.now() - started, peak };
}

/** The most memory a process has had, looked at until it has ended. */
async function peakOf(child: ChildProcess): Promise<number> {
  let most = 0;
  while (child.exitCode === null && child.signalCode === null) {
    most = Math.max(most, await highWater(child.pid ?? 0));
    await delay(20);
  }
  return most;
}

async function highWater(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1_024;
}

async function randomFile(path: string, mib: number): Promise<void> {
  const file = await open(path, "w");
  const chunk = Buffer.alloc(CHUNK);
  for (let written = 0; written < mib * MIB; written += CHUNK) await file.write(randomFillSync(chunk));
  await file.close();
  if ((await stat(path)).size !== mib * MIB) throw new Error("the disk is full");
}

function halfRandom(bytes: number): Buffer {
  const data = Buffer.alloc(bytes, "the same again and again ");
  for (let at = 0; at < bytes; at += 8_192) randomFillSync(data, at, 4_096);
  return data;
}
