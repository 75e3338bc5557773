import { InterruptedError } from "../../core/errors.ts";
import { consumeYielding } from "./consume.ts";
import type { OpenView } from "./open-view.tsx";

/** End of a view that follows a stream: how it was closed, or the error that it failed with. */
export type FollowedEnd<How> =
  /** `ofStream`: the stream failed, and the view was closed for it. */
  | { readonly failed: true; readonly error: unknown; readonly ofStream: boolean }
  | { readonly failed: false; readonly how: How | "interrupted" };

/** View, and the stream that it follows. */
export interface Followed<Item, How> {
  readonly view: OpenView<How | "ended">;
  readonly items: AsyncIterable<readonly Item[]>;
  readonly take: (item: Item) => void;
  /**
   * Called when the stream ends, with its error if it failed; it must eventually close the view with `ended`. When
   * omitted, the view closes at once.
   */
  readonly onStreamEnd?: ((failure?: { readonly error: unknown }) => void) | undefined;
}

/**
 * Feeds a view with a stream until the view is closed. A failure of the stream is an error unless the user has left
 * before.
 */
export async function followItems<Item, How extends string>({
  view,
  items,
  take,
  onStreamEnd = () => view.close("ended"),
}: Followed<Item, How>): Promise<FollowedEnd<How | "ended">> {
  let isClosed = false;
  let failure: { readonly error: unknown } | undefined;
  void consumeYielding(items, take, () => isClosed).then(
    () => onStreamEnd(),
    (error: unknown) => {
      // A stream that breaks because the user has left is not a failure.
      if (isClosed) return;
      failure = { error };
      onStreamEnd(failure);
    },
  );
  try {
    const how = await view.closed;
    return failure && how === "ended" ? { failed: true, error: failure.error, ofStream: true } : { failed: false, how };
  } catch (error) {
    if (error instanceof InterruptedError) return { failed: false, how: "interrupted" };
    return { failed: true, error, ofStream: false };
  } finally {
    isClosed = true;
  }
}
