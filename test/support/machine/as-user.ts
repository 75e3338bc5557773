import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, copyFile, mkdir, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { tempDir } from "../service/service.ts";

/** An ordinary user, without an entry in the list of users where it is another than this. */
const NOBODY = 65_534;

/** Checkout and Node as a user finds them, and a directory of that user's. */
interface View {
  readonly checkout: string;
  readonly node: string;
  readonly dir: string;
}

/** Output and exit code of a program that has ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a script of this folder as an ordinary user, with a folder of that user's as its argument, and gives the JSON that
 * it prints. The group's number is that of the user unless it is given. Needs root.
 */
export async function runAsUser(script: string, { gid = NOBODY }: { gid?: number } = {}): Promise<unknown> {
  const { stdout, stderr } = await inView({ uid: NOBODY, gid }, ({ checkout, dir, node }) => ({
    words: [node, join(checkout, "test/support/machine", script), join(dir, "own")],
    env: { HOME: dir, TMPDIR: dir },
  }));
  try {
    return JSON.parse(stdout + stderr);
  } catch {
    throw new Error(`${script} did not print JSON: ${stdout}${stderr}`);
  }
}

/** Runs the built program as an ordinary user. Needs root. */
export function runProgramAsUser(
  args: readonly string[],
  { uid = NOBODY, env = {}, stdin = "" }: { uid?: number; env?: Readonly<Record<string, string>>; stdin?: string } = {},
): Promise<Ended> {
  return inView({ uid, gid: uid }, ({ checkout, node }) => ({
    words: [node, join(checkout, "bin/browserctl.js"), ...args],
    env,
    stdin,
  }));
}

/** Runs a program in a view of its own: the checkout may lie where no other user gets to. */
async function inView(
  { uid, gid }: { uid: number; gid: number },
  command: (view: View) => { words: readonly string[]; env: Readonly<Record<string, string>>; stdin?: string },
): Promise<Ended> {
  const dir = await tempDir();
  try {
    await chown(dir, uid, gid);
    const root = join(import.meta.dirname, "../../..");
    const checkout = join(dir, "checkout");
    for (const name of ["bin", "completions", "dist", "src", "test", "node_modules"])
      await mkdir(join(checkout, name), { recursive: true });
    await copyFile(join(root, "package.json"), join(checkout, "package.json"));
    const isOurs = process.execPath.startsWith(root);
    const node = isOurs ? join(checkout, relative(root, process.execPath)) : process.execPath;
    const line = `for name in bin completions dist src test node_modules; do mount --bind "$1/$name" "$2/$name"; done
      cd "$2"; uid=$3 gid=$4; shift 4; exec setpriv --reuid "$uid" --regid "$gid" --clear-groups "$@"`;
    const { words, env, stdin = "" } = command({ checkout, node, dir });
    const child = spawn("unshare", ["--mount", "sh", "-c", line, "sh", root, checkout, `${uid}`, `${gid}`, ...words], {
      env: { PATH: process.env["PATH"], ...env },
    });
    child.stdin.on("error", () => {});
    child.stdin.end(stdin);
    return await ended(child);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function ended(child: ChildProcess): Promise<Ended> {
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => {
    const chunks: Buffer[] = [];
    stream?.on("data", (chunk: Buffer) => chunks.push(chunk));
    return chunks;
  });
  const [code] = (await once(child, "close")) as [number | null];
  const text = (chunks: Buffer[] = []): string => Buffer.concat(chunks).toString();
  return { code, stdout: text(stdout), stderr: text(stderr) };
}
