import { spawnSync } from "node:child_process";

/** Shows a view in the driver's process, then prints its result and the modes of the terminal, and exits. */
export async function reportEnd(show: () => Promise<unknown>): Promise<never> {
  try {
    process.stdout.write(`result ${JSON.stringify((await show()) ?? null)}\n`);
  } catch (error) {
    process.stdout.write(`error ${(error as Error).message}\n`);
  }
  const modes = spawnSync("stty", ["-a"], { stdio: ["inherit", "pipe", "inherit"], encoding: "utf8" }).stdout;
  const sane = ["icanon", "echo", "isig"].every((mode) => new RegExp(`(?<!-)\\b${mode}\\b`).test(modes));
  process.stdout.write(`terminal ${sane ? "restored" : `broken: ${modes}`}\n`);
  // Stdin may still be open.
  process.exit(0);
}
