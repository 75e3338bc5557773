import { expect, test } from "vitest";
import { runAsUser } from "../../support/machine/as-user.ts";
import { type SharedMemory, sharedByTwo, sharing } from "../../support/machine/shared-memory.ts";

test.skipIf(process.getuid?.() !== 0)("a browser of an ordinary user shares memory with its display", async () => {
  const seen = (await runAsUser("shared-memory-as-user.ts")) as SharedMemory;
  expect(sharing(seen)).toEqual(sharedByTwo);
});
