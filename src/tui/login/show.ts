import { sanitizeLine } from "../../core/sanitize.ts";
import { Styled } from "../../core/styled.ts";
import { humanSeconds } from "../../render/sentence.ts";
import { hasScreenReader } from "../kit/open-view.tsx";
import { terminalSize } from "../kit/terminal-size.ts";
import { LoginModel } from "./login-model.ts";
import type { LoginTitle, LoginViewOptions, ViewEnd } from "./options.ts";
import { followOnScreen } from "./screen.tsx";
import { followWithScreenReader } from "./screen-reader.tsx";

/**
 * Summary that stays in the scrollback: the steps with their times. The command itself reports the result.
 *
 *     Log in to shop.example.com, profile customer
 *     ✓ Finding the login page 2s
 *     ✓ Waiting for Email, Password 14s
 */
export function summary({ domain, profile }: LoginTitle, { now, steps }: LoginModel): string[] {
  return [
    `Log in to ${sanitizeLine(domain)}, profile ${sanitizeLine(profile)}`,
    ...steps.map(({ endedAt, hasFailed, startedAt, title }) => {
      const time = humanSeconds(Math.floor(((endedAt ?? now) - startedAt) / 1_000));
      return `${endedAt === undefined ? "›" : hasFailed ? "✗" : "✓"} ${sanitizeLine(title)} ${time}`;
    }),
  ];
}

export type { AnswerProblem, Asked, LoginAnswer, LoginItem, LoginPhase, LoginViewOptions, ViewEnd } from "./options.ts";

/**
 * Shows a login on the whole screen until it ends or the person leaves, and passes on what the person enters. With a
 * screen reader (`INK_SCREEN_READER=true`), lines are written and questions asked one after the other instead. The steps
 * stay on stderr.
 *
 * Throws the error of `items`, and the signal's reason after an abort, with the terminal restored.
 * Source: design 3 ("Live views").
 */
export async function showLogin(options: LoginViewOptions): Promise<ViewEnd> {
  const { io, maxLength, signal, title } = options;
  signal.throwIfAborted();
  const screenReader = hasScreenReader(io);
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
