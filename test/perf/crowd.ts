import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Bench, type Row, startService, temporaryDirectory } from "./bench.ts";
import { commandLine, startByHand } from "./create.ts";
import { processTree, sharedMemory } from "./processes.ts";

const SESSIONS = 20;
const LIMIT = 1.3;

/**
 * Sessions created, used and deleted at once, all of them without an error, with the memory they took. Their creation is
 * compared with as many of the same Chromium started by hand, all at once: a start is processor time and little else.
 * Memory is read between the measurements, never during one: to read it of 200 processes takes a processor for seconds.
 */
export async function benchCrowd(bench: Bench): Promise<readonly Row[]> {
  const server = createServer((_request, response) => void response.end("x".repeat(1024)));
  await once(server.listen(0, "127.0.0.1"), "listening");
  bench.defer(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const service = await startService(bench);
  const before = await sharedMemory(await processTree(service.pid));
  let peak = before;
  const look = async (): Promise<void> => {
    peak = Math.max(peak, await sharedMemory(await processTree(service.pid)));
  };
  const words = await commandLine(service);
  const directory = await temporaryDirectory(bench);
  const errors: unknown[] = [];
  const each = async <T, Result>(
    items: readonly T[],
    work: (item: T) => Promise<Result>,
  ): Promise<[number, Result[]]> => {
    const started = performance.now();
    const settled = await Promise.allSettled(items.map(work));
    for (const result of settled) if (result.status === "rejected") errors.push(result.reason);
    const values = settled.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    return [performance.now() - started, values];
  };
  const numbers = Array.from({ length: SESSIONS }, (_, at) => at);
  const [byHand, started] = await each(numbers, () => startByHand(bench, words, directory));
  await each(started, ({ close }) => close());
  const [created, ids] = await each(numbers, async () =>
    String((await service.api("POST", "/browsers", { headless: true }))["session_id"]),
  );
  await look();
  const [used] = await each(ids, async (id) => {
    const { status } = await service.api("POST", `/browsers/${id}/curl`, { url });
    if (status !== 200) throw new Error(`curl answered ${status}`);
  });
  await look();
  const [deleted] = await each(ids, (id) => service.api("DELETE", `/browsers/${id}`));
  for (const error of errors) process.stderr.write(`crowd: ${error}\n`);
  return [
    {
      name: `${SESSIONS} sessions at once: create`,
      value: created,
      floor: byHand,
      ratio: created / byHand,
      limit: LIMIT,
    },
    { name: `${SESSIONS} sessions at once: one curl each`, value: used },
    { name: `${SESSIONS} sessions at once: delete`, value: deleted },
    { name: `${SESSIONS} sessions at once: errors`, value: errors.length, limit: 0, unit: "" },
    { name: `${SESSIONS} sessions at once: peak memory`, value: peak, floor: before, unit: "MiB" },
  ];
}
