import { once } from "node:events";
import { watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { VanishedFiles } from "../../../src/service/files/vanished-files.ts";
import { afterNotices, WatchedDirectory } from "../../../src/service/files/watched-directory.ts";
import { temporaryDirectory } from "../../support/browser/chromium.ts";

/** Stops this process for a time in which a notice of the system comes. Resolves when the notice has been read. */
async function noticeWhileStopped(start: () => void, ms: number): Promise<void> {
  const directory = await temporaryDirectory();
  const watcher = watch(directory);
  onTestFinished(() => watcher.close());
  const notice = once(watcher, "change");
  start();
  writeFileSync(join(directory, "file"), "");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  await notice;
}

const isBusy = (): boolean => false;

test("a process that was stopped for longer reads the notices before its time is over", async () => {
  const over = Promise.withResolvers<void>();
  let isOver = false;
  const end = (): void => {
    isOver = true;
    over.resolve();
  };
  await noticeWhileStopped(() => afterNotices(20, isBusy, end), 100);
  expect(isOver).toBe(false);
  await over.promise;
});

test("a vanished entry whose second notice came while the process was stopped has moved", async () => {
  const gone: string[] = [];
  const files = new VanishedFiles(({ path }) => gone.push(path), isBusy);
  const entry = { key: "1-2-3", isDir: false, content: "", attributes: "" };
  await noticeWhileStopped(() => files.add({ path: "/a", entry, directory: undefined }), 200);
  expect([files.take(entry.key), gone]).toEqual([expect.objectContaining({ path: "/a" }), []]);
});

test("the notice of a removal that was seen before is known once, however late it is read", async () => {
  const directory = new WatchedDirectory(undefined, "");
  await noticeWhileStopped(() => directory.addGhost("b", isBusy), 1_100);
  expect([directory.takeGhost("b"), directory.takeGhost("b")]).toEqual([true, false]);
});
