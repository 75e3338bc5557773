import { render } from "ink";
import { consumeYielding } from "../kit/consume.ts";
import type { Action } from "./key-actions.ts";
import type { FollowResult, Presentation, ViewEnd } from "./options.ts";
import { InvocationLogView } from "./view.tsx";

/** Milliseconds after which the clock in the title and the wait for the next attempt are looked at again. */
const TICK_MS = 500;

/** The view on the whole screen, in the terminal's other one, until the invocation ends or the person leaves. */
export async function followOnScreen({ options, model, scheduler, cancel }: Presentation): Promise<FollowResult> {
  const { io, signal, title, items } = options;
  let how: ViewEnd["how"] | undefined;
  let failure: { error: unknown } | undefined;
  const leave = (why: ViewEnd["how"]): void => {
    how ??= why;
    view.unmount();
  };
  const onAction = (action: Action): void => {
    if (action === "cancel") void cancel();
    else if (action === "interrupt") leave("interrupted");
    else leave(model.ended ? "ended" : "left");
  };
  const view = render(
    <InvocationLogView
      model={model}
      title={title}
      io={io}
      onAction={onAction}
      onDraw={(draw) => {
        scheduler.draw = draw;
      }}
    />,
    {
      stdin: io.stdin as NodeJS.ReadStream,
      stdout: io.stderr as NodeJS.WriteStream,
      stderr: io.stderr as NodeJS.WriteStream,
      exitOnCtrlC: false,
      patchConsole: false,
      alternateScreen: true,
      incrementalRendering: true,
      // How often lines make a picture is decided by RenderScheduler; a key does not wait for the one before to grow old.
      maxFps: 100,
      // Whether a screen can be drawn on is decided before, by Io.
      interactive: true,
      isScreenReaderEnabled: false,
    },
  );
  const onAbort = (): void => leave("interrupted");
  signal.addEventListener("abort", onAbort, { once: true });
  const tick = setInterval(() => scheduler.draw?.(), TICK_MS);
  const ended = (lost?: string): void => {
    model.end(lost);
    scheduler.schedule();
    if (!model.busy) leave("ended");
  };
  const taken = consumeYielding(
    items,
    (item) => {
      model.take(item);
      scheduler.schedule();
    },
    () => how !== undefined,
  ).then(
    () => ended(),
    (error: unknown) => {
      failure = { error };
      if (how === undefined) ended(error instanceof Error ? error.message : String(error));
    },
  );
  try {
    await view.waitUntilExit();
  } finally {
    signal.removeEventListener("abort", onAbort);
    clearInterval(tick);
    scheduler.stop();
    model.reader.stop();
  }
  void taken;
  // What breaks because the person has left is no failure.
  if (failure && how === "ended") return { failed: true, error: failure.error };
  return { failed: false, how: how ?? "left" };
}
