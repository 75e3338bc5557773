import type { FollowItem } from "../../../src/core/follow-item.ts";
import type { ViewEnd } from "../../../src/tui/invocation-log/show.ts";

/** Order of a test to the driver. Orders run one after the other. */
export type Order =
  | { readonly do: "items"; readonly items: readonly FollowItem[] }
  /** Sends a number of lines, at a rate or as fast as they are consumed. */
  | { readonly do: "flood"; readonly count: number; readonly perSecond?: number }
  | { readonly do: "fail"; readonly message: string }
  | { readonly do: "end" };

/** Answer of the driver to the test. */
export type Answer =
  | { readonly end: ViewEnd }
  | { readonly error: string }
  | { readonly modes: string }
  | { readonly flooded: number; readonly ms: number; readonly cpuMs: number }
  | { readonly earlier: string | null }
  | { readonly cancelled: true };

export interface DriverOptions {
  readonly port: number;
  readonly earlier?: "works" | "fails" | "hangs";
  readonly cancel?: "works" | "fails";
  readonly title?: Readonly<Record<string, string>>;
}
