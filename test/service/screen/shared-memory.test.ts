import { expect, test } from "vitest";
import { runAsUser } from "../../support/as-user.ts";
import { startScreenService } from "../../support/screen-agent.ts";
import { lookAtSharedMemory, type SharedMemory } from "../../support/shared-memory.ts";

/** Without shared memory the browser sends every picture to its display over a socket. */
function expectSharedByTwo({ browser, display, process, machine, capabilities }: SharedMemory): void {
  expect(browser).toBe(display);
  expect([process, machine]).not.toContain(browser);
  expect(capabilities).toEqual([]);
}

test("a browser shares memory with its display, and neither with the session's processes nor the machine", async () => {
  const service = await startScreenService();
  const seen = await lookAtSharedMemory(service.running.state).finally(() => service.stop());
  expectSharedByTwo(seen);
});

test.skipIf(process.getuid?.() !== 0)("a browser of an ordinary user shares memory with its display", async () => {
  expectSharedByTwo((await runAsUser("shared-memory-as-user.ts")) as SharedMemory);
});
