import type { ArgSpec } from "./spec.ts";

/** True for an argument that must be typed. */
export function mustBeTyped({ required, session }: Pick<ArgSpec, "required" | "session">): boolean {
  return required && session !== "optional";
}
