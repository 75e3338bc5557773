import { randomBytes } from "node:crypto";
import { lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { copyFile, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { policyDirectories } from "./browser-policies.ts";
import type { SecretFiles } from "./secret-files.ts";
import { sharedFamilies, sharedNames } from "./shared-etc.ts";

/** Host name of a session's container. */
export const SESSION_HOST = "session";

const ETC = "/etc";
const NAME_SERVERS = "resolv.conf";
/** System directories that a session sees at the same paths, where a link may lead. */
const LINKED = /^\/(usr|bin|sbin|lib|lib32|lib64|libx32|nix)\//;
const NOBODY = 65_534;
/** Ids of the second user, where the service runs as root. */
const USER = 1_000;
/** Certificates that installers make for the machine's own name. */
const ownCertificates = ["/etc/ssl/certs/ssl-cert-snakeoil.pem", "/etc/pki/tls/certs/localhost.crt"];

/** Parts of the machine's `/etc` that are hidden from sessions, in addition to the parts that sessions do not need. */
export interface HiddenPaths {
  readonly secrets: SecretFiles;
  /** Directories that are hidden at every path. */
  readonly hidden: readonly string[];
}

/**
 * Writes a session's own `/etc` to a directory: users, groups, host names, copies of the machine's shared files, and
 * mount points for shared directories. Replaces existing content.
 */
export async function writeSessionEtc(dir: string, hidden: HiddenPaths): Promise<void> {
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir, { recursive: true, mode: 0o755 });
  await Promise.all(
    sharedEntries(hidden).map(async ({ name, real, link, directory }) => {
      const path = join(dir, name);
      await mkdir(directory ? path : dirname(path), { recursive: true, mode: 0o755 });
      if (link !== undefined) await symlink(link, path);
      else if (!directory) await copyShared(real, path);
    }),
  );
  // Mount points of a browser's own policies, where the machine has no such directories.
  const policies = policyDirectories.map((name) => join(dir, name)).filter((path) => !isThere(path));
  await Promise.all([
    ...policies.map((path) => mkdir(path, { recursive: true, mode: 0o755 })),
    symlink("/proc/self/mounts", join(dir, "mtab")),
    ...Object.entries(ownFiles()).map(([name, content]) => writeFile(join(dir, name), content)),
  ]);
}

/**
 * Arguments of bubblewrap for a session's `/etc`, read-only. Name servers are those of the machine, as is its network.
 *
 * @param dir directory of {@link writeSessionEtc}
 */
export function etcMounts(dir: string, hidden: HiddenPaths): string[] {
  const shared = sharedEntries(hidden).filter(({ name, directory }) => directory && isThere(join(dir, name)));
  const servers = realPath(join(ETC, NAME_SERVERS));
  return [
    ...["--ro-bind", dir, ETC],
    ...shared.flatMap(({ name, real }) => ["--ro-bind", real, join(ETC, name)]),
    ...shared.flatMap((entry) => hiddenIn(entry, hidden)),
    ...(servers === undefined ? [] : ["--ro-bind", servers, join(ETC, NAME_SERVERS)]),
  ];
}

/** Paths of the machine that {@link etcMounts} mounts or hides individually. */
export function etcPaths(hidden: HiddenPaths): string[] {
  const directories = sharedEntries(hidden).filter(({ directory }) => directory);
  return [join(ETC, NAME_SERVERS), ...directories.map(({ name }) => join(ETC, name)), ...hidden.secrets.files];
}

/** Names of the service's user and group in a session. */
export function sessionNames(): { user: string; group: string } {
  const { uid, gid } = ownIds();
  return { user: uid === 0 ? "root" : "user", group: gid === 0 ? "root" : "user" };
}

interface SharedEntry {
  /** Path below `/etc`. */
  readonly name: string;
  /** Path without links. */
  readonly real: string;
  /** Text of a link that leads to the same place in a session. */
  readonly link: string | undefined;
  /** True for a directory that is mounted. */
  readonly directory: boolean;
}

function sharedEntries(hidden: HiddenPaths): SharedEntry[] {
  const families = namesIn(ETC).filter((name) => sharedFamilies.test(name));
  return [...new Set([...sharedNames, ...families])].flatMap((name) => {
    const path = join(ETC, name);
    const real = realPath(path);
    if (real === undefined || isHidden(path, hidden) || isHidden(real, hidden)) return [];
    const link = lstatSync(path).isSymbolicLink() && LINKED.test(real) ? readlinkSync(path) : undefined;
    const facts = statSync(real);
    if (link === undefined && !facts.isFile() && !facts.isDirectory()) return [];
    return [{ name, real, link, directory: link === undefined && facts.isDirectory() }];
  });
}

function isHidden(path: string, { secrets, hidden }: HiddenPaths): boolean {
  if (secrets.files.includes(path)) return true;
  return [...secrets.directories, ...hidden].some((directory) => isIn(path, directory));
}

/** Arguments that hide parts of a mounted directory. */
function hiddenIn({ name, real }: SharedEntry, { secrets, hidden }: HiddenPaths): string[] {
  const inside = (paths: readonly string[]): string[] =>
    paths
      .filter((path) => path !== real && isIn(path, real) && isThere(path))
      .map((path) => join(ETC, name, path.slice(real.length)));
  return [
    ...inside([...secrets.files, ...ownCertificates]).flatMap((path) => ["--ro-bind", "/dev/null", path]),
    ...inside([...secrets.directories, ...hidden]).flatMap((path) => ["--tmpfs", path]),
  ];
}

async function copyShared(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to);
  } catch (error) {
    // A file that the service may not read, or that was removed in the meantime, does not exist for the session either.
    if (!["EACCES", "EPERM", "ENOENT"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}

function ownIds(): { uid: number; gid: number } {
  return { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
}

/** Files with names, and their content. The first entry of an id is the name that programs show for it. */
function ownFiles(): Readonly<Record<string, string>> {
  const { uid, gid } = ownIds();
  const { user, group } = sessionNames();
  const users: [number, string][] = [
    [uid, `${user}:x:${uid}:${gid}:${user}:/home/user:/bin/sh`],
    [0, "root:x:0:0:root:/root:/bin/sh"],
    [USER, `user:x:${USER}:${USER}:user:/home/user:/bin/sh`],
    [NOBODY, `nobody:x:${NOBODY}:${NOBODY}:nobody:/nonexistent:/bin/false`],
  ];
  const groups: [number, string][] = [
    [gid, `${group}:x:${gid}:`],
    [0, "root:x:0:"],
    [USER, `user:x:${USER}:`],
    [NOBODY, `nogroup:x:${NOBODY}:`],
  ];
  return {
    passwd: firstOfEach(users),
    group: firstOfEach(groups),
    hosts: `127.0.0.1 localhost\n::1 localhost ip6-localhost ip6-loopback\n127.0.1.1 ${SESSION_HOST}\n`,
    hostname: `${SESSION_HOST}\n`,
    "machine-id": `${randomBytes(16).toString("hex")}\n`,
    "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns\nservices: files\nprotocols: files\n",
    // The machine's own file may have private settings of its administrators. The prompt shows the current directory.
    "bash.bashrc": "PS1='\\u@\\h:\\w\\$ '\n",
    // Mount point; stays empty when the machine has no such file.
    [NAME_SERVERS]: "",
  };
}

/** Removes lines whose id or name occurs in an earlier line. */
function firstOfEach(entries: readonly (readonly [id: number, line: string])[]): string {
  const nameOf = (line: string): string => line.slice(0, line.indexOf(":"));
  const first = entries.filter(
    ([id, line], at) =>
      !entries.slice(0, at).some(([other, before]) => other === id || nameOf(before) === nameOf(line)),
  );
  return first.map(([, line]) => `${line}\n`).join("");
}

function isIn(path: string, directory: string): boolean {
  return `${path}/`.startsWith(`${directory}/`);
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
