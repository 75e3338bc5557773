import { readdir, readFile } from "node:fs/promises";
import { serve } from "../../../src/service/lifecycle/serve.ts";
import { callService } from "../service/call-service.ts";
import { mountedName } from "./mounted.ts";

/** Output of `service-as-user.ts`. */
export interface SeenAsUser {
  status: { browser: Record<string, unknown> };
  shown: { sandbox: string; state: string; home: string; own: string };
  /** Renderers that a process of the session sees. */
  renderers: number;
  uid: string;
  /** True when a process of the session finds the path of the state directory. */
  told: boolean;
  /** Processes that are left after the end. */
  left: number;
}

// Runs a service as whoever runs this, and looks from a session of it: `node service-as-user.ts <state folder>`.
const stateDir = process.argv[2] ?? "";
const running = await serve({
  version: "0.1.0",
  env: process.env,
  port: 0,
  screen: "headless",
  handleSignals: false,
  stateDir,
});
const seen = await look().finally(() => running.stop("the test is over"));
process.stdout.write(JSON.stringify({ ...seen, left: await holders(running.state.temp_dir ?? "") }));

async function look(): Promise<Omit<SeenAsUser, "left">> {
  const api = (method: string, path: string, json?: unknown) => callService(running.state, method, path, json);
  const status = await api("GET", "/_local/status");
  const { session_id: id } = await api("POST", "/browsers", { timeout_seconds: 3600 });
  const code = `
    await page.goto("chrome://sandbox");
    const sandbox = await page.textContent("#evaluation");
    const read = async (path) => {
      const one = await context.newPage();
      const shown = await one.goto("file://" + path).then(() => true, () => false);
      return shown ? await one.evaluate(() => document.body.innerText) : "";
    };
    const paths = { state: ${JSON.stringify(stateDir)}, home: ${JSON.stringify(process.env["HOME"])}, own: "/home/user/" };
    const shown = { sandbox };
    for (const [name, path] of Object.entries(paths)) shown[name] = await read(path);
    return shown;`;
  const { result: shown, error } = await api("POST", `/browsers/${id}/playwright/execute`, { code, timeout_sec: 60 });
  if (error !== undefined) throw new Error(error);
  const script =
    "ps ax -o args= | grep -c '[-]-type=renderer'; id -u; cat /proc/*/mountinfo /proc/*/environ /proc/*/cmdline";
  const { stdout_b64 } = await api("POST", `/browsers/${id}/process/exec`, { command: "sh", args: ["-c", script] });
  const [renderers, uid = "", ...rest] = Buffer.from(stdout_b64, "base64").toString().split("\n");
  return {
    status,
    shown,
    renderers: Number(renderers),
    uid,
    told: rest.some((line) => line.includes(mountedName(stateDir))),
  };
}

/** How many processes see something of a folder. */
async function holders(dir: string): Promise<number> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const mounts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/mountinfo`, "utf8").catch(() => "")));
  return mounts.filter((text) => text.includes(`${mountedName(dir)}/`)).length;
}
