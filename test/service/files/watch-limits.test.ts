import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { EventLog, type LogItem } from "../../../src/service/files/event-log.ts";
import { FileWatches } from "../../../src/service/files/file-watches.ts";
import { SessionFiles } from "../../../src/service/files/session-files.ts";
import { WatchBudget } from "../../../src/service/files/watch-budget.ts";
import { until } from "../../support/until.ts";

const { signal } = new AbortController();
let root: string;
let watches: FileWatches;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "watch-limits-"));
  watches = new FileWatches(new SessionFiles(root), new WatchBudget(10));
});
afterEach(async () => {
  watches.close();
  await rm(root, { recursive: true });
});

/** Creates a directory with a number of files. */
async function filled(name: string, count: number): Promise<string> {
  await mkdir(join(root, name), { recursive: true });
  for (let at = 0; at < count; at += 1) await writeFile(join(root, name, `${at}`), "");
  return `/${name}`;
}

/** Creates directories in one another and returns the path of the first one. */
async function nested(name: string, levels: number): Promise<string> {
  await mkdir(join(root, name, ...Array.from({ length: levels }, () => "d")), { recursive: true });
  return `/${name}`;
}

/** Collects the changes of a watch. */
function collected(id: string): { items: LogItem[]; ended: Promise<void> } {
  const items: LogItem[] = [];
  const read = async (): Promise<void> => {
    for await (const item of watches.follow(id, signal)) items.push(item);
  };
  return { items, ended: read() };
}

const hasGap = (items: readonly LogItem[]): boolean => items.some((item) => "event" in item);
const manyLevels = (): FileWatches => new FileWatches(new SessionFiles(root), new WatchBudget(1_000));

test("the watches of a session have a number of entries together", async () => {
  const path = await filled("six", 6);
  const both = await Promise.allSettled([watches.start({ path }, signal), watches.start({ path }, signal)]);
  const [started, ...others] = both.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  expect(others).toEqual([]);
  await expect(watches.start({ path }, signal)).rejects.toMatchObject({
    kind: "too-many-watches",
    message: "the watches of the session have more than 10 files and directories together; stop one first",
  });
  watches.stop(started ?? "");
  await expect(watches.start({ path }, signal)).resolves.toBeTypeOf("string");
});

test("a directory with more entries than a session may watch is refused", async () => {
  await filled("top/a", 5);
  await filled("top/b", 5);
  await expect(watches.start({ path: "/top", recursive: true }, signal)).rejects.toMatchObject({
    kind: "invalid",
    message: '"/top" has more than 10 files and directories in it; watch a part of it',
  });
});

test("a directory that grows over twice the limit is not watched any more, and leaves room for others", async () => {
  const path = await filled("grows", 3);
  const id = await watches.start({ path }, signal);
  const { items } = collected(id);
  await filled("grows", 40);
  await until(() => hasGap(items));
  await expect(watches.start({ path: await filled("other", 10) }, signal)).resolves.toBeTypeOf("string");
});

test("a directory with more than 128 levels below it is refused", async () => {
  watches = manyLevels();
  await expect(watches.start({ path: await nested("deep", 129), recursive: true }, signal)).rejects.toMatchObject({
    kind: "invalid",
    message: '"/deep" has directories more than 128 levels below it; watch a part of it',
  });
  await expect(watches.start({ path: await nested("less", 128), recursive: true }, signal)).resolves.toBeTypeOf(
    "string",
  );
});

test("directories that appear more than 128 levels below the watched one are a gap, once however deep they are", async () => {
  watches = manyLevels();
  const path = await nested("later", 0);
  const { items } = collected(await watches.start({ path, recursive: true }, signal));
  await nested("later", 140);
  await until(() => hasGap(items));
  await filled("later", 1);
  await until(() => items.some((item) => "path" in item && item.path === "/later/0"));
  expect(items.filter((item) => "path" in item && item.is_dir)).toHaveLength(129);
  expect(items.filter((item) => "event" in item)).toHaveLength(1);
});

test("the scan of a watch ends with its client", async () => {
  const gone = new AbortController();
  const path = await filled("many", 11);
  const started = watches.start({ path }, gone.signal);
  gone.abort(new Error("the client is gone"));
  await expect(started).rejects.toThrow("the client is gone");
});

test("the oldest changes are dropped when the paths of all have more than 2 000 000 characters", async () => {
  const log = new EventLog();
  const path = `/${"x".repeat(3_999)}`;
  for (let at = 0; at < 600; at += 1) log.push({ type: "CREATE", path, name: `${at}`, is_dir: false });
  log.close();
  const items: LogItem[] = [];
  for await (const item of log.follow(signal)) items.push(item);
  expect(items[0]).toEqual({ event: "gap" });
  expect(items.slice(1).map((item) => "path" in item && item.name)).toEqual(
    Array.from({ length: 500 }, (_, at) => `${at + 100}`),
  );
});
