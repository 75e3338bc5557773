import { hash } from "node:crypto";
import { type Chaos as ChaosSpec, formatChaos, withSeed } from "../contract/chaos.ts";
import { DriverError } from "./driver-error.ts";
import type { Draw, Fault, FaultPoint, Faults } from "./faults.ts";

/** Injected error of a request. Nothing was done, so the request is retryable. */
export class ChaosError extends DriverError<"chaos"> {
  override readonly name = "ChaosError";
  constructor() {
    super("chaos", "fault injection failed this request; nothing was done; `browserctl local chaos off` turns it off");
  }
}

type Struck = { latency: number; error: number; drop_stream: number; cut_download: number; extension_live: number };

/** Number of bytes of a digest that make one number. */
const DRAW_BYTES = 6;

/**
 * Decision number `number` of one kind of fault. It depends only on seed, kind, stream and number, so that one kind or
 * stream does not change the decisions of another.
 *
 * @param number from 1 @param stream number of the stream; 0 for faults that are not in a stream
 */
export function drawOf(seed: number, kind: string, stream: number, number: number, chance: number): Draw {
  const bytes = hash("sha256", `${seed} ${kind} ${stream} ${number}`, "buffer");
  const share = (at: number): number => bytes.readUIntBE(at, DRAW_BYTES) / 2 ** (8 * DRAW_BYTES);
  return { strikes: share(0) < chance, at: share(DRAW_BYTES) };
}

/**
 * Fault injection through {@link Faults}. The same seed repeats the same decisions: the n-th request of the API gets
 * the n-th decision of `latency` and `error`, the n-th file that of `cut-download`, the n-th loading of an extension
 * that of `extension-live`. Each stream has its own decisions: streams are numbered by the order of their first events
 * since the faults were set, and the n-th event of a stream gets the n-th decision. Heartbeats do not count. Concurrent
 * requests arrive in any order, so the number of faults repeats, but not which request gets one.
 */
export class Chaos {
  readonly #faults: Faults;
  readonly #log: (line: string) => void;
  #set: { spec: ChaosSpec & { readonly seed: number }; takeAway: (() => void)[]; struck: Struck } | undefined;

  constructor(faults: Faults, log: (line: string) => void) {
    this.#faults = faults;
    this.#log = log;
  }

  /** The injected faults as a specification with its seed; undefined when there are none. */
  get text(): string | undefined {
    return this.#set && formatChaos(this.#set.spec);
  }

  get state(): { spec: string | null; seed: number | null; struck: Struck } {
    return {
      spec: this.text ?? null,
      seed: this.#set?.spec.seed ?? null,
      struck: { ...(this.#set?.struck ?? noneStruck()) },
    };
  }

  /** Replaces all faults; their decisions restart. */
  set(chaos: ChaosSpec): void {
    this.#takeAway();
    const spec = withSeed(chaos);
    const struck = noneStruck();
    const { seed, latency, error, drop_stream, cut_download, extension_live } = spec;
    const takeAway: (() => void)[] = [];
    const put = (point: FaultPoint, kind: keyof Struck, chance: number | undefined, fault: Omit<Fault, "chance">) => {
      if (chance === undefined) return;
      const drawn = decisions(seed, kind, chance);
      const counted = (stream?: object): Draw => {
        const { draw, where } = drawn(stream);
        if (draw.strikes) {
          struck[kind] += 1;
          if (kind !== "latency") this.#log(`injected fault: ${kind.replace("_", "-")} (${where})`);
        }
        return draw;
      };
      takeAway.push(this.#faults.inject(point, { ...fault, chance: counted }));
    };
    if (latency) {
      const { min_ms, max_ms } = latency;
      put("latency", "latency", 1, { delayMs: ({ at }) => Math.round(min_ms + at * (max_ms - min_ms)) });
    }
    put("answer-error", "error", error, { error: () => new ChaosError() });
    put("drop-stream", "drop_stream", drop_stream, {});
    put("cut-download", "cut_download", cut_download, {});
    put("extension-live", "extension_live", extension_live, { error: () => new Error("injected fault") });
    this.#set = { spec, takeAway, struck };
    this.#log(`fault injection: ${formatChaos(spec)}`);
  }

  /** Turns fault injection off. Idempotent. */
  off(): void {
    if (!this.#set) return;
    this.#takeAway();
    this.#log("fault injection: off");
  }

  #takeAway(): void {
    for (const take of this.#set?.takeAway ?? []) take();
    this.#set = undefined;
  }
}

function noneStruck(): Struck {
  return { latency: 0, error: 0, drop_stream: 0, cut_download: 0, extension_live: 0 };
}

/** Returns a function that gives one decision after another, counted separately for each stream. */
function decisions(seed: number, kind: string, chance: number): (stream?: object) => { draw: Draw; where: string } {
  const streams = new WeakMap<object, { stream: number; number: number }>();
  const noStream = { stream: 0, number: 0 };
  let known = 0;
  return (of) => {
    let at = noStream;
    if (of) {
      at = streams.get(of) ?? { stream: ++known, number: 0 };
      streams.set(of, at);
    }
    at.number += 1;
    const where = at.stream === 0 ? `decision ${at.number}` : `stream ${at.stream}, event ${at.number}`;
    return { draw: drawOf(seed, kind, at.stream, at.number, chance), where };
  };
}
