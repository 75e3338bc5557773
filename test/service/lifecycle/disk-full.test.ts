import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Answer, type ApiOptions, callApi } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const program = join(import.meta.dirname, "../../../bin/browserctl.js");

/** A file system of a size of its own at the state folder, which services come and go in. */
interface SmallDisk {
  /** The state folder as its services see it. */
  readonly dir: string;
  start(): Promise<SmallService>;
  /** Writes until nothing more fits. */
  fill(): void;
}

interface SmallService {
  readonly child: ChildProcess;
  api(method: string, path: string, options?: ApiOptions): Promise<Answer>;
}

async function smallDisk(size: string): Promise<SmallDisk> {
  const stateDir = mkdtempSync(join(tmpdir(), "browserctl-full-"));
  // The last to run: everything that uses it has ended then.
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
    // Its log, and what it says at the terminal, are files of the same disk.
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
  return { dir, start, fill: () => fillUp(join(dir, "ballast")) };
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

const isFull = (dir: string): boolean => statfsSync(dir).bavail === 0;

test("a service that was killed when a session had filled the disk starts again", async () => {
  const disk = await smallDisk("160m");
  const first = await disk.start();
  const { body: session } = await first.api("POST", "/browsers", { json: { name: "greedy" } });
  const { body: written } = await first.api("POST", `/browsers/${session.session_id}/process/exec`, {
    json: { command: "sh", args: ["-c", "cat /dev/zero > /home/user/large; echo x > /home/user/more"] },
  });
  expect(written.exit_code).not.toBe(0);
  await until(() => isFull(disk.dir), Boolean);
  first.child.kill("SIGKILL");
  await once(first.child, "exit");
  expect(isFull(disk.dir)).toBe(true);
  expect(readdirSync(join(disk.dir, "sessions"))).toEqual([session.session_id]);
  const second = await disk.start();
  expect(readdirSync(join(disk.dir, "sessions"))).toEqual([]);
  const old = await second.api("GET", `/browsers/${session.session_id}`);
  expect([old.status, old.body.code]).toEqual([404, "browser_deleted"]);
  expect((await second.api("POST", "/browsers", { json: { name: "greedy" } })).status).toBe(200);
});

test("on a full disk calls are answered disk_full, and the service and its log go on when there is room", async () => {
  const disk = await smallDisk("160m");
  const { child, api } = await disk.start();
  const { body: session } = await api("POST", "/browsers", { json: { name: "first" } });
  const fs = `/browsers/${session.session_id}/fs`;
  expect((await api("POST", "/profiles", { json: { name: "before" } })).status).toBe(201);
  disk.fill();
  const full = async (method: string, path: string, options: ApiOptions): Promise<void> => {
    const answer = await api(method, path, options);
    expect([answer.status, answer.body?.code], `${method} ${path} ${answer.text}`).toEqual([500, "disk_full"]);
    expect(answer.body.message).toContain("no space left");
  };
  await full("POST", "/browsers", { json: {} });
  await full("PUT", `${fs}/write_file?path=/home/user/a`, { bytes: "text" });
  const form = new FormData();
  form.append("name", "e");
  form.append("file", new File(["no zip"], "e.zip"));
  await full("POST", "/extensions", { form });
  await full("POST", "/_local/profiles/import?name=imported", { bytes: "{}" });
  // Changes of the database have room until its log has grown: then they are refused too, one by one.
  const names = Array.from({ length: 60 }, (_, at) => `p${at}-${"x".repeat(200)}`);
  const created = [];
  for (const name of names) created.push(await api("POST", "/profiles", { json: { name } }));
  for (const answer of created)
    expect(["201 undefined", "500 disk_full"]).toContain(`${answer.status} ${answer.body.code}`);
  expect(created.some(({ status }) => status === 500)).toBe(true);
  // Reading goes on, and so does ending a session.
  expect((await api("GET", "/profiles/before")).status).toBe(200);
  expect((await api("GET", `/browsers/${session.session_id}`)).status).toBe(200);
  expect(child.exitCode).toBeNull();
  const logged = (): string => readFileSync(join(disk.dir, "service.log"), "utf8");
  const before = logged().length;
  for (const name of readdirSync(disk.dir)) if (name.startsWith("ballast")) rmSync(join(disk.dir, name));
  expect((await api("PUT", `${fs}/write_file?path=/home/user/a`, { bytes: "text" })).status).toBe(201);
  expect((await api("POST", "/profiles", { json: { name: "after" } })).status).toBe(201);
  expect((await api("DELETE", `/browsers/${session.session_id}`)).status).toBe(204);
  await until(
    () => logged().slice(before),
    (text) => text.includes("POST /profiles 201"),
  );
  child.kill("SIGTERM");
  await once(child, "exit");
  expect(child.exitCode).toBe(0);
});

test("a session that ends on a full disk is ended, and stays so after a restart", async () => {
  const disk = await smallDisk("160m");
  const first = await disk.start();
  const { body: session } = await first.api("POST", "/browsers", { json: { name: "one" } });
  disk.fill();
  expect((await first.api("DELETE", `/browsers/${session.session_id}`)).status).toBe(204);
  first.child.kill("SIGKILL");
  await once(first.child, "exit");
  for (const name of readdirSync(disk.dir)) if (name.startsWith("ballast")) rmSync(join(disk.dir, name));
  const second = await disk.start();
  expect((await second.api("GET", `/browsers/${session.session_id}`)).body.code).toBe("browser_deleted");
});
