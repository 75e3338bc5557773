import { readdir, readFile, readlink, realpath } from "node:fs/promises";
import { dirname } from "node:path";
import type { WrittenState } from "../../../src/settings/local-state.ts";
import { callService } from "../service/call-service.ts";
import { mountedName } from "./mounted.ts";

/** Namespaces of shared memory, and capabilities, of the processes of a session with a window. */
export interface SharedMemory {
  browser: string;
  display: string;
  /** A process that the session has started. */
  process: string;
  machine: string;
  /** Sets of the browser's capabilities that are not empty. */
  capabilities: string[];
}

/** The sharing of a browser that shares memory with its display alone, and has no capabilities. */
export const sharedByTwo = { withDisplay: true, withOthers: false, capabilities: [] };

/** With whom a browser shares memory. Without it the browser sends every picture to its display over a socket. */
export const sharing = ({ browser, display, process, machine, capabilities }: SharedMemory): object => ({
  withDisplay: browser === display,
  withOthers: [process, machine].includes(browser),
  capabilities,
});

/** Creates a session with a window, looks at its processes, and deletes it. */
export async function lookAtSharedMemory(state: WrittenState): Promise<SharedMemory> {
  const api = (method: string, path: string, json?: unknown) => callService(state, method, path, json);
  const { session_id: id } = await api("POST", "/browsers", { timeout_seconds: 600 });
  const { pid, root } = await api("GET", `/_local/browsers/${id}`);
  const { stdout_b64 } = await api("POST", `/browsers/${id}/process/exec`, {
    command: "readlink",
    args: ["/proc/self/ns/ipc"],
  });
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const seen = {
    browser: await readlink(`/proc/${pid}/ns/ipc`),
    display: await readlink(`/proc/${await displayOf(root)}/ns/ipc`),
    process: Buffer.from(stdout_b64, "base64").toString().trim(),
    machine: await readlink("/proc/self/ns/ipc"),
    capabilities: status.match(/^Cap(Inh|Prm|Eff|Amb):\t(?!0+$).*$/gm) ?? [],
  };
  await api("DELETE", `/browsers/${id}`);
  return seen;
}

/** Process of the X server that sees a session's directory. */
async function displayOf(root: string): Promise<string> {
  const dir = dirname(await realpath(root));
  const session = `${mountedName(dir)}/`;
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const read = (name: string): Promise<string> => readFile(`/proc/${pid}/${name}`, "utf8").catch(() => "");
    if ((await read("comm")).trim() === "Xvnc" && (await read("mountinfo")).includes(session)) return pid;
  }
  throw new Error("the session has no X server");
}
