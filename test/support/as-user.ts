import { spawn } from "node:child_process";
import { once } from "node:events";
import { chown, copyFile, mkdir, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { tempDir } from "./service.ts";

/**
 * Runs a script of this folder as an ordinary user, with a folder of that user's as its argument, and gives the JSON that
 * it prints. Needs root. The checkout may lie where no other user gets to: in a view of its own it stands in that folder.
 */
export async function runAsUser(script: string): Promise<unknown> {
  const dir = await tempDir();
  try {
    await chown(dir, 65_534, 65_534);
    const root = join(import.meta.dirname, "../..");
    const checkout = join(dir, "checkout");
    for (const name of ["dist", "src", "test", "node_modules"]) await mkdir(join(checkout, name), { recursive: true });
    await copyFile(join(root, "package.json"), join(checkout, "package.json"));
    const isOurs = process.execPath.startsWith(root);
    const node = isOurs ? join(checkout, relative(root, process.execPath)) : process.execPath;
    const line = `cd "$1" && for name in dist src test node_modules; do mount --bind "$1/$name" "$2/$name"; done
      exec setpriv --reuid 65534 --regid 65534 --clear-groups "$3" "$2/test/support/$5" "$4"`;
    const child = spawn(
      "unshare",
      ["--mount", "sh", "-c", line, "sh", root, checkout, node, join(dir, "own"), script],
      {
        env: { PATH: process.env["PATH"], HOME: dir, TMPDIR: dir },
      },
    );
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
    await once(child, "close");
    try {
      return JSON.parse(said);
    } catch {
      throw new Error(`${script} did not print JSON: ${said}`);
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
