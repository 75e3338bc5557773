import type { Run } from "../../cli/declare/body.ts";
import { commandLine } from "../../core/command-line.ts";
import { CliError } from "../../core/errors.ts";
import type { credentialsTotp } from "./totp.ts";

/** Prints a one-time code, and its remaining seconds beside it. */
export const run: Run<typeof credentialsTotp> = async ({ args, call, note, now, request, text, value, wantsValue }) => {
  const code = await call("credentials.totpCode", request).catch((error) => {
    throw withHint(error, args.id_or_name);
  });
  if (wantsValue) return value(code);
  note(validity(code.expires_at, now()));
  return text(`${code.code}\n`);
};

/** Remaining time; the end time itself if the clock of the service differs. */
function validity(expiresAt: string, now: number): string {
  const seconds = Math.ceil((Date.parse(expiresAt) - now) / 1_000);
  return seconds >= 0 && seconds <= 30 ? `valid for ${seconds}s` : `valid until ${expiresAt} by the service's clock`;
}

/** Adds a hint for a credential without a TOTP secret. */
function withHint(error: unknown, idOrName: string): unknown {
  if (!(error instanceof CliError) || error.code !== "conflict") return error;
  const hint = commandLine`credentials update ${idOrName} --totp-secret @FILE`;
  return new CliError(error.exit, error.message, { ...error.options, hint });
}
