import { Secret, TOTP } from "otpauth";

const PERIOD_SECONDS = 30;

/** Code of six digits at a time, in milliseconds since 1970, for a secret in base32. Source: RFC 6238. */
export function totpCode(secret: string, time: number): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: PERIOD_SECONDS });
  return totp.generate({ timestamp: time });
}

/** True for the code of a time or of the period before. */
export function isTotpCode(secret: string, code: string, now: number): boolean {
  const given = code.replace(/\s/g, "");
  return [now, now - PERIOD_SECONDS * 1_000].some((time) => totpCode(secret, time) === given);
}

/** Milliseconds until the next code. */
export function msLeft(now: number): number {
  return PERIOD_SECONDS * 1_000 - (now % (PERIOD_SECONDS * 1_000));
}
