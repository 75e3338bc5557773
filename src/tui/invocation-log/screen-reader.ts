import type { ReactNode } from "react";
import type { FollowItem } from "../../core/follow-item.ts";
import { Styled, type Text } from "../../core/styled.ts";
import { count, humanSeconds } from "../../render/sentence.ts";
import { connectionText } from "../kit/connection.ts";
import { consumeYielding } from "../kit/consume.ts";
import { followedEnd, type StreamFailure } from "../kit/followed-view.ts";
import { type Key, useKeys } from "../kit/keys.ts";
import { openView } from "../kit/open-view.tsx";
import { plainText } from "./line-text.ts";
import type { LogModel } from "./log-model.ts";
import type { FollowResult, Presentation, ViewEnd } from "./options.ts";

/**
 * Follows the log for a screen reader: each line is written once, and nothing that was written changes. `s` prints the
 * state, `q` and Ctrl-C leave as on the screen. The view closes when the invocation ends.
 */
export async function followWithScreenReader({ options, model }: Presentation): Promise<FollowResult> {
  const { io, signal, title, items } = options;
  const colour = io.colour("stderr");
  let isClosed = false;
  let streamFailure: StreamFailure | undefined;
  const keys = `keys: s prints the state, q leaves, Ctrl-C ${model.canCancel ? "cancels" : "interrupts"}`;
  const writeLine = (text: Text): void => io.report(Styled.line(text));
  const name = `${title.app_name} ${title.action_name} ${title.version}`;
  writeLine(`${name}: ${model.status}${io.tty.stdin ? `; ${keys}` : ""}`);
  const onKey = (key: Key): void => {
    const character = typeof key === "string" ? undefined : key.character;
    if (character === "q") view.close("left");
    else if (character === "s") writeLine(stateText(model, io.now()));
    else if (character === "?") writeLine(keys);
  };
  const view = openView<ViewEnd["how"]>({ io, signal, mode: "append", content: () => <KeyReader onKey={onKey} /> });
  void consumeYielding(
    items,
    (item) => {
      const before = model.status;
      model.take(item);
      const text = itemText(item, model, before, colour, io.now());
      if (text !== undefined) writeLine(text);
    },
    () => isClosed,
  ).then(
    () => view.close("ended"),
    (error: unknown) => {
      if (!isClosed) streamFailure = { error };
      view.close("ended");
    },
  );
  try {
    const end = await followedEnd(view.closed, () => streamFailure);
    if (end.failed ? streamFailure : end.how === "ended") model.end();
    return end;
  } finally {
    isClosed = true;
  }
}

function KeyReader({ onKey }: { readonly onKey: (key: Key) => void }): ReactNode {
  useKeys(onKey);
  return null;
}

function stateText(model: LogModel, now: number): string {
  const parts = [
    `${model.status} for ${humanSeconds(Math.floor(model.elapsedMs / 1_000))}`,
    connectionText(model.connection, now),
    count(model.store.logLines, "line"),
    ...(model.gaps > 0 ? [count(model.gaps, "gap")] : []),
  ];
  return parts.join(", ");
}

/** One line of text for an item; undefined when the item brings nothing new. */
function itemText(item: FollowItem, model: LogModel, before: string, colour: boolean, now: number): Text | undefined {
  if (item.kind === "connected") return "connected";
  if (item.kind === "reconnecting") return connectionText(model.connection, now);
  if (item.kind === "event" && item.value.event === "invocation_state") {
    return model.status === before ? undefined : `now ${model.status}`;
  }
  const line = model.store.ring.last;
  if (!line || (item.kind === "event" && item.value.event !== "log" && item.value.event !== "error")) return undefined;
  return colour && line.kind === "log" ? Styled.keepingColour(line.text.replace(/\r?\n$/, "")) : plainText(line);
}
