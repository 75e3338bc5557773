import { describe, expect, test } from "vitest";
import { type Chaos, formatChaos, parseChaos } from "../../src/contract/chaos.ts";

/** Problems of a specification, as text. */
function said(text: string): string[] {
  return parseChaos(text).problems.map(({ path, message }) => `${path}: ${message}`);
}

describe("faults as they are written", () => {
  const table: [text: string, chaos: Chaos, canonical?: string][] = [
    [
      "latency=200ms,error=5%,drop-stream=10%,cut-download=1%,extension-live=fail,seed=42",
      {
        latency: { min_ms: 200, max_ms: 200 },
        error: 0.05,
        drop_stream: 0.1,
        cut_download: 0.01,
        extension_live: 1,
        seed: 42,
      },
      "latency=200ms,error=5%,drop-stream=10%,cut-download=1%,extension-live=100%,seed=42",
    ],
    ["latency=50ms-200ms", { latency: { min_ms: 50, max_ms: 200 } }],
    ["latency=0.5s-60s", { latency: { min_ms: 500, max_ms: 60_000 } }, "latency=500ms-60000ms"],
    ["latency=0ms", { latency: { min_ms: 0, max_ms: 0 } }],
    [" error = 0.5% , seed = 0 ", { error: 0.005, seed: 0 }, "error=0.5%,seed=0"],
    ["error=0%", { error: 0 }],
    ["error=7%", { error: 0.07 }],
    ["error=100%,seed=4294967295", { error: 1, seed: 4_294_967_295 }],
    ["extension-live=12.5%", { extension_live: 0.125 }],
  ];
  test.each(table)("%s", (text, chaos, canonical = text) => {
    expect(parseChaos(text)).toEqual({ chaos, problems: [] });
    expect(formatChaos(chaos)).toBe(canonical);
    expect(parseChaos(canonical).chaos).toEqual(chaos);
  });
});

describe("each refusal names the key, its form and its limit", () => {
  const chance = "must be a percentage from 0% to 100%, such as 5% or 0.5%";
  const latency = "must be a time or a range of times in ms or s, such as 200ms or 50ms-200ms";
  const known = "known: latency, error, drop-stream, cut-download, extension-live, seed";
  const table: [text: string, ...sentences: string[]][] = [
    ["", "chaos: is empty; write latency=200ms,error=5%,drop-stream=10%,cut-download=1%"],
    ["  ", "chaos: is empty; write latency=200ms,error=5%,drop-stream=10%,cut-download=1%"],
    ["seed=1", 'chaos: "seed=1" names no fault; write latency=200ms,error=5%,drop-stream=10%,cut-download=1%'],
    ["foo=1", `chaos: unknown fault "foo"; ${known}`],
    ["Error=1%", `chaos: unknown fault "Error"; ${known}`],
    ["error=1%,", `chaos: "" has no key; write KEY=VALUE with one of ${known.slice(7)}`],
    ["=5%", `chaos: "=5%" has no key; write KEY=VALUE with one of ${known.slice(7)}`],
    ["error", "error: has no value; write error=5%"],
    ["error=", "error: has no value; write error=5%"],
    ["seed=,error=1%", "seed: has no value; write seed=42"],
    ["error=1%,error=2%", "error: is given twice"],
    ["error=5", 'error: "5" has no percent sign; write 5%'],
    ["error=101%", 'error: must be a percentage from 0% to 100%, not "101%"'],
    ["error=-1%", `error: ${chance}, not "-1%"`],
    ["error=1e1%", `error: ${chance}, not "1e1%"`],
    ["drop-stream=fail", `drop-stream: ${chance}, not "fail"`],
    ["cut-download=a=b", `cut-download: ${chance}, not "a=b"`],
    ["extension-live=never", `extension-live: ${chance}, or "fail", not "never"`],
    ["extension-live=200%", 'extension-live: must be a percentage from 0% to 100%, or "fail", not "200%"'],
    ["latency=200", 'latency: "200" has no unit; write 200ms or 200s'],
    ["latency=1m", `latency: ${latency}, not "1m"`],
    ["latency=50-200ms", `latency: ${latency}, not "50-200ms"`],
    ["latency=60.001s", 'latency: must be at most 60s, not "60.001s"'],
    ["latency=1ms-61s", 'latency: must be at most 60s, not "1ms-61s"'],
    ["latency=2s-1s", 'latency: must go from the shorter to the longer time, not "2s-1s"'],
    ["error=1%,seed=-1", 'seed: must be a whole number from 0 to 4294967295, not "-1"'],
    ["error=1%,seed=4294967296", 'seed: must be a whole number from 0 to 4294967295, not "4294967296"'],
    ["error=1%,seed=1.5", 'seed: must be a whole number from 0 to 4294967295, not "1.5"'],
    [
      "error=5,latency=1,x",
      'error: "5" has no percent sign; write 5%',
      'latency: "1" has no unit; write 1ms or 1s',
      `chaos: unknown fault "x"; ${known}`,
    ],
  ];
  test.each(table)("%j", (text, ...sentences) => {
    expect(said(text)).toEqual(sentences);
  });
});
