import { BrowserError } from "../chromium/browser-error.ts";
import type { RequestAuth } from "../http/authenticate.ts";
import type { HandlersOf } from "../http/handler.ts";
import type { Input } from "../input/input.ts";
import { DisplayError } from "../screen/display-error.ts";
import { sessionEnded } from "../sessions/session-errors.ts";
import { useSession } from "../sessions/use-session.ts";
import type { SessionNeeds } from "./session-records.ts";

type ComputerIds =
  | "computer.click"
  | "computer.move"
  | "computer.drag"
  | "computer.scroll"
  | "computer.press"
  | "computer.type"
  | "computer.cursor"
  | "computer.screenshot"
  | "computer.mousePosition"
  | "computer.clipboardRead"
  | "computer.clipboardWrite"
  | "computer.batch";

/** Time from the end of a browser's pages to the end of the browser itself. */
const END_BOUND_MS = 200;

/** Screen and input of a session (spec 4.7 to 4.9, contract 2.4). */
export function computerHandlers({ sessions }: SessionNeeds): HandlersOf<ComputerIds> {
  const withInput = <T>(call: { params: { id: string }; auth: RequestAuth }, work: (input: Input) => Promise<T>) =>
    useSession(sessions.require(call.auth.project.id, call.params.id), async (session) => {
      try {
        return await work(session.screen.input);
      } catch (error) {
        if (mayBeTheEnd(error)) await session.ended(END_BOUND_MS);
        throw session.active ? error : sessionEnded(session);
      }
    });
  return {
    "computer.click": (call) => withInput(call, (input) => input.act("click_mouse", call.body, call.signal)),
    "computer.move": (call) => withInput(call, (input) => input.act("move_mouse", call.body, call.signal)),
    "computer.drag": (call) => withInput(call, (input) => input.act("drag_mouse", call.body, call.signal)),
    "computer.scroll": (call) => withInput(call, (input) => input.act("scroll", call.body, call.signal)),
    "computer.press": (call) => withInput(call, (input) => input.act("press_key", call.body, call.signal)),
    "computer.type": (call) => withInput(call, (input) => input.act("type_text", call.body, call.signal)),
    "computer.cursor": async (call) => {
      await withInput(call, (input) => input.act("set_cursor", call.body, call.signal));
      return { ok: true };
    },
    "computer.screenshot": ({ params, body, auth }) =>
      useSession(sessions.require(auth.project.id, params.id), (session) => session.screen.screenshot(body?.region)),
    "computer.mousePosition": (call) => withInput(call, async (input) => input.mousePosition),
    "computer.clipboardRead": async (call) => ({
      text: await withInput(call, (input) => input.clipboardText(call.signal)),
    }),
    "computer.clipboardWrite": (call) =>
      withInput(call, (input) => input.setClipboardText(call.body.text, call.signal)),
    "computer.batch": (call) => withInput(call, (input) => input.batch(call.body, call.signal)),
  };
}

/** True for an error that the end of the session may have caused. */
function mayBeTheEnd(error: unknown): boolean {
  return error instanceof DisplayError || (error instanceof BrowserError && error.kind === "page-closed");
}
