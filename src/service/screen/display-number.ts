import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";

/** Numbers from here on are far from those of desktops. The last one is X's port limit. */
const RANGE = { first: 1_000, limit: 59_000 } as const;

/**
 * A display number that nobody on this machine uses. A client of a display tries an abstract socket of the machine's
 * network first, also in a container with its own `/tmp`, so that the number of another display would lead there.
 *
 * @param sockets content of `/proc/net/unix`
 */
export async function freeDisplayNumber(
  sockets: Promise<string> = readFile("/proc/net/unix", "utf8").catch(() => ""),
  { first, limit }: { first: number; limit: number } = RANGE,
): Promise<number> {
  const used = new Set(Array.from((await sockets).matchAll(/\/\.X11-unix\/X(\d+)$/gm), ([, number]) => Number(number)));
  const start = randomInt(first, limit);
  for (let number = start; number < limit; number++) if (!used.has(number)) return number;
  for (let number = first; number < start; number++) if (!used.has(number)) return number;
  throw new Error(`every display number from ${first} to ${limit - 1} is in use`);
}
