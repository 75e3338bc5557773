import { expect, test } from "vitest";
import { startService } from "../../support/service/service.ts";

test("10 MB of clipboard travel both ways", async () => {
  const service = await startService();
  const { session_id } = await service.create();
  const clipboard = `/browsers/${session_id}/computer/clipboard`;
  const text = "0123é日\r\n".repeat((10 * 2 ** 20) / 8);
  const written = await service.api("POST", `${clipboard}/write`, { json: { text } });
  expect([written.status, written.text]).toEqual([200, ""]);
  const { body } = await service.api("POST", `${clipboard}/read`);
  expect(body.text === text).toBe(true);
  await service.stop();
});
