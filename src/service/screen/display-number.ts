import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";

/** Number of every display for its X server, far from those of desktops. The server has a `/tmp` of its own. */
export const SERVER_NUMBER = 1_000;

/** A display number is an `int`; the port that X derives from it is one too. */
const RANGE = { first: 2 ** 30, limit: 2 ** 31 - 10_000 } as const;

/**
 * A number by which the clients of one display find it, and nobody else. A client tries an abstract socket of the
 * machine's network first, also in a container with its own `/tmp`: whoever knows the number could listen there, in
 * place of the X server. The number of the server itself is no secret: `/proc/net/unix` shows it to every user.
 *
 * @param sockets content of `/proc/net/unix`
 */
export async function secretDisplayNumber(
  sockets: Promise<string> = readFile("/proc/net/unix", "utf8").catch(() => ""),
  { first, limit }: { first: number; limit: number } = RANGE,
): Promise<number> {
  const used = new Set(Array.from((await sockets).matchAll(/\/\.X11-unix\/X(\d+)$/gm), ([, number]) => Number(number)));
  let number = randomInt(first, limit);
  while (used.has(number)) number = randomInt(first, limit);
  return number;
}
