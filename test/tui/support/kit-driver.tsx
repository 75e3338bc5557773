import { Box, Text } from "ink";
import { type ReactNode, useState } from "react";
import { Lifetime, listenToSignals } from "../../../src/core/abort.ts";
import { processIo } from "../../../src/core/io.ts";
import { KeyBar, StatusBar, TitleBar } from "../../../src/tui/kit/bars.tsx";
import { consumeYielding } from "../../../src/tui/kit/consume.ts";
import type { FormField } from "../../../src/tui/kit/form-state.ts";
import { type Key, useKeys } from "../../../src/tui/kit/keys.ts";
import { openView } from "../../../src/tui/kit/open-view.tsx";
import { RenderScheduler, useFrames } from "../../../src/tui/kit/render-scheduler.ts";
import { Rows, Screen } from "../../../src/tui/kit/rows.tsx";
import { terminalSize, useResize } from "../../../src/tui/kit/terminal-size.ts";
import { select } from "../../../src/tui/select.tsx";
import { reportEnd } from "./driver-end.ts";
import { fillForm } from "./form.tsx";

/** Shows one view of the kit, then prints its result and the modes of the terminal. */
const lifetime = new Lifetime();
listenToSignals(lifetime, (code) => process.exit(code));
const io = processIo();
const { signal } = lifetime;

const fields: readonly FormField[] = [
  { kind: "text", name: "user", label: "User name", maxLength: 12 },
  {
    kind: "secret",
    name: "password",
    label: "Password",
    validate: (value) => (value.length < 4 ? `at least 4 characters, not ${value.length}` : undefined),
  },
  {
    kind: "choice",
    name: "method",
    label: "Method",
    choices: [{ value: "email", note: "a code by mail" }, { value: "app" }, { value: "key" }],
    initial: "app",
  },
];

const views: Readonly<Record<string, () => Promise<unknown>>> = {
  form: () => fillForm({ io, signal, title: "Log in to shop", fields }),
  "form with problems": () =>
    fillForm({ io, signal, title: "Log in to shop", fields, problems: { password: "wrong password" } }),
  select: () =>
    select({
      io,
      signal,
      title: "Use which context?",
      items: Array.from({ length: 40 }, (_, at) => ({ value: `context-${at}`, note: `https://host${at}.example.com` })),
      initial: "context-3",
    }),
  screen: () =>
    openView<string>({ io, signal, mode: "alternate", content: (close) => <KeysView onClose={close} /> }).closed,
  throwing: () => openView({ io, signal, mode: "alternate", content: () => <ThrowingView /> }).closed,
  exiting: async () => {
    const view = openView({ io, signal, mode: "alternate", content: () => <ExitingView /> });
    await view.closed;
  },
  frames: async () => {
    const scheduler = new RenderScheduler();
    const counts = { events: 0, frames: 0 };
    const view = openView<object>({
      io,
      signal,
      mode: "alternate",
      content: (close) => <CountingView scheduler={scheduler} counts={counts} onClose={close} />,
    });
    let isClosed = false;
    async function* batches(): AsyncGenerator<readonly number[]> {
      for (;;) yield Array.from({ length: 500 }, (_, at) => at);
    }
    const consumed = consumeYielding(
      batches(),
      () => {
        counts.events += 1;
        scheduler.schedule();
      },
      () => isClosed,
    );
    try {
      return await view.closed;
    } finally {
      isClosed = true;
      scheduler.stop();
      await consumed;
    }
  },
};

/** Shows the size of the terminal and the keys that arrive, between all the bars. */
function KeysView({ onClose }: { readonly onClose: (keys: string) => void }): ReactNode {
  const [size, setSize] = useState(() => terminalSize(io));
  const [keys, setKeys] = useState<readonly string[]>([]);
  useResize(setSize);
  useKeys((key) => {
    if (nameOf(key) === "q") onClose(keys.join(" "));
    else setKeys((before) => [...before, nameOf(key)]);
  });
  const { columns, rows } = size;
  return (
    <Screen size={size}>
      <TitleBar
        columns={columns}
        name={["a view of the kit", { bold: "1" }]}
        details={[
          [" first", {}],
          [" second", {}],
        ]}
        right={[["running", { fg: "32" }]]}
      />
      <StatusBar
        columns={columns}
        parts={[
          [`${columns}x${rows}`, {}],
          ["a longer part", {}],
        ]}
      />
      <Rows rows={[keys.join(" "), "", "x".repeat(columns + 5)]} />
      <KeyBar
        columns={columns}
        hints={[
          ["q", "leave"],
          ["?", "help"],
        ]}
      />
    </Screen>
  );
}

function nameOf(key: Key): string {
  return typeof key === "string" ? key : key.character;
}

function ThrowingView(): ReactNode {
  const [isBroken, setBroken] = useState(false);
  useKeys(() => setBroken(true));
  if (isBroken) throw new Error("the component is broken");
  return <Text>press a key</Text>;
}

function ExitingView(): ReactNode {
  useKeys(() => process.exit(5));
  return <Text>press a key</Text>;
}

interface CountingProps {
  readonly scheduler: RenderScheduler;
  readonly counts: { events: number; frames: number };
  readonly onClose: (counts: object) => void;
}

function CountingView({ scheduler, counts, onClose }: CountingProps): ReactNode {
  useFrames(scheduler);
  useKeys(() => onClose({ ...counts, frames: scheduler.frame() }));
  return (
    <Box>
      <Text>{counts.events === 0 ? "waiting" : "counting"}</Text>
    </Box>
  );
}

await reportEnd(async () => views[process.env["DRIVER_VIEW"] ?? ""]?.());
