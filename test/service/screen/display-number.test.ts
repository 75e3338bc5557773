import { expect, test } from "vitest";
import { freeDisplayNumber } from "../../../src/service/screen/display-number.ts";

/** Content of `/proc/net/unix` with sockets of displays. */
const sockets = async (...names: string[]): Promise<string> =>
  ["Num       RefCount Protocol Flags    Type St Inode Path", ...names]
    .map((name) => `0000000019f788b3: 00000003 00000000 00000000 0001 03 21366421 ${name}`)
    .join("\n");

const range = { first: 10, limit: 13 };

test("a display gets a number that has neither a socket in a directory nor an abstract one", async () => {
  const used = sockets("/tmp/.X11-unix/X10", "@/tmp/.X11-unix/X12", "/tmp/.X11-unix/X110", "/tmp/other/X11");
  expect(await freeDisplayNumber(used, range)).toBe(11);
});

test("a machine without a free display number is an error", async () => {
  const used = sockets(...[10, 11, 12].map((number) => `@/tmp/.X11-unix/X${number}`));
  await expect(freeDisplayNumber(used, range)).rejects.toThrow("every display number from 10 to 12 is in use");
});

test("the numbers of this machine are far from those of desktops", async () => {
  expect(await freeDisplayNumber()).toBeGreaterThanOrEqual(1_000);
});
