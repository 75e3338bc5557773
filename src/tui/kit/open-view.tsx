import { type RenderOptions, render, useApp, useInput } from "ink";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { InterruptedError } from "../../core/errors.ts";
import type { Io } from "../../core/io.ts";
import { stopJob } from "./stop-job.ts";
import { useView, ViewContext } from "./view-context.ts";

/**
 * Where a view is drawn. `alternate`: on the terminal's alternate screen, so that the scrollback stays as it was.
 * `inline`: below the cursor, and erased when it closes. `append`: for a screen reader; the view reads keys and draws
 * nothing, the caller writes lines to stderr.
 */
export type ViewMode = "alternate" | "inline" | "append";

export interface ViewOptions<Result> {
  readonly io: Io;
  readonly signal: AbortSignal;
  readonly mode: ViewMode;
  /** Makes the content, once. `close` ends the view with a result. */
  readonly content: (close: (result: Result) => void) => ReactNode;
}

export interface OpenView<Result> {
  /** Closes the view. The first result counts. */
  readonly close: (result: Result) => void;
  /**
   * Settles when the terminal is restored. Rejects with an `InterruptedError` after Ctrl-C, with the signal's reason
   * after an abort, and with the error of a component that throws.
   */
  readonly closed: Promise<Result>;
}

/** Disables automatic line wrap: a row wider than the terminal expects is cut there and does not shift the next rows. */
const WRAP_OFF = "\u001b[?7l";
const WRAP_ON = "\u001b[?7h";

/**
 * Frames per second that Ink draws at most on the alternate screen. `RenderScheduler` throttles the frames of events; a
 * frame that answers a key must not wait for an earlier one.
 */
const MAX_FPS = 100;

/** Interval of the timer that keeps the process alive; it does nothing. */
const KEEP_ALIVE_MS = 60_000;

/**
 * Draws a view on stderr until it is closed, interrupted or aborted, and restores the terminal in each case: raw mode,
 * cursor, line wrap, main screen. In raw mode Ctrl-C and Ctrl-Z are keys and not signals; the view handles them itself, so
 * that no content can swallow them.
 */
export function openView<Result>({ io, signal, mode, content }: ViewOptions<Result>): OpenView<Result> {
  signal.throwIfAborted();
  let end: { result: Result } | { error: unknown } | undefined;
  const finish = (how: { result: Result } | { error: unknown }): void => {
    if (end !== undefined) return;
    end = how;
    // The last frame of an inline view is empty, so that unmounting erases it.
    if (mode === "inline") instance.rerender(null);
    instance.unmount();
  };
  const close = (result: Result): void => finish({ result });
  const value = { io, colour: io.colour("stderr"), hasKeys: io.tty.stdin };
  setRawMode(io, true);
  const drawn = io.draw();
  const instance = render(
    <ViewContext value={value}>
      <SignalKeys
        hasLineWrap={mode !== "alternate"}
        onInterrupt={() => finish({ error: new InterruptedError("SIGINT") })}
        onError={(error) => finish({ error })}
      />
      {mode === "alternate" ? <WithoutLineWrap>{content(close)}</WithoutLineWrap> : content(close)}
    </ViewContext>,
    {
      stdin: io.stdin as NodeJS.ReadStream,
      stdout: io.stderr as NodeJS.WriteStream,
      stderr: io.stderr as NodeJS.WriteStream,
      exitOnCtrlC: false,
      patchConsole: false,
      // Io has already checked that views can be drawn here.
      interactive: true,
      ...modeOptions(mode, io),
    },
  );
  const onAbort = (): void => finish({ error: signal.reason });
  signal.addEventListener("abort", onAbort, { once: true });
  // Without a keyboard nothing else may keep the process alive, and Ink closes a view when the process is about to end.
  const keepAlive = setInterval(() => {}, KEEP_ALIVE_MS);
  const closed = instance
    .waitUntilExit()
    .finally(() => {
      signal.removeEventListener("abort", onAbort);
      clearInterval(keepAlive);
      setRawMode(io, false);
      drawn();
    })
    .then(() => {
      if (end === undefined) throw new Error("the view ended without a result");
      if ("error" in end) throw end.error;
      return end.result;
    });
  return { close, closed };
}

/**
 * Switches raw mode. Ink does that too, but only after the first frame: until then the terminal would echo keys, those of
 * a secret as well.
 */
function setRawMode(io: Io, isRaw: boolean): void {
  if (io.tty.stdin) (io.stdin as NodeJS.ReadStream).setRawMode(isRaw);
}

function modeOptions(mode: ViewMode, io: Io): RenderOptions {
  switch (mode) {
    case "alternate":
      return { alternateScreen: true, incrementalRendering: true, maxFps: MAX_FPS, isScreenReaderEnabled: false };
    case "append":
      return { isScreenReaderEnabled: true };
    case "inline":
      return { isScreenReaderEnabled: io.hasScreenReader };
  }
}

interface SignalKeysProps {
  readonly hasLineWrap: boolean;
  readonly onInterrupt: () => void;
  /** Receives the error of a terminal that could not be handed over. */
  readonly onError: (error: unknown) => void;
}

/** Ctrl-C ends a view; Ctrl-Z stops the job, and the shell's `fg` draws the view again. */
function SignalKeys({ hasLineWrap, onInterrupt, onError }: SignalKeysProps): ReactNode {
  const { hasKeys, io } = useView();
  const { suspendTerminal } = useApp();
  const isStopping = useRef(false);
  const stop = async (): Promise<void> => {
    // Windows stops no jobs.
    if (isStopping.current || process.platform === "win32") return;
    isStopping.current = true;
    await suspendTerminal(async () => {
      if (!hasLineWrap) io.stderr.write(WRAP_ON);
      await stopJob();
      if (!hasLineWrap) io.stderr.write(WRAP_OFF);
    });
    isStopping.current = false;
  };
  useInput(
    (input, key) => {
      // Ink delivers several quickly typed keys as one text.
      const isTyped = (letter: string, character: string): boolean =>
        (key.ctrl && input === letter) || input.includes(character);
      if (isTyped("c", "\u0003")) onInterrupt();
      else if (isTyped("z", "\u001a")) stop().catch(onError);
    },
    { isActive: hasKeys },
  );
  return null;
}

function WithoutLineWrap({ children }: { readonly children: ReactNode }): ReactNode {
  const { io } = useView();
  useLayoutEffect(() => {
    io.stderr.write(WRAP_OFF);
    return () => {
      io.stderr.write(WRAP_ON);
    };
  }, [io]);
  return children;
}
