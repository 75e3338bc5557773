import { type Answer, AnsweredError, type Answers } from "../driver-error.ts";
import type { StoredSession } from "../sessions/browser-table.ts";

/** Kinds of failures of a live view. */
export type LiveViewErrorKind = "expired" | "foreign" | "headless" | "invalid" | "missing" | "used";

/** assumed: the codes; the API has none for live views. */
const answers: Answers<LiveViewErrorKind> = {
  expired: { code: "forbidden" },
  foreign: { code: "forbidden" },
  invalid: { code: "forbidden" },
  missing: { code: "forbidden" },
  used: { code: "forbidden" },
  headless: { code: "conflict", retry: false },
};

/** Error of a link to a live view, or of a session that has none. */
export class LiveViewError extends AnsweredError<LiveViewErrorKind> {
  override readonly name = "LiveViewError";

  override get answer(): Answer {
    return answers[this.kind];
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
