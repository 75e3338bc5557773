import { Secret, TOTP } from "otpauth";
import { withoutEnd } from "../../core/without-end.ts";

const PERIOD_SECONDS = 30;
const DIGITS = 6;

/** One-time code and its end, in milliseconds since 1970. */
export interface Code {
  readonly code: string;
  readonly expiresAt: number;
}

/** Minimum length of a secret in base32: 10 bytes. */
const SECRET_CHARACTERS = 16;

/**
 * TOTP secret in upper-case base32 without spaces, hyphens and padding. Undefined for a text that is not base32 or has
 * less than 10 bytes.
 */
export function readTotpSecret(given: string): string | undefined {
  const secret = withoutEnd(given.replace(/[\s-]/g, ""), "=").toUpperCase();
  return secret.length >= SECRET_CHARACTERS && /^[A-Z2-7]+$/.test(secret) ? secret : undefined;
}

/** Code of a secret at a time (RFC 6238: SHA-1, six digits, 30 seconds). */
export function totpCode(secret: string, now: number): Code {
  const totp = new TOTP({
    secret: Secret.fromBase32(secret),
    algorithm: "SHA1",
    digits: DIGITS,
    period: PERIOD_SECONDS,
  });
  const period = PERIOD_SECONDS * 1_000;
  return { code: totp.generate({ timestamp: now }), expiresAt: (Math.floor(now / period) + 1) * period };
}
