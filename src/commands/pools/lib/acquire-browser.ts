import type { Needs } from "../../../cli/declare/body.ts";
import type { InputOf } from "../../../client/operation-types.ts";
import { commandLine } from "../../../core/command-line.ts";
import { CliError } from "../../../core/errors.ts";
import type { Browser } from "../../../generated/types.ts";

/** Longest wait of one request, in seconds: clients and proxies give up a response that takes minutes. */
const MAX_WAIT_SECONDS = 120;

/**
 * Takes a browser from a pool; a long wait is several requests. Exit 6 when none became idle in time, with the reason of the
 * service if it gives one.
 */
export async function acquireBrowser(
  { call, note }: Needs<"call" | "note">,
  { params, body = {} }: InputOf<"pools.acquire">,
): Promise<Browser> {
  const { acquire_timeout_seconds: seconds, ...lease } = body;
  const end = performance.now() + (seconds ?? 0) * 1_000;
  let reason: string | undefined;
  for (;;) {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1_000));
    const wait = seconds === undefined ? {} : { acquire_timeout_seconds: Math.min(left, MAX_WAIT_SECONDS) };
    const notices: string[] = [];
    const whole = { ...lease, ...wait };
    const input = { params, ...(Object.keys(whole).length > 0 && { body: whole }) };
    const browser = await call("pools.acquire", input, { note: (text) => notices.push(text) });
    if (browser) {
      for (const text of notices) note(`note: ${text}`);
      return browser;
    }
    [reason = reason] = notices;
    if (seconds === undefined || performance.now() >= end) throw nothingIdle(params.id_or_name, seconds, reason);
  }
}

function nothingIdle(pool: string, seconds: number | undefined, reason: string | undefined): CliError {
  const time = seconds === undefined ? "in time" : `within ${seconds}s`;
  return new CliError(
    "timeout",
    `no browser of pool ${JSON.stringify(pool)} became idle ${time}${reason ? `: ${reason}` : ""}`,
    {
      code: "pool_empty",
      hint: commandLine`pools get ${pool}`,
      ...(reason !== undefined && { extra: { reason } }),
    },
  );
}
