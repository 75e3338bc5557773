import type { FormReach } from "../page/page-facts.ts";
import { pageText } from "../page/page-text.ts";
import type { RefusedWay } from "./login-error.ts";
import type { AllowedOrigin } from "./login-page.ts";

/** First address that must not get the value of a control; undefined when all may get it. */
export function refusedReach({ frames, target }: FormReach, allowed: AllowedOrigin): RefusedWay | undefined {
  const frame = frames.find((address) => !allowed(address));
  if (frame !== undefined) return { address: frame, by: "frame" };
  const from = frames.findLast((address) => /^https?:/.test(address));
  return target === undefined || allowed(target, from) ? undefined : { address: target, by: "form" };
}

/** Origin of an address, also for a scheme for which browsers have none. */
export function originText(address: string): string {
  const { origin = "null", protocol = "", host = "" } = URL.parse(address) ?? {};
  return pageText(origin === "null" && host !== "" ? `${protocol}//${host}` : origin);
}
