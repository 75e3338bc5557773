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
  if (response.destroyed) onClose();
  else response.once("close", onClose);
  return controller.signal;
}
