import type { Io } from "./io.ts";

const masked = new WeakMap<Io, Set<string>>();

/**
 * Masks a secret in the log of a GitHub Actions job (`::add-mask::`); call it before the secret can be printed. Does
 * nothing elsewhere, and once per secret.
 *
 * The command goes to stderr: the runner reads commands from both streams of a step, and stdout stays the result. A
 * mask covers one line, so each line of the secret gets its own.
 */
export function maskInCi(io: Io, secret: string): void {
  if (io.env["GITHUB_ACTIONS"] !== "true") return;
  const done = masked.get(io) ?? new Set<string>();
  masked.set(io, done);
  for (const line of secret.split(/[\r\n]+/)) {
    if (line.trim() === "" || done.has(line)) continue;
    done.add(line);
    io.report(`::add-mask::${line.replaceAll("%", "%25")}`);
  }
}
