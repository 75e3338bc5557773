import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { GivenDirectory } from "../../../../src/service/files/given-directory.ts";

// Writes a file into a directory and prints the error's code and the names that are left: `node given-directory-process.ts <directory> <file>`.
const [path = "", source = ""] = process.argv.slice(2);
const directory = GivenDirectory.open(path, { below: dirname(path), outside: [] });
const outcome = await directory?.write("file", source).catch((error: NodeJS.ErrnoException) => error.code);
process.stdout.write(JSON.stringify({ outcome, left: readdirSync(path) }));
