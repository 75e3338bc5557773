import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { startServiceWithFakeBrowser } from "../../../support/browser/fake-browser.ts";
import { SessionApi } from "../../../support/machine/processes.ts";
import { visibleDirectory } from "../../../support/machine/run-directories.ts";
import type { Answer, ApiOptions, TestService } from "../../../support/service/service.ts";
import { rawZip } from "../../../support/zip.ts";

/** Session, and a directory of the machine that it must neither read nor change. */
export interface HostEscape {
  readonly root: string;
  readonly host: string;
  /** Every part of the host's directory that could have been changed. */
  hostState(): Promise<string[]>;
  fs(method: string, path: string, options?: ApiOptions): Promise<Answer>;
  /** Runs every operation in a number of rounds, while a process replaces a path by a link and back. */
  race(what: Swap, rounds: number): Promise<void>;
}

/** Returns the path on the machine that a link leads to, and the path in the session that the link replaces. */
export type Swap = (host: string) => [target: string, own: string];

/** Entries that change into links to the host's. */
export const swaps: [what: string, swap: Swap][] = [
  ["a directory changes into a link to the host's and back", (path) => [path, "/tmp/race/d"]],
  ["a file changes into a link to the host's and back", (path) => [`${path}/f`, "/tmp/race/d/f"]],
  ["a directory below changes into a link to the host's and back", (path) => [`${path}/sub`, "/tmp/race/d/sub"]],
];

export const at = (path: string): string => `path=${encodeURIComponent(path)}`;

