import type { TargetSession } from "../page-agent/target.ts";
import type { Connection, ProtocolEvent } from "./connection.ts";

/** Session in a target. Its commands reject as soon as a dialog is open, because the browser answers none of them then. */
export class Attached implements TargetSession {
  readonly id: string;
  readonly targetId: string;
  /** Stops the following of its events. */
  readonly stop: () => void;
  readonly #connection: Connection;
  /** Requests that have not ended, with their frames. */
  readonly #requests = new Map<unknown, unknown>();
  #dialog: ProtocolEvent["params"] | undefined;
  #blocked = Promise.withResolvers<never>();

  constructor(connection: Connection, id: string, targetId: string) {
    this.#connection = connection;
    this.id = id;
    this.targetId = targetId;
    this.#blocked.promise.catch(() => {});
    this.stop = connection.onEvent((event) => {
      if (event.sessionId === id) this.#take(event);
    });
  }

  readonly send: TargetSession["send"] = (method, params) => {
    const answer = this.#connection.send(method, params, this.id);
    answer.catch(() => {});
    return Promise.race([answer, this.#blocked.promise]) as never;
  };

  readonly on: TargetSession["on"] = (event, listener) =>
    this.#connection.onEvent(({ method, params, sessionId }) => {
      if (sessionId === this.id && method === event) listener(params as never);
    });

  /** Open dialog, which blocks the page. */
  dialog(): ProtocolEvent["params"] | undefined {
    return this.#dialog;
  }

  /** Number of requests that have not ended. */
  requests(): number {
    return this.#requests.size;
  }

  #take({ method, params }: ProtocolEvent): void {
    if (method === "Network.requestWillBeSent") this.#requests.set(params["requestId"], params["frameId"]);
    else if (method === "Network.loadingFinished" || method === "Network.loadingFailed")
      this.#requests.delete(params["requestId"]);
    else if (method === "Page.frameDetached") this.#forgetFrame(params["frameId"]);
    else if (method === "Page.frameNavigated") this.#navigated(params["frame"] as { readonly parentId?: string });
    else if (method === "Page.javascriptDialogOpening") {
      this.#dialog = params;
      const shown = `${String(params["type"])} ${JSON.stringify(params["message"])}`;
      this.#blocked.reject(
        new Error(
          `the page shows a dialog, ${shown}; answer it by cdp("Page.handleJavaScriptDialog", { accept: true })`,
        ),
      );
    } else if (method === "Page.javascriptDialogClosed") {
      this.#dialog = undefined;
      this.#blocked = Promise.withResolvers();
      this.#blocked.promise.catch(() => {});
    }
  }

  /** A frame that went away, also into a process of its own, says nothing more of its requests here. */
  #forgetFrame(frameId: unknown): void {
    for (const [request, frame] of this.#requests) if (frame === frameId) this.#requests.delete(request);
  }

  #navigated({ parentId }: { readonly parentId?: string }): void {
    if (parentId === undefined) this.#requests.clear();
  }
}
