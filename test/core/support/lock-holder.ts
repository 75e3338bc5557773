// Holds the lock file of the first argument until stdin ends or the process is killed.
import { once } from "node:events";
import { withFileLock } from "../../../src/core/file-lock.ts";

await withFileLock(process.argv[2] ?? "", { timeoutMs: 15_000 }, async () => {
  process.stdout.write("held\n");
  process.stdin.resume();
  await once(process.stdin, "end");
});
process.stdout.write("released\n");