/** A session for all tests of a file. Call it at the top level. */
export function hostEscape(): HostEscape {
  let service: TestService;
  let session: SessionApi;
  let root: string;
  /** Directory of the machine that a session must neither read nor change. */
  let host: string;
  beforeAll(async () => {
    service = await startServiceWithFakeBrowser();
    session = new SessionApi(service, (await service.create({ timeout_seconds: 600 })).session_id);
    root = (await service.api("GET", `/_local/browsers/${session.id}`)).body.root;
    host = await mkdtemp(join(visibleDirectory(), "host-"));
    await mkdir(join(host, "sub"), { recursive: true });
    for (const name of ["f", "hostname-1", "hostname-2", "sub/hostname-3"]) {
      await writeFile(join(host, name), `secret of ${name}`, { mode: 0o644 });
    }
    await session.sh("mkdir -p /tmp/race/d /tmp/race/out");
  });
  afterAll(async () => {
    await service.stop();
    await rm(host, { recursive: true });
  });

  beforeEach(async () => {
    await session.sh("mkdir -p /tmp/race/d/sub /tmp/race/out; cd /tmp/race/d; echo own > f; echo own > sub/g");
  });

  /** Every part of the host's directory that could have been changed. */
  async function hostState(): Promise<string[]> {
    const names = (await readdir(host, { recursive: true })).sort();
    return Promise.all(
      names.map(async (name) => {
        const facts = await stat(join(host, name));
        const text = facts.isFile() ? await readFile(join(host, name), "utf8") : "";
        return `${name} ${facts.mode} ${facts.ino} ${facts.mtimeMs} ${text}`;
      }),
    );
  }

  const fs = (method: string, path: string, options: ApiOptions = {}): Promise<Answer> =>
    service.api(method, `/browsers/${session.id}/fs/${path}`, options);
  const form = (parts: Record<string, string | Buffer>): { form: FormData } => {
    const made = new FormData();
    for (const [name, value] of Object.entries(parts)) {
      made.append(name, typeof value === "string" ? value : new File([new Uint8Array(value)], "f"));
    }
    return { form: made };
  };
  const zip = rawZip([
    { name: "f", data: "from the archive" },
    { name: "sub/hostname-3", data: "from the archive" },
    { name: "fresh/x", data: "x" },
  ]);

  /** Every operation, on entries that a process changes during it. */
  const attacks: [name: string, attack: () => Promise<Answer>][] = [
    ["read_file", () => fs("GET", `read_file?${at("/tmp/race/d/f")}`)],
    ["read_file of a name of the host", () => fs("GET", `read_file?${at("/tmp/race/d/hostname-1")}`)],
    ["write_file", () => fs("PUT", `write_file?${at("/tmp/race/d/f")}`, { bytes: "written" })],
    ["write_file with directories", () => fs("PUT", `write_file?${at("/tmp/race/d/a/b/c")}`, { bytes: "written" })],
    ["upload", () => fs("POST", "upload", form({ dest_path: "/tmp/race/d/up", file: Buffer.from("up") }))],
    ["upload_zip", () => fs("POST", "upload_zip", form({ dest_path: "/tmp/race/d", zip_file: zip }))],
    ["download_dir_zip", () => fs("GET", `download_dir_zip?${at("/tmp/race")}`)],
    ["list_files", () => fs("GET", `list_files?${at("/tmp/race/d")}`)],
    ["file_info", () => fs("GET", `file_info?${at("/tmp/race/d/f")}`)],
    ["create_directory", () => fs("PUT", "create_directory", { json: { path: "/tmp/race/d/made/here" } })],
    ["delete_directory", () => fs("PUT", "delete_directory", { json: { path: "/tmp/race/d" } })],
    ["delete_directory below", () => fs("PUT", "delete_directory", { json: { path: "/tmp/race/d/sub" } })],
    ["delete_file", () => fs("PUT", "delete_file", { json: { path: "/tmp/race/d/f" } })],
    [
      "move out",
      () => fs("PUT", "move", { json: { src_path: "/tmp/race/d/hostname-1", dest_path: "/tmp/race/out/x" } }),
    ],
    ["move in", () => fs("PUT", "move", { json: { src_path: "/tmp/race/out", dest_path: "/tmp/race/d/moved" } })],
    ["set_file_permissions", () => fs("PUT", "set_file_permissions", { json: { path: "/tmp/race/d/f", mode: "777" } })],
    [
      "set_file_permissions of a directory",
      () => fs("PUT", "set_file_permissions", { json: { path: "/tmp/race/d", mode: "777" } }),
    ],
  ];

  /** Follows a recursive watch for a moment and returns its output. */
  async function watched(): Promise<string> {
    const { status, body } = await fs("POST", "watch", { json: { path: "/tmp/race", recursive: true } });
    if (status !== 201) return "";
    const reader = fetch(`${service.baseUrl}/browsers/${session.id}/fs/watch/${body.watch_id}/events`, {
      headers: { Authorization: `Bearer ${service.token}` },
    });
    const texts = await Promise.all([
      reader.then((response) => response.text()),
      fs("GET", `list_files?${at("/tmp/race")}`).then(() => fs("DELETE", `watch/${body.watch_id}`)),
    ]);
    return texts[0];
  }

  async function race(swap: Swap, rounds: number): Promise<void> {
    const before = await hostState();
    const [target, own] = swap(host);
    const script = `
    const fs = require("node:fs");
    const quietly = (work) => { try { work(); } catch {} };
    const [own, target, aside] = ${JSON.stringify([own, target, "/tmp/race/aside"])};
    for (let turn = 0; ; turn += 1) {
      // Restores the files that were removed or moved away.
      if (turn % 100 === 0) {
        quietly(() => fs.mkdirSync("/tmp/race/out"));
        quietly(() => fs.mkdirSync("/tmp/race/d/sub", { recursive: true }));
        // Never truncated: the connection of a reader would be cut.
        quietly(() => fs.writeFileSync("/tmp/race/fresh", "own"));
        quietly(() => fs.renameSync("/tmp/race/fresh", "/tmp/race/d/f"));
      }
      quietly(() => fs.renameSync(own, aside));
      quietly(() => fs.symlinkSync(target, own));
      quietly(() => fs.unlinkSync(own));
      quietly(() => fs.renameSync(aside, own));
    }`;
    const racer = await session.spawn({ command: "node", args: ["-e", script] });
    const seen: string[] = [];
    const statuses = new Set<number>();
    const failures: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const answers = await Promise.all([...attacks.map(([, attack]) => attack()), ...(round % 8 ? [] : [watched()])]);
      for (const answer of answers) {
        seen.push(typeof answer === "string" ? answer : answer.text);
        if (typeof answer === "string") continue;
        statuses.add(answer.status);
        if (answer.status >= 500)
          failures.push(answer.text, ...service.log.filter((line) => line.includes(" error in ")));
      }
    }
    await racer.kill("KILL");
    expect(seen.filter((text) => /hostname-2|secret of/.test(text))).toEqual([]);
    expect(await hostState()).toEqual(before);
    expect(failures).toEqual([]);
    expect(statuses).toContain(200);
  }

  return {
    get root() {
      return root;
    },
    get host() {
      return host;
    },
    hostState,
    fs,
    race,
  };
}
