import { render } from "ink";
import { takeAll } from "./intake.ts";
import type { Wish } from "./press.ts";
import type { Outcome, Showing, ViewEnd } from "./showing.ts";
import { InvocationLogView } from "./view.tsx";

/** Milliseconds after which the clock in the title and the wait for the next attempt are looked at again. */
const TICK_MS = 500;

/** The view on the whole screen, in the terminal's other one, until the invocation ends or the person leaves. */
export async function showScreen({ options, model, pictures, cancel }: Showing): Promise<Outcome> {
  const { io, signal, title, items } = options;
  let how: ViewEnd["how"] | undefined;
  let failure: { error: unknown } | undefined;
  const leave = (why: ViewEnd["how"]): void => {
    how ??= why;
    view.unmount();
  };
  const wish = (what: Wish): void => {
    if (what === "cancel") void cancel();
    else if (what === "interrupt") leave("interrupted");
    else leave(model.ended ? "ended" : "left");
  };
  const view = render(
    <InvocationLogView
      model={model}
      title={title}
      io={io}
      onWish={wish}
      onDraw={(draw) => {
        pictures.draw = draw;
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
      // How often lines make a picture is decided by Pictures; a key does not wait for the one before to grow old.
      maxFps: 100,
      // Whether a screen can be drawn on is decided before, by Io.
      interactive: true,
      isScreenReaderEnabled: false,
    },
  );
  const onAbort = (): void => leave("interrupted");
  signal.addEventListener("abort", onAbort, { once: true });
  const tick = setInterval(() => pictures.draw?.(), TICK_MS);
  const ended = (lost?: string): void => {
    model.end(lost);
    pictures.soon();
    if (!model.busy) leave("ended");
  };
  const taken = takeAll(
    items,
    (item) => {
      model.take(item);
      pictures.soon();
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
    pictures.stop();
    model.reader.stop();
  }
  void taken;
  // What breaks because the person has left is no failure.
  if (failure && how === "ended") return { failed: true, error: failure.error };
  return { failed: false, how: how ?? "left" };
}
