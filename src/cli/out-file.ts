import { saveFile } from "../core/save-file.ts";
import { humanBytes } from "../render/sentence.ts";
import type { CommandContext } from "./context.ts";
import type { Output } from "./spec.ts";

/** Sends a result to where `--out` says: a file, whole or not at all, or stdout for `-` and where it was not given. */
export async function toOut(
  context: CommandContext,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  binary: boolean,
): Promise<Output> {
  const out = context.flags["out"];
  if (out === undefined || out === "-") return { kind: "bytes", bytes, binary };
  const { io, lifetime } = context;
  const saved = await saveFile(String(out), bytes, {
    cwd: io.cwd,
    force: context.flags["force"] === true,
    defer: (cleanup) => lifetime.defer(cleanup),
    signal: lifetime.signal,
  });
  return {
    kind: "done",
    sentence: `Saved ${out} (${humanBytes(saved.bytes)}).`,
    value: { path: saved.path, bytes: saved.bytes },
  };
}
