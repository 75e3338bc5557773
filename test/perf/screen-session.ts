import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { RfbClient } from "../../src/service/screen/rfb/rfb-client.ts";
import type { Bench, Service } from "./bench.ts";
import { cpuSeconds, processTree, sharedMemory } from "./processes.ts";

export interface Size {
  width: number;
  height: number;
}

/** A session with a window on a private display, or a headless one. */
export interface ScreenSession {
  /** Active page, through a CDP client. */
  page: Page;
  /** Sends a request for the session; the answer may be a picture. */
  call(method: string, path: string, body?: unknown): Promise<Buffer>;
  /** Opens a connection of its own to the display; its first picture is read. */
  display(): Promise<RfbClient>;
  /** Memory of its processes in MiB, what they share counted once. */
  memory(): Promise<number>;
  /** Processor time that its processes have used, in seconds. */
  cpu(): Promise<number>;
}

/** Size of the sessions at first. */
export const SMALL: Size = { width: 1280, height: 720 };

/** Body of the request for a session of a kind. */
export function creation(kind: "display" | "headless"): Record<string, unknown> {
  return { headless: kind === "headless", viewport: SMALL, timeout_seconds: 600 };
}

/** Throws an error with the reason when the service's sessions get no display. */
export async function assertDisplay(service: Service): Promise<void> {
  const { session_id } = await service.api("POST", "/browsers", creation("display"));
  const { screen } = (await service.api("GET", `/_local/browsers/${session_id}`)) as { screen: ScreenFact };
  await service.api("DELETE", `/browsers/${session_id}`);
  if (screen.kind !== "real") throw new Error(`sessions get no display here: ${screen.reason}`);
}

interface ScreenFact {
  kind: string;
  reason?: string;
}

/** Creates a session. No other one may be created at the same time: its processes are those that come meanwhile. */
export async function startSession(
  bench: Bench,
  service: Service,
  kind: "display" | "headless",
): Promise<ScreenSession> {
  const before = new Set(await processTree(service.pid));
  const { session_id: id, cdp_ws_url: cdp } = await service.api("POST", "/browsers", creation(kind));
  const roots = (await processTree(service.pid)).filter((pid) => !before.has(pid));
  const processes = async (): Promise<number[]> => [
    ...new Set((await Promise.all(roots.map((pid) => processTree(pid)))).flat()),
  ];
  const client = await chromium.connectOverCDP(String(cdp));
  bench.defer(() => client.close());
  const page = client.contexts()[0]?.pages()[0];
  if (!page) throw new Error("the session has no page");
  return {
    page,
    call: async (method, path, body) => {
      const response = await fetch(`${service.baseUrl}/browsers/${id}${path}`, {
        method,
        headers: { authorization: `Bearer ${service.token}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: bench.signal,
      });
      const answer = Buffer.from(await response.arrayBuffer());
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer}`);
      return answer;
    },
    display: async () => {
      const socket = connect(join(service.stateDir, "sessions", String(id), "screen", "rfb"));
      bench.defer(() => socket.destroy());
      const rfb = await RfbClient.open(socket, bench.signal);
      await rfb.capture({ x: 0, y: 0, ...rfb.size });
      return rfb;
    },
    memory: async () => sharedMemory(await processes()),
    cpu: async () => (await Promise.all((await processes()).map(usedCpu))).reduce((sum, used) => sum + used, 0),
  };
}

/** assumed: 0 for a process that has just ended; those of a page that stays use nearly all. */
async function usedCpu(pid: number): Promise<number> {
  const exists = await readFile(`/proc/${pid}/stat`).catch(() => undefined);
  return exists ? cpuSeconds(pid) : 0;
}
