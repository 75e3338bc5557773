import { expect, test } from "vitest";
import { startScreenService } from "../../support/screen-agent.ts";
import { lookAtSharedMemory, sharedByTwo, sharing } from "../../support/shared-memory.ts";

test("a browser shares memory with its display, and neither with the session's processes nor the machine", async () => {
  const service = await startScreenService();
  const seen = await lookAtSharedMemory(service.running.state).finally(() => service.stop());
  expect(sharing(seen)).toEqual(sharedByTwo);
});
