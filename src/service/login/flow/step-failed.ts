/** Reason why a step of a taught plan cannot be done. */
export class StepFailed extends Error {
  override readonly name = "StepFailed";
}
