import type { ServerResponse } from "node:http";

/** Error for a client that closed its connection before the response was sent. */
export class ClientGoneError extends Error {
  override readonly name = "ClientGoneError";
  constructor() {
    super("the client went away before it had its answer");
  }
}

/** Signal that aborts with a {@link ClientGoneError} when the connection ends before the response was sent. */
export function clientGone(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const onClose = (): void => {
    if (!response.writableFinished) controller.abort(new ClientGoneError());
  };
  onResponseClose(response, onClose);
  return controller.signal;
}

/**
 * Runs `work` when the connection of a response ends; at once when it has already ended, because no event follows then.
 */
export function onResponseClose(response: ServerResponse, work: () => void): void {
  if (response.destroyed) work();
  else response.once("close", work);
}
