import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { killProcesses } from "../machine/kill-processes.ts";
import { type LeftProcess, processesMarked, stillThere } from "../machine/leftovers.ts";
import { inMemory, lastingPlaces, VISIBLE_DIRECTORY } from "../machine/run-directories.ts";
import { startChromeStore } from "../servers/chrome-store.ts";
import { bundleDirectory } from "../service/service-program.ts";

const root = join(import.meta.dirname, "../../..");

/** Name that Node gives it where a program asks for one in the temporary folder. */
const compileCache = "node-compile-cache";

/** How long a process that was told to end may take after the last test. */
const graceMs = 20_000;

/**
 * Before the run: the build must be newer than what it was built from, and the run gets a mark, a home and a temporary
 * folder of its own, which every child inherits. After it: no process with that mark may live, the folder must be empty,
 * and the home must have nothing unusual in it.
 */
export default async function globalSetup({ vitest }: TestProject): Promise<() => Promise<void>> {
  const newer = await newerThanBuild();
  if (newer !== undefined) {
    const message = `dist is older than ${newer}: run npm test, which builds first`;
    // Whoever names files is at work on them; the whole run is what counts.
    const chosen = (vitest as unknown as { filenamePattern?: readonly string[] }).filenamePattern ?? [];
    if (chosen.length === 0) throw new Error(message);
    process.stderr.write(`warning: ${message}\n`);
  }
  await ensureBrowser();
  // Short: a browser keeps its temporary files in its profile only where the path of a socket there is short enough.
  const id = `br-${randomBytes(5).toString("hex")}-`;
  const directory = await mkdtemp(join((await inMemory()) ?? tmpdir(), id));
  // As /tmp itself: some tests start programs as another user.
  await chmod(directory, 0o1777);
  const visible = await mkdtemp(join(tmpdir(), id));
  await chmod(visible, 0o1777);
  const home = join(visible, "home");
  await mkdir(home, { mode: 0o700 });
  const store = await startChromeStore();
  const own = {
    BROWSERCTL_TEST_RUN: id,
    TMPDIR: directory,
    HOME: home,
    ...lastingPlaces(),
    [VISIBLE_DIRECTORY]: visible,
    NODE_COMPILE_CACHE: join(directory, compileCache),
    BROWSERCTL_CHROME_STORE_URL: store.url,
  };
  const before = Object.fromEntries(Object.keys(own).map((name) => [name, process.env[name]]));
  Object.assign(process.env, own);

  return async () => {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    await store.close();
    const processes = await stillThere(() => strangers(id), graceMs);
    const files = await stillThere(async () => (await readdir(directory)).filter((name) => !ours(name)), graceMs);
    const inHome = await strangeIn(home);
    const contents = await Promise.all(files.map((name) => contentOf(join(directory, name))));
    killProcesses(processes.map(({ pid }) => pid));
    for (const each of [directory, visible]) await rm(each, { recursive: true, force: true, maxRetries: 5 });
    await rm(bundleDirectory(id), { recursive: true, force: true });
    const lines = [
      ...processes.map(({ pid, command }) => `process ${pid}: ${command}`),
      ...files.map((name, at) => `in the temporary directory: ${name}${contents[at]}`),
      ...inHome.map((name) => `in the home: ${name}`),
    ];
    if (lines.length > 0) throw new Error(`the tests left something behind:\n  ${lines.join("\n  ")}`);
  };
}

/** The tests need a real browser: the program's own command finds one, or installs it where the machine allows that. */
async function ensureBrowser(): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), "browserctl-setup-"));
  const env = {
    ...process.env,
    BROWSERCTL_CONFIG_DIR: join(home, "config"),
    BROWSERCTL_STATE_DIR: join(home, "state"),
  };
  try {
    const words = [join(root, "bin/browserctl.js"), "local", "setup", "-o", "json"];
    const { stdout } = await promisify(execFile)(process.execPath, words, { env });
    const { path } = JSON.parse(stdout) as { path: string };
    process.env["BROWSERCTL_TEST_BROWSER"] = path;
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Children of this process are Vitest's workers, which live until after this; what a worker starts is a child of theirs. */
async function strangers(mark: string): Promise<LeftProcess[]> {
  return (await processesMarked(mark)).filter(({ parent }) => parent !== process.pid);
}

/** Names of the first entries in a directory, which tell whose it was; empty for a file. */
async function contentOf(path: string): Promise<string> {
  const names = await readdir(path, { recursive: true }).catch(() => undefined);
  return names === undefined ? "" : ` (${names.slice(0, 10).join(", ") || "empty"})`;
}

/** Paths of a home that browsers, shells and Vitest make, and of caches. */
const USUAL_IN_HOME = [".cache", ".config/chromium", ".config/fish"].concat(
  ["fish", "pki", "vitest"].map((name) => `.local/share/${name}`),
);

/** Paths in a home that are none of the usual ones. */
async function strangeIn(home: string): Promise<string[]> {
  const paths = await readdir(home, { recursive: true });
  const isUsual = (path: string): boolean =>
    USUAL_IN_HOME.some((usual) => `${path}/`.startsWith(`${usual}/`) || usual.startsWith(`${path}/`));
  return paths.filter((path) => !isUsual(path));
}

/** The cache of compiled code, which workers, services and every start of the program share. */
function ours(name: string): boolean {
  return name === compileCache;
}

/** The first source file of the bundle that changed after it was built, or why there is no bundle. */
async function newerThanBuild(): Promise<string | undefined> {
  const meta = await readFile(join(root, "dist/meta.json"), "utf8").catch(() => undefined);
  if (meta === undefined) return "src: there is none";
  const built = (await stat(join(root, "dist/meta.json"))).mtimeMs;
  const inputs = Object.keys((JSON.parse(meta) as { inputs: Record<string, unknown> }).inputs);
  for (const path of inputs.filter((each) => each.startsWith("src/") && !each.startsWith("src/generated/"))) {
    const changed = await stat(join(root, path)).catch(() => undefined);
    if (changed === undefined || changed.mtimeMs > built) return path;
  }
  return undefined;
}
