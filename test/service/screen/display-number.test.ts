import { expect, test } from "vitest";
import { SERVER_NUMBER, secretDisplayNumber } from "../../../src/service/screen/display.ts";

/** Content of `/proc/net/unix` with sockets of displays. */
const sockets = async (...names: string[]): Promise<string> =>
  ["Num       RefCount Protocol Flags    Type St Inode Path", ...names]
    .map((name) => `0000000019f788b3: 00000003 00000000 00000000 0001 03 21366421 ${name}`)
    .join("\n");

test("the clients of a display get a number on which nobody listens", async () => {
  const used = sockets("/tmp/.X11-unix/X10", "@/tmp/.X11-unix/X12", "/tmp/.X11-unix/X110", "/tmp/other/X11");
  expect(await secretDisplayNumber(used, { first: 10, limit: 13 })).toBe(11);
});

test("the number cannot be guessed, and is neither that of a desktop nor that of the server", async () => {
  const numbers = await Promise.all(Array.from({ length: 20 }, () => secretDisplayNumber(sockets())));
  expect(new Set(numbers).size).toBe(20);
  expect(Math.min(...numbers)).toBeGreaterThan(2 ** 29);
  expect(Math.max(...numbers)).toBeLessThan(2 ** 31);
  expect(numbers).not.toContain(SERVER_NUMBER);
});
