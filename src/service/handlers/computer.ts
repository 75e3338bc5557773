import { screenshot } from "../chromium/screenshot.ts";
import type { ServiceContext } from "../service-context.ts";
import { useSession } from "../sessions/use-session.ts";
import type { HandlersOf } from "./handlers.ts";

/** Screen and input of a session (contract 2.4). */
export function computerHandlers({ sessions }: ServiceContext): HandlersOf<"computer.screenshot"> {
  return {
    "computer.screenshot": ({ params, body, auth }) =>
      useSession(sessions.require(auth.project.id, params.id), (session) =>
        screenshot(session.chromium.connection, body?.region),
      ),
  };
}
