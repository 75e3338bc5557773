import { InterruptedError } from "../../core/errors.ts";

/** Failure of the stream that a view follows. */
export interface StreamFailure {
  readonly error: unknown;
}

/** End of a view that follows a stream: how it was closed, or the error that it failed with. */
export type FollowedEnd<How> =
  | { readonly failed: true; readonly error: unknown }
  | { readonly failed: false; readonly how: How | "interrupted" };

/** Waits for the end of a view. A failure of the stream counts when the view was closed for it, not when a person left. */
export async function followedEnd<How extends string>(
  closed: Promise<How>,
  streamFailure: () => StreamFailure | undefined,
): Promise<FollowedEnd<How>> {
  try {
    const how = await closed;
    const failure = streamFailure();
    return failure && how === "ended" ? { failed: true, error: failure.error } : { failed: false, how };
  } catch (error) {
    if (error instanceof InterruptedError) return { failed: false, how: "interrupted" };
    return { failed: true, error };
  }
}
