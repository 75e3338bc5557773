import { expect, test } from "vitest";
import { lookAtSharedMemory, sharedByTwo, sharing } from "../../support/machine/shared-memory.ts";
import { startScreenService } from "../../support/screen/screen-agent.ts";

test("a browser shares memory with its display, and neither with the session's processes nor the machine", async () => {
  const service = await startScreenService();
  const seen = await lookAtSharedMemory(service.running.state).finally(() => service.stop());
  expect(sharing(seen)).toEqual(sharedByTwo);
});
