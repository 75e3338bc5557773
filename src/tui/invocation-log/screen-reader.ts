import type { FollowItem } from "../../core/follow-item.ts";
import { Styled, type Text } from "../../core/styled.ts";
import { count, humanSeconds } from "../../render/sentence.ts";
import { connectionText } from "../kit/connection.ts";
import { followItems } from "../kit/followed-view.ts";
import { openKeyReader } from "../kit/key-reader.tsx";
import type { Key } from "../kit/keys.ts";
import { plainText } from "./line-text.ts";
import type { LogModel } from "./model.ts";
import type { FollowResult, Presentation, ViewEnd } from "./options.ts";

/**
 * Follows the log for a screen reader: each line is written once, and nothing that was written changes. `s` prints the
 * state, `q` and Ctrl-C leave as on the screen. The view closes when the invocation ends.
 */
export async function followWithScreenReader({ options, model }: Presentation): Promise<FollowResult> {
  const { io, signal, title, items } = options;
  const colour = io.colour("stderr");
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
  const view = openKeyReader<ViewEnd["how"]>({ io, signal, onKey });
  const take = (item: FollowItem): void => {
    const before = model.status;
    model.take(item);
    const text = itemText(item, model, before, colour, io.now());
    if (text !== undefined) writeLine(text);
  };
  const end = await followItems({ view, items, take });
  if (end.failed ? end.ofStream : end.how === "ended") model.end();
  return end;
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
