import { execFile } from "node:child_process";
import { type Finding, ok, warning } from "../finding.ts";

/** Time for the program that knows whether the clock is synchronized, in milliseconds. */
const ASK_MS = 2_000;
const FIX = "set the clock, for example: sudo timedatectl set-ntp true";

/** Facts about the clock of this machine besides its time. */
export interface ClockFacts {
  /** False when the system reports that no time server sets the clock; undefined when unknown. */
  readonly synchronized: boolean | undefined;
  /** Latest time at which this program wrote a file, in milliseconds since 1970; undefined if it has not. */
  readonly written: number | undefined;
}

/** Difference from which certificates and one-time codes fail, in milliseconds. */
export const CLOCK_TOLERANCE_MS = 5 * 60_000;

/**
 * Finding about the clock of this machine, which sessions of the local service share: a wrong clock makes certificates
 * invalid. It shows the time, so that a person can compare it.
 */
export function clockFinding(now: number, { synchronized, written }: ClockFacts): Finding {
  const id = "machine.clock";
  const shown = `this machine's clock shows ${new Date(now).toISOString().slice(0, 19)}Z`;
  if (written !== undefined && written - now > CLOCK_TOLERANCE_MS) {
    const before = new Date(written).toISOString().slice(0, 19);
    return warning(id, `${shown}, and files were written at ${before}Z already; certificates depend on it`, FIX);
  }
  if (synchronized === false) {
    return warning(id, `${shown}, and no time server sets it; certificates and one-time codes depend on it`, FIX);
  }
  return ok(id, synchronized ? `${shown}, set by a time server` : shown);
}

/** True or false as reported by systemd; undefined on a machine without systemd. */
export function isSynchronized(env: NodeJS.ProcessEnv): Promise<boolean | undefined> {
  const words = ["show", "--property=NTPSynchronized", "--value"];
  return new Promise((resolve) => {
    execFile("timedatectl", words, { env, timeout: ASK_MS }, (error, stdout) => {
      const answer = stdout.trim();
      resolve(error || !/^(yes|no)$/.test(answer) ? undefined : answer === "yes");
    });
  });
}
