import type { Io } from "../../core/io.ts";
import { sanitizeLine } from "../../core/sanitize.ts";
import { humanBytes, humanSeconds } from "../../render/sentence.ts";
import { spinner } from "../output/spinner.ts";

export interface ByteProgress {
  /** Adds bytes; a negative number where the transfer restarts. */
  add(bytes: number): void;
  stop(): void;
}

const SHOW_AFTER_MS = 200;
const REFRESH_MS = 100;
const STEP_PERCENT = 10;
const STEP_BYTES = 100 * 2 ** 20;
const BAR_WIDTH = 24;

/**
 * Shows the progress of a transfer on stderr: a bar with rate and time left at a terminal, once it has lasted 200 ms; with
 * `plain` a line for each 10%, or each 100 MiB where the size is unknown; nothing otherwise.
 *
 * @param label text of the progress, such as `Downloading work.tar.zst`
 * @param total size in bytes, where it is known
 */
export function byteProgress(io: Io, mode: unknown, label: string, total: number | undefined): ByteProgress {
  if (mode === "none" || io.quiet) return { add: () => {}, stop: () => {} };
  const shown = sanitizeLine(label);
  if (mode === "plain") return plainProgress(io, shown, total);
  return barProgress(io, shown, total);
}

function plainProgress(io: Io, label: string, total: number | undefined): ByteProgress {
  let done = 0;
  let next = 0;
  return {
    add(bytes) {
      done += bytes;
      if (total === undefined) {
        const step = Math.floor(done / STEP_BYTES);
        if (step > next) io.report(`${label}: ${humanBytes(done)}`);
        next = Math.max(next, step);
        return;
      }
      const percent = Math.floor((done / Math.max(total, 1)) * STEP_PERCENT) * STEP_PERCENT;
      if (percent > next) io.report(`${label}: ${percent}% of ${humanBytes(total)}`);
      next = Math.max(next, percent);
    },
    stop: () => {},
  };
}

function barProgress(io: Io, label: string, total: number | undefined): ByteProgress {
  let done = 0;
  const started = performance.now();
  const text = (): string => progressText({ label, done, total, ms: performance.now() - started, width: io.width - 3 });
  return {
    add(bytes) {
      done += bytes;
    },
    stop: spinner(io, { text, afterMs: SHOW_AFTER_MS, refreshMs: REFRESH_MS }),
  };
}

export interface ProgressFacts {
  label: string;
  /** Bytes. */
  done: number;
  total: number | undefined;
  /** Elapsed milliseconds. */
  ms: number;
  /** Columns it may fill. */
  width: number;
}

/** Line of a progress bar. Parts that do not fit are left out, the bar first. */
export function progressText({ label, done, total, ms, width }: ProgressFacts): string {
  const rate = ms > 0 ? (done / ms) * 1_000 : 0;
  const parts = total === undefined ? [humanBytes(done)] : [`${humanBytes(done)} of ${humanBytes(total)}`];
  parts.push(`${humanBytes(Math.round(rate))}/s`);
  if (total !== undefined && rate > 0 && done < total) parts.push(`${humanSeconds((total - done) / rate)} left`);
  const facts = parts.join("  ");
  const share = total === undefined ? undefined : Math.min(1, done / Math.max(total, 1));
  const [verb = ""] = label.split(" ");
  const forms = [`${label}${bar(share, width - label.length - facts.length - 4)}  ${facts}`];
  // The bar is kept longer than the name, because it is more useful.
  if (share !== undefined) forms.push(`${verb}${bar(share, width - verb.length - facts.length - 4)}  ${facts}`);
  forms.push(`${label}  ${facts}`, facts, parts[0] ?? "");
  return forms.find((form) => form.length <= width) ?? "";
}

function bar(share: number | undefined, room: number): string {
  if (share === undefined) return "";
  const width = Math.max(8, Math.min(BAR_WIDTH, room));
  const filled = Math.round(share * width);
  return `  ${"█".repeat(filled)}${"░".repeat(width - filled)}`;
}
