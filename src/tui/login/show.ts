import { Styled } from "../../core/styled.ts";
import { terminalSize } from "../kit/terminal-size.ts";
import { bounded, boundedItems } from "./bounded-items.ts";
import { LoginModel, summary } from "./model.ts";
import type { LoginViewOptions, ViewEnd } from "./options.ts";
import { followOnScreen } from "./screen.tsx";
import { followWithScreenReader } from "./screen-reader.ts";

export type { AnswerProblem, Asked, LoginAnswer, LoginItem, LoginPhase, LoginViewOptions, ViewEnd } from "./options.ts";

/**
 * Shows a login on the whole screen until it ends or the person leaves, and passes on what the person enters. With a
 * screen reader (`INK_SCREEN_READER=true`), lines are written and questions asked one after the other instead. The steps
 * stay on stderr.
 *
 * Throws the error of `items`, and the signal's reason after an abort, with the terminal restored.
 * Source: design 3 ("Live views").
 */
export async function showLogin(given: LoginViewOptions): Promise<ViewEnd> {
  const { domain, id, profile } = given.title;
  const title = { id, domain: bounded(domain), profile: bounded(profile) };
  const options = { ...given, title, items: boundedItems(given.items) };
  const { io, maxLength, signal } = options;
  signal.throwIfAborted();
  const screenReader = io.hasScreenReader;
  const model = new LoginModel({
    size: terminalSize(io),
    now: () => io.now(),
    canCancel: options.onCancel !== undefined,
    maxLength,
  });
  const follow = screenReader ? followWithScreenReader : followOnScreen;
  const result = await follow(options, model);
  if (!screenReader) await io.writeError(Styled.lines(summary(title, model)));
  signal.throwIfAborted();
  if (result.failed) throw result.error;
  return result.how;
}
