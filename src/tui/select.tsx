import { Box, render, Text, useApp, useInput } from "ink";
import { useState } from "react";
import { InterruptedError } from "../core/errors.ts";
import type { Io } from "../core/io.ts";
import { sanitizeLine } from "../core/sanitize.ts";

export interface SelectItem {
  value: string;
  note: string;
}

export interface SelectOptions {
  title: string;
  items: readonly SelectItem[];
  initial: string | undefined;
  io: Io;
  signal: AbortSignal;
}

/**
 * Lets a person choose one item on stderr: arrows or j and k, Enter takes, q or Esc leaves. Gives undefined when nothing
 * was taken; Ctrl-C interrupts the command. The view is gone afterwards.
 *
 *     Use which context?
 *     > local    http://127.0.0.1:41234
 *       staging  https://staging.example.com
 */
export async function select(options: SelectOptions): Promise<string | undefined> {
  let chosen: string | undefined;
  let interrupted = false;
  const { io, signal } = options;
  const choose = (value: string): void => {
    chosen = value;
  };
  const interrupt = (): void => {
    interrupted = true;
    leave();
  };
  const view = render(<SelectView {...options} onChoose={choose} onInterrupt={interrupt} />, {
    stdin: io.stdin as NodeJS.ReadStream,
    stdout: io.stderr as NodeJS.WriteStream,
    stderr: io.stderr as NodeJS.WriteStream,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  const leave = (): void => view.unmount();
  signal.addEventListener("abort", leave, { once: true });
  try {
    await view.waitUntilExit();
  } finally {
    signal.removeEventListener("abort", leave);
    view.clear();
  }
  signal.throwIfAborted();
  // In raw mode Ctrl-C is a key, and no signal.
  if (interrupted) throw new InterruptedError("SIGINT");
  return chosen;
}

interface SelectViewProps extends SelectOptions {
  onChoose: (value: string) => void;
  onInterrupt: () => void;
}

function SelectView({ title, items, initial, onChoose, onInterrupt }: SelectViewProps) {
  const { exit } = useApp();
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      items.findIndex((item) => item.value === initial),
    ),
  );
  useInput((input, key) => {
    if (key.upArrow || input === "k") setAt((now) => (now + items.length - 1) % items.length);
    else if (key.downArrow || input === "j") setAt((now) => (now + 1) % items.length);
    else if (key.escape || input === "q") exit();
    else if (key.ctrl && input === "c") onInterrupt();
    else if (key.return) {
      const item = items[at];
      if (item) onChoose(item.value);
      exit();
    }
  });
  const width = Math.max(...items.map((item) => item.value.length));
  return (
    <Box flexDirection="column">
      <Text bold>{title}</Text>
      {items.map((item, index) => (
        <Text key={item.value} {...(index === at ? { color: "cyan" } : {})} wrap="truncate">
          {index === at ? "> " : "  "}
          {item.value.padEnd(width)} <Text dimColor> {sanitizeLine(item.note)}</Text>
        </Text>
      ))}
    </Box>
  );
}
