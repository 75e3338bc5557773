import type { ServerResponse } from "node:http";

/** The client closed its connection; nobody reads the answer. */
export class ClientGoneError extends Error {
  override readonly name = "ClientGoneError";
  constructor() {
    super("the client went away before it had its answer");
  }
}

/** A signal that is aborted with a {@link ClientGoneError} when the connection ends before the answer is out. */
export function clientGone(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const onClose = (): void => {
    if (!response.writableFinished) controller.abort(new ClientGoneError());
  };
  if (response.destroyed) onClose();
  else response.once("close", onClose);
  return controller.signal;
}
