import { describe, expect, test } from "vitest";
import { LevelDbKeys } from "../../src/profiles/leveldb-keys.ts";
import { unsnappy } from "../../src/profiles/snappy.ts";

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");

describe("unsnappy", () => {
  test.each<[string, string, string]>([
    ["a literal", "03 08 616263", "abc"],
    ["a copy that overlaps itself", "0a 00 61 22 0100", "aaaaaaaaaa"],
    ["a short copy", "08 0c 61626364 01 04", "abcdabcd"],
    ["a copy from far", "07 08 616263 0f 03000000", "abcabca"],
    ["a literal with its length apart", `46 f0 45 ${"61".repeat(70)}`, "a".repeat(70)],
    ["nothing", "00", ""],
  ])("unsnappy unpacks %s", (_, packed, text) => {
    expect(unsnappy(hex(packed), 100).toString()).toBe(text);
  });
  test.each([
    ["", "no length"],
    ["03 08 6162", "a literal that is cut"],
    ["02 08 616263", "more than it says"],
    ["04 00 61 0d 00", "a copy from nowhere"],
    ["04 00 61 0a 0500", "a copy from before the beginning"],
    ["04 00 61 0a", "a copy that is cut"],
    ["ff ff ff ff 0f 00 61", "more than it may"],
  ])("the compressed block '%s' is damaged: %s", (packed) => {
    expect(() => unsnappy(hex(packed), 100)).toThrow(RangeError);
  });
});

/** A log with one batch: keys with values, or deleted ones. */
function log(sequence: number, changes: readonly [key: string, value?: string][]): Buffer {
  const slice = (text: string): Buffer => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);
  const head = Buffer.alloc(12);
  head.writeBigUInt64LE(BigInt(sequence));
  head.writeUInt32LE(changes.length, 8);
  const records = changes.flatMap(([key, value]) => [
    Buffer.from([value === undefined ? 0 : 1]),
    slice(key),
    ...(value === undefined ? [] : [slice(value)]),
  ]);
  const batch = Buffer.concat([head, ...records]);
  const record = Buffer.alloc(7);
  record.writeUInt16LE(batch.length, 4);
  record.writeUInt8(1, 6);
  return Buffer.concat([record, batch]);
}

describe("LevelDbKeys", () => {
  test("the latest change of a key counts, whatever the order of the files", () => {
    const keys = new LevelDbKeys((key) => key.startsWith("k"));
    keys.add("000007.log", log(20, [["k1"], ["k3", "v"]]));
    keys.add("000003.log", log(1, [["k1", "v"], ["k2", "v"], ["other", "v"], ["k3"]]));
    expect(keys.keys().sort()).toEqual(["k2", "k3"]);
  });
  test("a cut log gives its readable keys; a file that is not a database gives none", () => {
    const two = Buffer.concat([log(1, [["k1", "v"]]), log(2, [["k2", "v"]])]);
    const keys = new LevelDbKeys(() => true);
    for (let end = two.length - 1; end > 30; end -= 1) keys.add("000003.log", two.subarray(0, end));
    expect(keys.keys()).toEqual(["k1"]);
    const none = new LevelDbKeys(() => true);
    for (const name of ["1.log", "1.ldb", "CURRENT", "MANIFEST-000001"]) {
      none.add(name, Buffer.alloc(0));
      none.add(name, Buffer.alloc(40_000, 0xff));
      none.add(name, Buffer.concat([Buffer.alloc(60, 0xff), hex("57fb808b247547db")]));
      none.add(name, Buffer.concat([Buffer.alloc(60), hex("57fb808b247547db")]));
    }
    expect(none.keys()).toEqual([]);
  });
});
