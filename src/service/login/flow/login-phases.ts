import { channel } from "node:diagnostics_channel";

/**
 * Phases of a login: start of the browser, attaching to it, opening and first reading of the login page, filling and
 * pressing, judging the answer, finishing, and saving the profile. `fill` and `judge` come once for each step.
 */
export type LoginPhase = "start" | "attach" | "open" | "fill" | "judge" | "finish" | "save";

/** End of a phase, as a subscriber receives it. */
export interface PhaseEnd {
  readonly phase: LoginPhase;
  /** Reading of `performance.now()`. */
  readonly at: number;
}

/** Diagnostics channel for measurements. Nothing of the service subscribes to it. */
export const phaseChannel = "browserctl:login-phase";

const phases = channel(phaseChannel);

/** Publishes the end of a phase. Costs nothing without a subscriber. */
export function endPhase(phase: LoginPhase): void {
  if (phases.hasSubscribers) phases.publish({ phase, at: performance.now() } satisfies PhaseEnd);
}
