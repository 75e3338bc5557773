import { expect, test } from "vitest";
import { Clock } from "../../../src/service/clock.ts";
import { Faults } from "../../../src/service/faults.ts";
import { Projects } from "../../../src/service/projects/projects.ts";
import { tables } from "../../../src/service/resources.ts";
import { browsers } from "../../../src/service/sessions/browser-table.ts";
import { Store } from "../../../src/service/store/store.ts";
import { startService, tempDir } from "../../support/service/service.ts";

test("a start ends the sessions that a killed service left, and remembers the last thousand", async () => {
  const stateDir = await tempDir();
  const clock = new Clock();
  const store = new Store({ stateDir, clock, faults: new Faults(), log: () => {}, tables });
  const projectId = new Projects({ store, clock }).default().id;
  const viewport = { width: 1, height: 1 };
  const settings = { headless: true, stealth: false, timeout_seconds: 60, viewport, telemetry: null };
  store.transaction(() => {
    for (let count = 0; count < 1_010; count++) {
      store.rows(browsers).insert({ id: `s${count}`, projectId, name: `name ${count}`, settings });
    }
  });
  store.close();
  const service = await startService({ stateDir });
  expect(service.log.join("\n")).toContain("1010 sessions of a previous run of the service were marked as ended");
  expect((await service.api("GET", "/browsers")).body).toEqual([]);
  const last = await service.api("GET", "/browsers?status=deleted&limit=10&offset=990");
  expect(last.body.map(({ session_id }: { session_id: string }) => session_id).at(-1)).toBe("s10");
  expect(last.headers.get("x-has-more")).toBe("false");
  expect((await service.api("GET", "/browsers/s9?include_deleted=true")).body.code).toBe("not_found");
  await service.stop();
});
