import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";

/** Numbers from here on are far from those of desktops. The last one is X's port limit. */
const FIRST = 1_000;
const LIMIT = 59_000;

/**
 * A display number that nobody on this machine uses. A client of a display tries an abstract socket of the machine's
 * network first, also in a container with its own `/tmp`, so that the number of another display would lead there.
 */
export async function freeDisplayNumber(): Promise<number> {
  const sockets = await readFile("/proc/net/unix", "utf8").catch(() => "");
  for (;;) {
    const number = randomInt(FIRST, LIMIT);
    if (!new RegExp(`/\\.X11-unix/X${number}$`, "m").test(sockets)) return number;
  }
}
