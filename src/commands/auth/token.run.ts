import type { Run } from "../../cli/declare/body.ts";
import { CliError } from "../../core/errors.ts";
import type { authToken } from "./token.ts";

/** Prints the token on one line. */
export const run: Run<typeof authToken> = async ({ anyValue, flags, text, token, tty, wantsValue }) => {
  if (tty.stdout && !flags.reveal) {
    throw new CliError("usage", "stdout is a terminal: the token would be visible", {
      code: "token_at_terminal",
      hint: "pipe it into a program, or add --reveal",
    });
  }
  const own = await token();
  return wantsValue ? anyValue({ token: own }) : text(`${own}\n`);
};
