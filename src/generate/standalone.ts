import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { constants, zstdCompress } from "node:zlib";
import { execa } from "execa";
import { rolldown } from "rolldown";
import type { PackedFile } from "../standalone/unpack-package.ts";
import { root } from "./paths.ts";
import { installedPackages, packageFiles, programFiles, programVersion } from "./standalone-files.ts";

/** Compression level: 19 makes the file 1% smaller and takes fifteen times as long. */
const LEVEL = 10;

export interface Standalone {
  readonly path: string;
  /** Size of the executable, in bytes. */
  readonly size: number;
  readonly files: number;
  /** Size of the unpacked files, in bytes. */
  readonly unpacked: number;
}

/** Builds the single executable for this platform from the built program and the installed packages. */
export async function buildStandalone(directory = join(root, "standalone")): Promise<Standalone> {
  const staging = await mkdtemp(join(tmpdir(), "browserctl-standalone-"));
  try {
    const { index, contents } = await packFiles(staging);
    const [, files] = index;
    const assets = { index: join(staging, "index"), files: join(staging, "files") };
    await writeFile(assets.index, JSON.stringify(index));
    await writeFile(assets.files, await compressed(contents));
    await bundleMain(staging);
    const built = join(staging, process.platform === "win32" ? "browserctl.exe" : "browserctl");
    const configuration = {
      main: join(staging, "main.cjs"),
      executable: await smallNode(staging),
      output: built,
      disableExperimentalSEAWarning: true,
      useCodeCache: true,
      assets,
    };
    await writeFile(join(staging, "sea.json"), JSON.stringify(configuration));
    await execa(process.execPath, ["--build-sea", join(staging, "sea.json")]);
    if (process.platform === "darwin") await execa("codesign", ["--sign", "-", "--force", built]);
    await chmod(built, 0o755);
    await tryOut(built, staging);
    const path = await place(built, directory);
    return { path, size: (await stat(path)).size, files: files.length, unpacked: contents.length };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** The program and its packages as one sequence of bytes, with an index and an id that is unique for this Node. */
async function packFiles(staging: string): Promise<{ index: [id: string, files: PackedFile[]]; contents: Buffer }> {
  const packages = await installedPackages();
  const program = await programFiles();
  const listed = [...program, ...(await Promise.all(packages.map(packageFiles))).flat()];
  const paths = listed.toSorted();
  const read = await Promise.all(paths.map((path) => readFile(join(root, path))));
  const node = await nodeLicence(staging);
  const all = [...paths.map((path, at) => [path, read[at] as Buffer] as const), ["LICENSE.node", node] as const];
  const files = all.map(([path, bytes]): PackedFile => [path, bytes.length]);
  const contents = Buffer.concat(all.map(([, bytes]) => bytes));
  const hash = createHash("sha256")
    .update(JSON.stringify([process.version, files]))
    .update(contents)
    .digest("hex")
    .slice(0, 16);
  return { index: [`${await programVersion()}-${hash}`, files], contents };
}

function compressed(contents: Buffer): Promise<Buffer> {
  return promisify(zstdCompress)(contents, {
    params: {
      [constants.ZSTD_c_compressionLevel]: LEVEL,
      [constants.ZSTD_c_checksumFlag]: 1,
    },
  });
}

async function bundleMain(out: string): Promise<void> {
  const bundler = await rolldown({
    input: { main: join(root, "src/standalone/main.ts") },
    cwd: root,
    platform: "node",
    tsconfig: false,
    transform: { target: "node24" },
  });
  try {
    await bundler.write({ dir: out, format: "cjs", entryFileNames: "main.cjs", codeSplitting: false, comments: false });
  } finally {
    await bundler.close();
  }
}

/** The Node that runs this, without its symbols for debuggers where the system has `strip`. */
async function smallNode(staging: string): Promise<string> {
  if (process.platform !== "linux") return process.execPath;
  const small = join(staging, "node");
  const { failed } = await execa("strip", ["-o", small, process.execPath], { reject: false });
  return failed ? process.execPath : small;
}

/** Licence of the Node that runs this: beside the program, or from the npm package that holds it for this platform. */
async function nodeLicence(staging: string): Promise<Buffer> {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const places = [
    join(process.execPath, "../../LICENSE"),
    join(process.execPath, "../LICENSE"),
    join(root, "node_modules/node/node_modules", name, "LICENSE"),
    join(root, "node_modules", name, "LICENSE"),
  ];
  const path = places.find((place) => existsSync(place) && place !== join(root, "LICENSE"));
  return path === undefined ? await packedLicence(name, staging) : await readFile(path);
}

/** Licence from the npm package of this Node: a later `npm install` removes the installed one. */
async function packedLicence(name: string, staging: string): Promise<Buffer> {
  const spec = `${name}@${process.versions.node}`;
  const { stdout } = await execa("npm", ["pack", spec, "--silent", "--pack-destination", staging]);
  const archive = join(staging, stdout.trim());
  const { stdout: text } = await execa("tar", ["-xzOf", archive, "package/LICENSE"], { stripFinalNewline: false });
  await rm(archive);
  return Buffer.from(text);
}

/** Runs the executable once: it unpacks everything. */
async function tryOut(built: string, staging: string): Promise<void> {
  const cache = join(staging, "cache");
  const env = { HOME: cache, XDG_CACHE_HOME: cache, LOCALAPPDATA: cache, TMPDIR: cache };
  const version = await programVersion();
  const { stdout } = await execa(built, ["--version"], { env });
  if (stdout !== version) throw new Error(`the executable printed the version ${stdout}, not ${version}`);
}

/** Moves the executable to its directory in one rename, so that a running one is not changed. */
async function place(built: string, directory: string): Promise<string> {
  await mkdir(directory, { recursive: true });
  const path = join(directory, process.platform === "win32" ? "browserctl.exe" : "browserctl");
  const partial = `${path}.${process.pid}.new`;
  try {
    await copyFile(built, partial);
    await rename(partial, path);
  } finally {
    await rm(partial, { force: true });
  }
  return path;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { path, size, files, unpacked } = await buildStandalone();
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  process.stdout.write(`${path}: ${megabytes(size)}, with ${files} files of ${megabytes(unpacked)} inside\n`);
}
