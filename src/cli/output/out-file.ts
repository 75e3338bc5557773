import { MAX_JSON_BYTES } from "../../client/call.ts";
import { CliError } from "../../core/errors.ts";
import { saveFile } from "../../core/save-file.ts";
import { wholeBytes } from "../../core/whole-bytes.ts";
import { humanBytes } from "../../render/sentence.ts";
import type { Surroundings } from "../declare/context.ts";
import type { Output } from "../declare/spec.ts";
import { isJson } from "./print.ts";

export interface OutOptions {
  /** Refused at a terminal. */
  readonly binary: boolean;
  /** Value of `--out`. */
  readonly out: string | undefined;
  /** Replaces a file that exists. */
  readonly force?: boolean | undefined;
}

/**
 * Sends a result to the target of `--out`: a file, written atomically, or stdout for `-` and by default. With `-o json`
 * and no `--out` stdout has to be JSON: a string, or exit 2 for bytes that are not text.
 */
export async function toOut(
  { io, lifetime, globals }: Surroundings,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  { binary, out, force = false }: OutOptions,
): Promise<Output> {
  if (out === undefined && isJson(globals)) return { kind: "value", value: await asText(bytes) };
  if (out === undefined || out === "-") return { kind: "bytes", bytes, binary };
  const saved = await saveFile(out, bytes, {
    cwd: io.cwd,
    force,
    defer: (cleanup) => lifetime.defer(cleanup),
    signal: lifetime.signal,
  });
  return {
    kind: "done",
    sentence: `Saved ${out} (${humanBytes(saved.bytes)}).`,
    value: { path: saved.path, bytes: saved.bytes },
  };
}

async function asText(bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<string> {
  const hint = "add --out FILE, or --out - for a pipe";
  const whole = await wholeBytes(bytes instanceof Uint8Array ? [bytes] : bytes, MAX_JSON_BYTES, () => {
    const message = `the result has more than ${humanBytes(MAX_JSON_BYTES)}, too long for a text in JSON`;
    return new CliError("failed", message, { code: "result_too_large", hint });
  });
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(whole);
  } catch {
    throw new CliError("usage", "the result is binary and has no JSON form", { hint });
  }
}
