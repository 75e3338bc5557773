import { afterAll, beforeAll, expect, test } from "vitest";
import { startServiceWithFakeBrowser } from "../../support/browser/fake-browser.ts";
import type { Answer, TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";

let service: TestService;
let id: string;
beforeAll(async () => {
  service = await startServiceWithFakeBrowser();
  id = (await service.create({ timeout_seconds: 600 })).session_id;
});
afterAll(() => service.stop());

const exec = async (command: string): Promise<void> => {
  const json = { command: "sh", args: ["-c", command] };
  const answer = await service.api("POST", `/browsers/${id}/process/exec`, { json });
  expect(answer.body.exit_code, answer.text).toBe(0);
};
const watch = (path: string, recursive = false, session = id): Promise<Answer> =>
  service.api("POST", `/browsers/${session}/fs/watch`, { json: { path, recursive } });

/** Follows a watch; returns the events so far and a function to stop. */
function follow(watchId: string, session = id): { events: string[]; ended: Promise<void>; stop: () => void } {
  const controller = new AbortController();
  const events: string[] = [];
  const ended = (async () => {
    const response = await fetch(`${service.baseUrl}/browsers/${session}/fs/watch/${watchId}/events`, {
      headers: { Authorization: `Bearer ${service.token}` },
      signal: controller.signal,
    });
    let text = "";
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const { event, type, path, is_dir } = JSON.parse(block.slice("data: ".length));
        if (event === undefined) events.push(`${type} ${path}${is_dir ? "/" : ""}`);
      }
    }
  })();
  return { events, ended, stop: () => controller.abort() };
}

test("changes come as they happen, from the start of the watch on, to each reader", async () => {
  await exec("mkdir -p /tmp/w/sub; echo 1 > /tmp/w/old");
  const { body } = await watch("/tmp/w");
  await exec("echo new > /tmp/w/new");
  const first = follow(body.watch_id);
  await until(
    () => first.events,
    (events) => events.includes("CREATE /tmp/w/new"),
  );
  await exec("echo more >> /tmp/w/old; rm /tmp/w/new; mkdir /tmp/w/dir; echo unseen > /tmp/w/sub/x");
  const wanted = ["WRITE /tmp/w/old", "DELETE /tmp/w/new", "CREATE /tmp/w/dir/"];
  await until(
    () => first.events,
    (events) => wanted.every((event) => events.includes(event)),
  );
  await exec("mv /tmp/w/old /tmp/w/moved");
  await until(
    () => first.events,
    (events) => events.includes("CREATE /tmp/w/moved"),
  );
  await until(
    () => first.events,
    (events) => events.includes("RENAME /tmp/w/old"),
  );
  expect(first.events.filter((event) => event.includes("sub/") || event.startsWith("DELETE /tmp/w/old"))).toEqual([]);
  const second = follow(body.watch_id);
  await until(
    () => second.events,
    (events) => events.length === first.events.length,
  );
  expect(second.events).toEqual(first.events);
  expect((await service.api("DELETE", `/browsers/${id}/fs/watch/${body.watch_id}`)).status).toBe(204);
  await Promise.all([first.ended, second.ended]);
  const gone = await service.api("DELETE", `/browsers/${id}/fs/watch/${body.watch_id}`);
  expect([gone.status, gone.body.message]).toEqual([404, `watch not found: "${body.watch_id}"`]);
});

test("a recursive watch sees directories below it, also new ones", async () => {
  await exec("mkdir -p /tmp/r/a/b");
  const { body } = await watch("/tmp/r", true);
  const reader = follow(body.watch_id);
  await exec("echo 1 > /tmp/r/a/b/deep; mkdir /tmp/r/later");
  await until(
    () => reader.events,
    (events) => events.includes("CREATE /tmp/r/later/"),
  );
  await exec("echo 1 > /tmp/r/later/f");
  await until(
    () => reader.events,
    (events) => events.includes("CREATE /tmp/r/later/f"),
  );
  expect(reader.events).toContain("CREATE /tmp/r/a/b/deep");
  reader.stop();
  await reader.ended.catch(() => {});
});

test("a path that cannot be watched is refused", async () => {
  expect((await watch("/tmp/none")).status).toBe(404);
  await exec("echo 1 > /tmp/file");
  expect((await watch("/tmp/file")).body.message).toMatch(/is a file, not a directory/);
  expect((await watch("/etc")).body.message).toMatch(/is in \/etc/);
  expect((await service.api("GET", `/browsers/${id}/fs/watch/none/events`)).status).toBe(404);
});

test("a session has 64 watches at once, and they end with it", async () => {
  const { session_id } = await service.create();
  const started = await Promise.all(Array.from({ length: 64 }, () => watch("/tmp", false, session_id)));
  expect(new Set(started.map(({ status }) => status))).toEqual(new Set([201]));
  const refused = await watch("/tmp", false, session_id);
  expect([refused.status, refused.body.code]).toEqual([429, "too_many_watches"]);
  const reader = follow(started[0]?.body.watch_id, session_id);
  await service.api("DELETE", `/browsers/${session_id}`);
  await reader.ended;
});
