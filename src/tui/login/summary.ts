import { sanitizeLine } from "../../core/sanitize.ts";
import { humanSeconds } from "../../render/sentence.ts";
import type { LoginModel } from "./model.ts";
import type { LoginTitle } from "./options.ts";

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
