import { useCallback, useRef, useState } from "react";

/**
 * State for handlers of keys: `current()` is the newest value even before the next frame. Several keys can arrive between
 * two frames, and each must see the effect of the one before.
 */
export function useCurrentState<State>(
  initial: () => State,
): readonly [state: State, current: () => State, change: (next: State) => void] {
  const [state, setState] = useState(initial);
  const newest = useRef(state);
  const current = useCallback(() => newest.current, []);
  const change = useCallback((next: State) => {
    newest.current = next;
    setState(next);
  }, []);
  return [state, current, change];
}
