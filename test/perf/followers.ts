import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import { type Bench, environment, program, type Row, type Service, startService, temporaryDirectory } from "./bench.ts";
import { cpuSeconds, sharedMemory } from "./processes.ts";

const FOLLOWERS = 100;
const PER_SECOND = 1_000;
const SECONDS = 10;
/** Each line tells when it was written, to the tenth of a millisecond. */
const SOURCE = `export default { name: "bench", actions: { write: async (_context, { seconds, perSecond }) => {
  const began = performance.now();
  for (let written = 0; written < seconds * perSecond; ) {
    const due = Math.min(seconds * perSecond, ((performance.now() - began) / 1000) * perSecond);
    let text = "";
    for (; written < due; written += 1) text += (performance.timeOrigin + performance.now()).toFixed(1) + " line " + written + " " + "x".repeat(40) + "\\n";
    if (text !== "") process.stdout.write(text);
    await new Promise((go) => setTimeout(go, 5));
  }
} } };`;

interface Seen {
  lines: number;
  inOrder: boolean;
  ended: boolean;
  /** Milliseconds from a line's writing to its arrival, of every tenth line. */
  late: number[];
}

/** One invocation that writes 1,000 lines a second, and 100 who follow it: all of it must reach each of them. */
export async function benchFollowers(bench: Bench): Promise<readonly Row[]> {
  const service = await startService(bench);
  await deploy(bench, service);
  const before = await sharedMemory([service.pid]);
  const payload = JSON.stringify({ seconds: SECONDS, perSecond: PER_SECOND });
  const body = { app_name: "bench", action_name: "write", version: "latest", payload, async: true };
  const { id } = await service.api("POST", "/invocations", body);
  const cpuBefore = await cpuSeconds(service.pid);
  const began = performance.now();
  let peak = before;
  const watch = setInterval(async () => {
    peak = Math.max(peak, await sharedMemory([service.pid]));
  }, 250);
  const all = await Promise.all(
    Array.from({ length: FOLLOWERS }, () => follow(bench, service, `/invocations/${id}/events`)),
  ).finally(() => clearInterval(watch));
  const seconds = (performance.now() - began) / 1_000;
  const cpu = ((await cpuSeconds(service.pid)) - cpuBefore) / seconds;
  const whole = SECONDS * PER_SECOND;
  const incomplete = all.filter(({ lines, inOrder, ended }) => lines !== whole || !inOrder || !ended);
  const late = all.flatMap((seen) => seen.late).sort((a, b) => a - b);
  return [
    {
      name: `${FOLLOWERS} followers of ${PER_SECOND} lines/s: incomplete`,
      value: incomplete.length,
      limit: 0,
      unit: "",
    },
    { name: `${FOLLOWERS} followers: a line arrives after, median`, value: late[late.length >> 1] ?? Number.NaN },
    {
      name: `${FOLLOWERS} followers: a line arrives after, 99 %`,
      value: late[Math.floor(late.length * 0.99)] ?? Number.NaN,
    },
    { name: `${FOLLOWERS} followers: cores of the service`, value: cpu, unit: "" },
    { name: `${FOLLOWERS} followers: memory of the service`, value: peak, floor: before, unit: "MiB" },
  ];
}

async function deploy(bench: Bench, { baseUrl, token }: Service): Promise<void> {
  const home = await temporaryDirectory(bench);
  const directory = join(home, "app");
  await mkdir(directory);
  await writeFile(join(directory, "app.js"), SOURCE);
  const env = environment(home, { BROWSERCTL_BASE_URL: baseUrl, BROWSERCTL_TOKEN: token });
  const child = spawn(process.execPath, [program, "apps", "deploy", directory], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`the app could not be deployed: ${errors}`);
}

/** Reads a stream to its end with as little work as possible: a hundred of them share this process. */
async function follow(bench: Bench, { baseUrl, token }: Service, path: string): Promise<Seen> {
  const seen: Seen = { lines: 0, inOrder: true, ended: false, late: [] };
  const request = get(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` }, signal: bench.signal });
  const [response] = (await once(request, "response")) as [NodeJS.ReadableStream];
  let rest = "";
  for await (const chunk of response) {
    const frames = (rest + (chunk as Buffer).toString()).split("\n\n");
    rest = frames.pop() ?? "";
    const now = performance.timeOrigin + performance.now();
    for (const frame of frames) {
      if (!frame.startsWith('data: {"event":"log"')) {
        seen.ended = frame.includes('"status":"succeeded"');
        continue;
      }
      if (!frame.includes(` line ${seen.lines} `)) seen.inOrder = false;
      if (seen.lines % 10 === 0) seen.late.push(now - Number(/"message":"([\d.]+) /.exec(frame)?.[1]));
      seen.lines += 1;
    }
  }
  return seen;
}
