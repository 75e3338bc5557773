import { readdir } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { processesOf, startService, type TestService } from "../../support/service/service.ts";

let service: TestService;
let target: Server;
let url: string;
beforeEach(async () => {
  target = createServer((request, response) => response.end(`hello ${request.url}`));
  await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  service = await startService();
});
afterEach(async () => {
  target.closeAllConnections();
  target.close();
  await service.stop();
});

test("twenty sessions at once are created, used and deleted without an error", async () => {
  const start = performance.now();
  const made = await Promise.all(Array.from({ length: 20 }, (_, index) => service.create({ name: `s${index}` })));
  const created = performance.now();
  const answers = await Promise.all(
    made.flatMap(({ session_id }, index) => [
      service.api("POST", `/browsers/${session_id}/curl`, { json: { url: `${url}/${index}` } }),
      service.api("POST", `/browsers/${session_id}/computer/screenshot`),
    ]),
  );
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
  expect(answers[0]?.body.body).toBe("hello /0");
  const used = performance.now();
  const ends = await Promise.all(made.map(({ session_id }) => service.api("DELETE", `/browsers/${session_id}`)));
  expect(ends.map((answer) => answer.status)).toEqual(ends.map(() => 204));
  const ms = (from: number, to: number): string => `${Math.round(to - from)} ms`;
  service.log.push(
    `20 sessions: created ${ms(start, created)}, used ${ms(created, used)}, ${ms(used, performance.now())}`,
  );
  process.stderr.write(`${service.log.at(-1)}\n`);
  expect(await readdir(join(service.stateDir, "sessions"))).toEqual([]);
  expect(await processesOf(service.stateDir)).toEqual([]);
});

test("two hundred cycles leave memory, files and processes flat", async () => {
  const cycle = async (): Promise<void> => {
    const { session_id } = await service.create();
    const answer = await service.api("POST", `/browsers/${session_id}/curl`, { json: { url } });
    expect(answer.status).toBe(200);
    await service.api("DELETE", `/browsers/${session_id}`);
  };
  const facts = async (): Promise<{ handles: number; files: number; directories: number; heapMib: number }> => {
    globalThis.gc?.();
    return {
      handles: process.getActiveResourcesInfo().filter((kind) => kind !== "Timeout" && kind !== "Immediate").length,
      files: (await readdir("/proc/self/fd")).length,
      directories: (await readdir(join(service.stateDir, "sessions"))).length,
      heapMib: process.memoryUsage().heapUsed / 2 ** 20,
    };
  };
  for (let count = 0; count < 20; count++) await cycle();
  const before = await facts();
  for (let count = 0; count < 180; count++) await cycle();
  service.log.length = 0;
  const after = await facts();
  process.stderr.write(`200 cycles: ${JSON.stringify({ before, after })}\n`);
  expect(after.directories).toBe(0);
  expect(after.files - before.files).toBeLessThan(5);
  expect(after.handles - before.handles).toBeLessThan(5);
  // Without a forced garbage collection the heap contains garbage; a leaked session would be over 100 KiB.
  expect(after.heapMib - before.heapMib).toBeLessThan(20);
});
