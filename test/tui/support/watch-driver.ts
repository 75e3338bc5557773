import { Lifetime, listenToSignals } from "../../../src/core/abort.ts";
import { processIo } from "../../../src/core/io.ts";
import { textLines } from "../../../src/render/result-lines.ts";
import { watchOnScreen } from "../../../src/tui/watch/screen.tsx";
import { readKeys } from "../../../src/tui/watch/screen-reader.ts";
import { reportEnd } from "./driver-end.ts";

/** Shows results, each a text of lines, as a watched command does. */
const results = JSON.parse(process.env["DRIVER_RESULTS"] ?? "[]") as readonly string[];
const lifetime = new Lifetime();
listenToSignals(lifetime, (code) => process.exit(code));
const io = processIo();

await reportEnd(async () => {
  if (io.hasScreenReader) {
    const keys = readKeys(io, lifetime.signal);
    io.report("reading keys");
    return keys.closed;
  }
  const view = watchOnScreen(io, lifetime.signal, "Every 1s: a command");
  for (const result of results) await view.model.show(async () => textLines(result), result, []);
  return view.closed;
});
