import { realpath, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, parse, relative, resolve, sep } from "node:path";
import { CliError, fileError } from "../../../core/errors.ts";
import { readRegularText } from "../../../core/input-file.ts";
import { type AppFilter, appFilter } from "./app-filter.ts";

/** A local app: the directory to pack, and the entry file in it. */
export interface AppSource {
  /** As it was typed. */
  readonly given: string;
  /** The directory, with links resolved. */
  readonly root: string;
  /** Path of the entry file from the directory, with slashes. */
  readonly entry: string;
  /** True when the entry was found by a search. */
  readonly found: boolean;
  readonly filter: AppFilter;
}

/** Working directory and environment for finding an app. */
interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface AppSourceOptions {
  readonly root?: string | undefined;
  readonly includeModules: boolean;
  /** A file of secrets, which is never packed. */
  readonly envFile?: string | undefined;
}

/** Entry files to try, in order, when package.json names none. */
const entries = ["app.ts", "app.js", "index.ts", "index.js", "src/app.ts", "src/index.ts"];

/**
 * Finds the app in a file or directory. Exit 10 when it does not exist or cannot be read; exit 2 for a directory
 * without an entry, an entry outside the root or excluded from the archive, and a root that is a home directory or a
 * disk.
 */
export async function appSource(given: string, place: Place, options: AppSourceOptions): Promise<AppSource> {
  const path = await real(given, place.cwd);
  const facts = await stat(path);
  if (!facts.isDirectory() && !facts.isFile())
    throw new CliError("local-file", `cannot read "${given}": is neither a file nor a directory`);
  const directory = facts.isDirectory() ? path : await parentOf(given, place.cwd);
  const root = options.root === undefined ? directory : await rootOf(options.root, place.cwd);
  await refuseHome(root, options.root ?? given, place);
  const within = inside(root, directory);
  if (within === undefined) throw new CliError("usage", `--root: "${given}" is not in "${options.root}"`);
  const filter = await appFilter(root, {
    includeModules: options.includeModules,
    envFile: options.envFile && resolve(place.cwd, options.envFile),
  });
  const from = within === "" ? "" : `${within}/`;
  if (facts.isDirectory())
    return { given, root, found: true, filter, entry: await findEntry(given, root, from, filter) };
  const entry = from + basename(resolve(place.cwd, given));
  const reason = filter.reason(entry);
  if (reason === undefined) return { given, root, found: false, filter, entry };
  throw new CliError("usage", `"${given}" is left out of the archive: ${reason}`, {
    hint: options.root === undefined ? undefined : "name another --root",
  });
}

/** A path with links resolved. Exit 10 when it does not exist. */
function real(given: string, cwd: string): Promise<string> {
  return realpath(resolve(cwd, given)).catch((error) => {
    throw fileError("read", given, error);
  });
}

/** Directory that contains a file; for a link, the directory of the link itself. */
function parentOf(given: string, cwd: string): Promise<string> {
  return real(dirname(resolve(cwd, given)), cwd);
}

async function rootOf(given: string, cwd: string): Promise<string> {
  const root = await real(given, cwd);
  if ((await stat(root)).isDirectory()) return root;
  throw new CliError("local-file", `--root: cannot pack "${given}": is not a directory`);
}

/** Rejects a home directory or a disk as the root: an app file there would pack everything beside it. */
async function refuseHome(root: string, given: string, { env }: Place): Promise<void> {
  const home = await realpath(env["HOME"] ?? env["USERPROFILE"] ?? "").catch(() => undefined);
  const what = root === parse(root).root ? "the whole disk" : root === home ? "your whole home" : undefined;
  if (what === undefined) return;
  throw new CliError("usage", `"${given}" would pack ${what} (${root})`, {
    hint: "put the app into a directory of its own",
  });
}

/** Path relative to `root`, with slashes; undefined for a path outside it. */
function inside(root: string, path: string): string | undefined {
  const way = relative(root, path);
  if (way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)) return undefined;
  return way.replaceAll(sep, "/");
}

/** Entry of a directory: the first that exists and is packed. */
async function findEntry(given: string, root: string, from: string, filter: AppFilter): Promise<string> {
  const directory = join(root, from);
  const candidates = [...(await manifestEntries(directory, given)), ...entries];
  for (const candidate of new Set(candidates)) {
    const entry = inside(root, join(directory, candidate));
    if (!entry || filter.reason(entry) !== undefined) continue;
    if (await isFile(join(root, entry))) return entry;
  }
  throw new CliError("usage", `"${given}" has no entry file; looked for ${candidates.join(", ")}`, {
    hint: `browserctl apps deploy FILE, with the app's entry file`,
  });
}

/** Entries that package.json names: `source` and `main`. */
async function manifestEntries(directory: string, given: string): Promise<string[]> {
  const text = await readRegularText(join(directory, "package.json"), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "{}";
    throw fileError("read", join(given, "package.json"), error);
  });
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch (cause) {
    throw new CliError("local-file", `cannot read "${join(given, "package.json")}": is not JSON`, { cause });
  }
  const { source, main } = (manifest ?? {}) as { source?: unknown; main?: unknown };
  return [source, main].filter((each) => typeof each === "string");
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (facts) => facts.isFile(),
    () => false,
  );
}
