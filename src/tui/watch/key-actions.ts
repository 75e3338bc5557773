import { isCharacter } from "../kit/is-character.ts";
import type { Key } from "../kit/keys.ts";
import type { WatchModel } from "./model.ts";

/** Applies a key to the model. Returns the action that the caller has to perform. */
export function handleKey(model: WatchModel, key: Key): "leave" | undefined {
  if (isCharacter(key, "q")) return "leave";
  const page = Math.max(1, model.layout.middle - 1);
  const rows: Partial<Record<string, number>> = {
    up: -1,
    down: 1,
    pageUp: -page,
    pageDown: page,
    home: Number.NEGATIVE_INFINITY,
    end: Number.POSITIVE_INFINITY,
  };
  const by = typeof key === "string" ? rows[key] : undefined;
  if (by !== undefined) model.scroll(by);
  return undefined;
}
