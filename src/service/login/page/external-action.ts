import type { ReadFrame } from "./frames.ts";
import type { ExternalAction } from "./page-facts.ts";
import { CAPTCHA, folded, MAILED_LINK, PASSKEY_WAIT, PUSH, type Words } from "./words.ts";

/** Addresses of the frames in which a captcha asks for an action of a person. */
const captchaFrames =
  /^https?:\/\/(?:[^/]+\.)?(?:google\.com|recaptcha\.net)\/recaptcha\/(?:api2|enterprise)\/(?:anchor|bframe)|^https:\/\/(?:[^/]+\.)?hcaptcha\.com\/|^https:\/\/challenges\.cloudflare\.com\/|arkoselabs\.com\/|funcaptcha/;
/** Minimum width in CSS pixels; a captcha that asks for nothing is a smaller badge or has no size. */
const LEAST_WIDTH = 200;
const LEAST_HEIGHT = 60;

const waits: readonly (readonly [ExternalAction["kind"], Pick<Words, "test">])[] = [
  ["link", MAILED_LINK],
  ["passkey", PASSKEY_WAIT],
  ["push", PUSH],
];

/**
 * Action outside of the page that the page waits for. A form that can be filled has priority over all actions but a
 * captcha.
 */
export function externalAction(
  frames: readonly ReadFrame[],
  lines: readonly string[],
  hasForm: boolean,
): ExternalAction | undefined {
  if (frames.some(isCaptcha)) {
    const message = lines.find((line) => CAPTCHA.test(folded(line)));
    return { kind: "captcha", message: message ?? "The page shows a captcha. Solve it in the live view." };
  }
  if (hasForm) return undefined;
  for (const [kind, words] of waits) {
    const message = lines.find((line) => words.test(folded(line)));
    if (message !== undefined) return { kind, message };
  }
  return undefined;
}

function isCaptcha({ raw: { url, width, height } }: ReadFrame): boolean {
  return captchaFrames.test(url) && !/size=invisible/.test(url) && width >= LEAST_WIDTH && height >= LEAST_HEIGHT;
}
