import type { HandlersOf } from "../http/handler.ts";
import type { ServiceContext } from "../service-context.ts";
import { useSession } from "../sessions/use-session.ts";

/** HTTP requests through a session's browser (spec 4.4). */
export function curlHandlers({ sessions }: ServiceContext): HandlersOf<"browsers.curl"> {
  return {
    "browsers.curl": ({ params, body, auth, signal }) =>
      useSession(sessions.require(auth.project.id, params.id), (session) =>
        session.chromium.connection.curl.request(body, signal),
      ),
  };
}
