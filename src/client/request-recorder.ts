import type { HttpHeaders } from "./http/headers.ts";
import type { RawRequest } from "./request.ts";

/** A request with every header that it would have been sent with. */
export interface RecordedRequest {
  readonly request: RawRequest;
  readonly headers: HttpHeaders;
}

/** Thrown by a client in preview mode in place of a response. */
export class NotSentError extends Error {
  override readonly name = "NotSentError";

  constructor() {
    super("the request was recorded and not sent");
  }
}

/** Waits for a recorded call of a function that shows several requests in preview mode. Rethrows other errors. */
export async function untilRecorded(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof NotSentError)) throw error;
  }
}

/** Preview mode of a client (`--dry-run`, `--print`): keeps the requests that would have been sent. */
export class RequestRecorder {
  readonly requests: RecordedRequest[] = [];

  /** Keeps a request and ends the call with {@link NotSentError}. */
  record(request: RawRequest, headers: HttpHeaders): never {
    this.requests.push({ request, headers });
    throw new NotSentError();
  }
}
