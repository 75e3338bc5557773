import type { HandlersOf } from "../http/handler.ts";
import { useSession } from "../sessions/use-session.ts";
import type { SessionNeeds } from "./session-needs.ts";

/** HTTP requests through a session's browser (spec 4.4). */
export function curlHandlers({ sessions }: SessionNeeds): HandlersOf<"browsers.curl"> {
  return {
    "browsers.curl": ({ params, body, auth, signal }) =>
      useSession(sessions.require(auth.project.id, params.id), (session) =>
        session.chromium.connection.curl.request(body, signal),
      ),
  };
}
