import { render, useInput } from "ink";
import type { FollowItem } from "../../core/follow-item.ts";
import { sanitizeKeepingColour, sanitizeLine } from "../../core/sanitize.ts";
import { count, humanSeconds } from "../../render/sentence.ts";
import { consumeYielding } from "../kit/consume.ts";
import { connectionText } from "./connection.ts";
import { plainText } from "./line-text.ts";
import type { LogModel } from "./log-model.ts";
import type { FollowResult, Presentation, ViewEnd } from "./options.ts";
import { keysOf } from "./view.tsx";

const KEYS = "keys: s says the state, q leaves, Ctrl-C interrupts";

/**
 * The view for a screen reader: every line is written once, and nothing that was written changes. `s` says how things
 * stand, `q` and Ctrl-C leave as in the other view. It ends with the invocation.
 */
export async function followWithScreenReader({ options, model }: Presentation): Promise<FollowResult> {
  const { io, signal, title, items } = options;
  const colour = io.colour("stderr");
  let how: ViewEnd["how"] | undefined;
  const stopped = Promise.withResolvers<void>();
  const leave = (why: ViewEnd["how"]): void => {
    how ??= why;
    stopped.resolve();
  };
  const say = (text: string): void => void io.stderr.write(`${text}\n`);
  const name = `${sanitizeLine(title.app_name)} ${sanitizeLine(title.action_name)} ${sanitizeLine(title.version)}`;
  say(`${name}: ${sanitizeLine(model.status)}${io.tty.stdin ? `; ${KEYS}` : ""}`);
  const onKey = (key: string): void => {
    if (key === "interrupt") leave("interrupted");
    else if (key === "q") leave("left");
    else if (key === "s") say(stateText(model, io.now()));
    else if (key === "?") say(KEYS);
  };
  const view = render(<PlainKeys onKey={onKey} isActive={io.tty.stdin} />, {
    stdin: io.stdin as NodeJS.ReadStream,
    stdout: io.stderr as NodeJS.WriteStream,
    stderr: io.stderr as NodeJS.WriteStream,
    exitOnCtrlC: false,
    patchConsole: false,
    interactive: true,
    isScreenReaderEnabled: true,
  });
  const onAbort = (): void => leave("interrupted");
  signal.addEventListener("abort", onAbort, { once: true });
  let failure: { error: unknown } | undefined;
  void consumeYielding(
    items,
    (item) => {
      const before = model.status;
      model.take(item);
      const text = itemText(item, model, before, colour, io.now());
      if (text !== undefined) say(text);
    },
    () => how !== undefined,
  ).then(
    () => leave("ended"),
    (error: unknown) => {
      failure = { error };
      leave("ended");
    },
  );
  try {
    await stopped.promise;
  } finally {
    signal.removeEventListener("abort", onAbort);
    view.unmount();
    await view.waitUntilExit();
  }
  if (how === "ended") model.end();
  return failure && how === "ended" ? { failed: true, error: failure.error } : { failed: false, how: how ?? "left" };
}

function PlainKeys({ onKey, isActive }: { onKey: (key: string) => void; isActive: boolean }) {
  useInput(
    (input, key) => {
      for (const each of keysOf(input, key)) onKey(typeof each === "string" ? each : each.character);
    },
    { isActive },
  );
  return null;
}

function stateText(model: LogModel, now: number): string {
  const parts = [
    `${sanitizeLine(model.status)} for ${humanSeconds(Math.floor(model.elapsed / 1_000))}`,
    connectionText(model.connection, now),
    count(model.store.logLines, "line"),
    ...(model.gaps > 0 ? [count(model.gaps, "gap")] : []),
  ];
  return parts.join(", ");
}

/** What an item says, as one line; undefined when it says nothing new. */
function itemText(item: FollowItem, model: LogModel, before: string, colour: boolean, now: number): string | undefined {
  if (item.kind === "connected") return "connected";
  if (item.kind === "reconnecting") return connectionText(model.connection, now);
  if (item.kind === "event" && item.value.event === "invocation_state") {
    return model.status === before ? undefined : `now ${sanitizeLine(model.status)}`;
  }
  const line = model.store.ring.last;
  if (!line || (item.kind === "event" && item.value.event !== "log" && item.value.event !== "error")) return undefined;
  return colour && line.kind === "log" ? sanitizeKeepingColour(line.text.replace(/\r?\n$/, "")) : plainText(line);
}
