import { pathToFileURL } from "node:url";
import { execa } from "execa";
import { expect, test } from "vitest";

const module = pathToFileURL(`${import.meta.dirname}/../../src/client/small-heap.ts`).href;

/** Collections of V8 in the `exit` phase of a process that has called a function of the module. */
async function collectionsAtExit(call: string): Promise<string[]> {
  const code = `import * as heap from "${module}"; process.on("exit", () => console.log("exit")); ${call}; process.exit(0);`;
  const { stdout } = await execa(process.execPath, ["--trace-gc", "--input-type=module", "-e", code]);
  const [, atExit] = stdout.split(/^exit$/m);
  return atExit?.match(/Mark-Compact/g) ?? [];
}

// Without it, a compiler thread that waits for a collection keeps the process for ever.
test.each(["lowMemoryStreaming", "streamObjectsInLittleMemory"])(
  "%s: a process through which much has passed collects garbage once when it exits",
  async (name) => {
    expect(await collectionsAtExit(`heap.${name}(); heap.${name}()`)).toHaveLength(1);
    expect(await collectionsAtExit("void heap")).toEqual([]);
  },
);
