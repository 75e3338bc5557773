import type { Session } from "../sessions/session.ts";

/** State of the handlers for each session, made at its first use. It goes with the session. */
export class PerSession<T> {
  readonly #make: (session: Session) => T;
  readonly #made = new WeakMap<Session, T>();

  constructor(make: (session: Session) => T) {
    this.#make = make;
  }

  of(session: Session): T {
    const known = this.#made.get(session);
    if (known !== undefined) return known;
    const made = this.#make(session);
    this.#made.set(session, made);
    return made;
  }
}
