import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Vanished, VanishedFiles } from "../../../src/service/files/vanished-files.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const vanished: Vanished = {
  path: "/a",
  entry: { key: "1-2-3", isDir: false, content: "", attributes: "" },
  directory: undefined,
};

test("a vanished entry counts as deleted after 50 ms", () => {
  const gone: Vanished[] = [];
  const files = new VanishedFiles(
    (one) => gone.push(one),
    () => false,
  );
  files.add(vanished);
  vi.advanceTimersByTime(49);
  expect(gone).toEqual([]);
  vi.advanceTimersByTime(2);
  expect(gone).toEqual([vanished]);
  expect(files.take("1-2-3")).toBeUndefined();
});

test("a vanished entry may appear again as long as notices wait, however long that takes", () => {
  const gone: Vanished[] = [];
  let busy = true;
  const files = new VanishedFiles(
    (one) => gone.push(one),
    () => busy,
  );
  files.add(vanished);
  vi.advanceTimersByTime(10_000);
  expect(gone).toEqual([]);
  busy = false;
  vi.advanceTimersByTime(50);
  expect(gone).toEqual([vanished]);
});
