import type { Foundation } from "../foundation.ts";
import type { SessionManager } from "../sessions/session-manager.ts";

/** Dependencies of the operations inside a session. */
export type SessionNeeds = Foundation & { readonly sessions: SessionManager };
