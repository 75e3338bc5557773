import { type Answer, AnsweredError } from "../driver-error.ts";
import type { StoredSession } from "../sessions/browser-table.ts";

/** Error of a session that has no live view. assumed: the code; the API has none for live views. */
export class LiveViewError extends AnsweredError<"headless"> {
  override readonly name = "LiveViewError";

  override get answer(): Answer {
    return { code: "conflict", retry: false };
  }
}

/** Error for a session that was created with `headless: true` (contract 2.2). */
export function headlessSession(session: StoredSession): LiveViewError {
  const name = session.name ?? session.id;
  return new LiveViewError(
    "headless",
    `session ${JSON.stringify(name)} is headless and has no live view; create one with headless: false`,
  );
}
