import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { type Answer, type ApiOptions, callApi } from "../../../support/service/service.ts";
import { until } from "../../../support/until.ts";

const program = join(import.meta.dirname, "../../../../bin/browserctl.js");

/** Small file system for a state directory, which services can start and stop in. */
export interface SmallDisk {
  /** The state directory as its services see it. */
  readonly dir: string;
  start(): Promise<SmallService>;
  /** Writes until nothing more fits. */
  fill(): void;
  /** Removes what {@link fill} has written. */
  clear(): void;
}

/** A service whose state is on a small disk. */
export interface SmallService {
  readonly child: ChildProcess;
  api(method: string, path: string, options?: ApiOptions): Promise<Answer>;
}

/** Mounts a small disk, which goes with the test. */
export async function smallDisk(size: string): Promise<SmallDisk> {
  const stateDir = mkdtempSync(join(tmpdir(), "browserctl-full-"));
  // Runs last, when everything that uses the disk has ended.
  onTestFinished(() => rmSync(stateDir, { recursive: true }));
  const configDir = mkdtempSync(join(tmpdir(), "browserctl-full-"));
  onTestFinished(() => rmSync(configDir, { recursive: true }));
  // Directories of sessions are in the system's directory for temporary files on a disk: here it is this disk.
  const command = `mount -t tmpfs -o size=${size} tmpfs "$0" && mkdir -m 1777 "$0/tmp" && mount --bind "$0/tmp" /var/tmp &&
    echo ready && exec cat`;
  const holder = spawn("unshare", ["--user", "--map-root-user", "--mount", "sh", "-c", command, stateDir]);
  onTestFinished(async () => {
    holder.stdin.end();
    await once(holder, "exit");
  });
  await once(holder.stdout, "data");
  const dir = `/proc/${holder.pid}/root${stateDir}`;
  const start = async (): Promise<SmallService> => {
    const port = await freePort();
    const { TMPDIR: _temporary, ...environment } = process.env;
    // Its log and its terminal output are files on the same disk.
    const child = spawn(
      "nsenter",
      ["--preserve-credentials", "--user", "--mount", "--target", String(holder.pid), "sh", "-c"].concat([
        'exec "$@" 2>> "$0/errors.log"',
        stateDir,
        process.execPath,
        program,
        ...["local", "start", "--foreground", "--port", String(port)],
      ]),
      { stdio: "ignore", env: { ...environment, BROWSERCTL_STATE_DIR: stateDir, BROWSERCTL_CONFIG_DIR: configDir } },
    );
    onTestFinished(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    });
    const baseUrl = `http://127.0.0.1:${port}`;
    const isUp = (): Promise<boolean> =>
      fetch(`${baseUrl}/openapi.json`).then(
        (answer) => answer.ok,
        () => false,
      );
    await until(isUp, (up) => up || child.exitCode !== null);
    expect(child.exitCode, readFileSync(join(dir, "errors.log"), "utf8")).toBeNull();
    const { token } = JSON.parse(readFileSync(join(dir, "service.json"), "utf8"));
    return { child, api: (method, path, options) => callApi(baseUrl, token, method, path, options) };
  };
  const clear = (): void => {
    for (const name of readdirSync(dir)) if (name.startsWith("ballast")) rmSync(join(dir, name));
  };
  return { dir, start, fill: () => fillUp(join(dir, "ballast")), clear };
}

/** Writes a file for each size, down to single blocks, so that not a byte is left. */
function fillUp(path: string): void {
  for (const bytes of [2 ** 20, 2 ** 16, 4_096]) {
    for (let count = 0; ; count += 1) {
      try {
        writeFileSync(`${path}-${bytes}-${count}`, Buffer.alloc(bytes, 1));
      } catch (error) {
        expect((error as NodeJS.ErrnoException).code).toBe("ENOSPC");
        break;
      }
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

/** True when nothing more fits on a disk. */
export const isFull = (dir: string): boolean => statfsSync(dir).bavail === 0;
