import { withTimeLimit } from "../../../core/abort.ts";
import { BrowserError } from "../browser-error.ts";
import {
  type CdpConnection,
  CdpError,
  type CdpMethod,
  type CdpParams,
  type CdpResult,
  type CdpSession,
} from "../cdp.ts";
import type { HiddenTabs } from "../hidden-target.ts";

/** Time limit of one read or write; enough for 10 MB of text on a busy machine. */
const BOUND_MS = 60_000;
const CTRL = 2;

/** Script of the hidden page: its global `text` is the text to copy, or the text that was pasted. */
const PREPARE = `
  document.addEventListener("copy", (event) => {
    event.preventDefault();
    event.clipboardData.setData("text/plain", globalThis.text);
  });
  document.addEventListener("paste", (event) => {
    event.preventDefault();
    globalThis.text = event.clipboardData.getData("text/plain");
  });
  0`;

/**
 * Text on the clipboard of one browser (spec 4.9). A browser without a window has its own clipboard, separate from the
 * machine's. A hidden page copies and pastes with editing commands, so that no permission is needed, and no page of the
 * user is involved or loses the focus. Only text is supported; line ends are kept. Measured: 10 MB in about 2 s for
 * either direction.
 *
 * Reading and writing throw a {@link BrowserError} `clipboard-not-responding` after 60 s, the signal's reason, or
 * `CdpClosedError`. Calls must not overlap: the session's input queue serializes them.
 */
export class Clipboard {
  readonly #connection: CdpConnection;
  readonly #hiddenTabs: HiddenTabs;
  #page: { targetId: string; session: CdpSession } | undefined;

  constructor(connection: CdpConnection, hiddenTabs: HiddenTabs) {
    this.#connection = connection;
    this.#hiddenTabs = hiddenTabs;
  }

  /** Text on the clipboard; empty when there is none. */
  async read(signal: AbortSignal): Promise<string> {
    return this.#bounded(signal, async (send) => {
      await send("Runtime.evaluate", { expression: "text = ''; 0" });
      await press(send, "v", "paste");
      const { result } = await send("Runtime.evaluate", { expression: "text", returnByValue: true });
      await send("Runtime.evaluate", { expression: "text = ''; 0" });
      return result.value as string;
    });
  }

  async write(text: string, signal: AbortSignal): Promise<void> {
    await this.#bounded(signal, async (send) => {
      const { result } = await send("Runtime.evaluate", { expression: "globalThis" });
      await send("Runtime.callFunctionOn", {
        ...(result.objectId !== undefined && { objectId: result.objectId }),
        functionDeclaration: "function (text) { this.text = text; }",
        arguments: [{ value: text }],
      });
      await press(send, "c", "copy");
      await send("Runtime.evaluate", { expression: "text = ''; 0" });
    });
  }

  /** Runs `work` with the hidden page within the time limit. A page that was closed or has crashed is replaced once. */
  #bounded<T>(signal: AbortSignal, work: (send: Send) => Promise<T>): Promise<T> {
    return withTimeLimit({ ms: BOUND_MS, late: notResponding, signals: [signal] }, async (either) => {
      try {
        return await this.#attempt(either, work);
      } catch (error) {
        if (!(error instanceof CdpError)) throw error;
        return await this.#attempt(either, work);
      }
    });
  }

  async #attempt<T>(signal: AbortSignal, work: (send: Send) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    stopped.catch(() => {});
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    let stopListening: (() => void) | undefined;
    const attempt = async (): Promise<T> => {
      this.#page ??= await this.#open();
      const { session } = this.#page;
      const crashed = () => reject(new CdpError("clipboard", 0, "the hidden page has crashed"));
      stopListening = session.on("Inspector.targetCrashed", crashed);
      return await work((method, params) => session.send(method, params));
    };
    try {
      return await Promise.race([attempt(), stopped]);
    } catch (error) {
      // The state of the hidden page is unknown.
      this.#drop();
      throw error;
    } finally {
      stopListening?.();
      signal.removeEventListener("abort", onAbort);
    }
  }

  async #open(): Promise<{ targetId: string; session: CdpSession }> {
    const { targetId } = await this.#hiddenTabs.create();
    const { sessionId } = await this.#connection.send("Target.attachToTarget", { targetId, flatten: true });
    const session = this.#connection.session(sessionId);
    await Promise.all([
      session.send("Inspector.enable"),
      // Chromium gives clipboard access only to a document with the focus.
      session.send("Emulation.setFocusEmulationEnabled", { enabled: true }),
      session.send("Runtime.evaluate", { expression: PREPARE }),
    ]);
    return { targetId, session };
  }

  #drop(): void {
    const page = this.#page;
    this.#page = undefined;
    if (page) this.#connection.send("Target.closeTarget", { targetId: page.targetId }).catch(() => {});
  }
}

type Send = <M extends CdpMethod>(method: M, params?: CdpParams<M>[0]) => Promise<CdpResult<M>>;

/**
 * Presses a key that carries an editing command. The command does the work, so that the same key serves on every
 * system.
 */
async function press(send: Send, key: "c" | "v", command: "copy" | "paste"): Promise<void> {
  const upper = key.toUpperCase();
  const event = { key, code: `Key${upper}`, windowsVirtualKeyCode: upper.charCodeAt(0), modifiers: CTRL };
  await send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...event, commands: [command] });
  await send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
}

function notResponding(): BrowserError {
  const message = `the browser's clipboard has not answered for ${BOUND_MS / 1_000} s`;
  return new BrowserError("clipboard-not-responding", message);
}
