import { createRequire } from "node:module";
import { join } from "node:path";
import { getAsset, getRawAsset } from "node:sea";
import { wantsJson } from "../cli/output/wants-json.ts";
import { exitCode } from "../core/exit-codes.ts";
import { packageDirectories } from "./package-directories.ts";
import { markUsed, type PackedFile, UnpackError, unpackPackage } from "./unpack-package.ts";

// Main script of the single executable. It unpacks the program's package into the user's cache directory at the first
// start of a version, and runs the launcher there. assumed: files are needed for import() of the program's parts, its
// native libraries and its own processes.

/** Time between two marks of a command that runs for long, in milliseconds. */
const DAY_MS = 86_400_000;

function packageDirectory(): string {
  const [id, files] = JSON.parse(getAsset("index", "utf8")) as [id: string, files: PackedFile[]];
  // Not imported: it takes longer to load than everything else here, and only the first start needs it.
  const read = (): Buffer =>
    process.getBuiltinModule("node:zlib").zstdDecompressSync(Buffer.from(getRawAsset("files") as ArrayBuffer));
  const directory = unpackPackage({ id, files, read }, packageDirectories(process.env), Date.now());
  setInterval(() => markUsed(directory), DAY_MS).unref();
  return directory;
}

try {
  const directory = packageDirectory();
  createRequire(join(directory, "package.json"))("./bin/browserctl.js");
} catch (error) {
  if (!(error instanceof UnpackError)) throw error;
  const words = process.argv.slice(2);
  // A shell that asks for values is answered with none.
  if (words[0] === "__complete") process.exit(0);
  const { message, hint } = error;
  const code = exitCode("local-file");
  const json = { error: { code: "cannot_unpack", message, details: [], exit_code: code, hint } };
  const asJson = wantsJson(words, process.env);
  process.stderr.write(asJson ? `${JSON.stringify(json)}\n` : `error: ${message}\n  ${hint}\n`);
  process.exitCode = code;
}
