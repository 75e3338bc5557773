import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { until } from "../../support/until.ts";
import { isFull, smallDisk } from "./support/small-disk.ts";

test("a service that was killed when a session had filled the disk starts again", async () => {
  const disk = await smallDisk("160m");
  const first = await disk.start();
  const { body: session } = await first.api("POST", "/browsers", { json: { name: "greedy" } });
  const { body: written } = await first.api("POST", `/browsers/${session.session_id}/process/exec`, {
    json: { command: "sh", args: ["-c", "cat /dev/zero > /home/user/large; echo x > /home/user/more"] },
  });
  expect(written.exit_code).not.toBe(0);
  await until(() => isFull(disk.dir), Boolean);
  first.child.kill("SIGKILL");
  await once(first.child, "exit");
  expect(isFull(disk.dir)).toBe(true);
  expect(readdirSync(join(disk.dir, "sessions"))).toEqual([session.session_id]);
  const second = await disk.start();
  expect(readdirSync(join(disk.dir, "sessions"))).toEqual([]);
  const old = await second.api("GET", `/browsers/${session.session_id}`);
  expect([old.status, old.body.code]).toEqual([404, "browser_deleted"]);
  expect((await second.api("POST", "/browsers", { json: { name: "greedy" } })).status).toBe(200);
});

test("a session that ends on a full disk is ended, and stays so after a restart", async () => {
  const disk = await smallDisk("160m");
  const first = await disk.start();
  const { body: session } = await first.api("POST", "/browsers", { json: { name: "one" } });
  disk.fill();
  expect((await first.api("DELETE", `/browsers/${session.session_id}`)).status).toBe(204);
  first.child.kill("SIGKILL");
  await once(first.child, "exit");
  disk.clear();
  const second = await disk.start();
  expect((await second.api("GET", `/browsers/${session.session_id}`)).body.code).toBe("browser_deleted");
});
