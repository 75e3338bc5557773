import type { LoginChoice, LoginField, PageFacts } from "../page/page-facts.ts";
import { AUTHENTICATOR, CODE, EMAIL, folded, PHONE } from "../page/words.ts";

/** Channel on which a one-time code arrives. */
export type CodeChannel = "totp" | "sms" | "email" | "unknown";

const smsWords = /\bsms\b|text message|texted|mobile|ショートメッセージ/;
/** Words that make a line count: a line that mentions a channel is used only when it is about a sent code. */
const sentWords = /\bsent\b|\bsend\b|texted|emailed|gesendet|geschickt|gesandt|code|送信|送り|コード/i;

/**
 * Finds the channel of a code field: in the field's own texts, otherwise in the lines of the page that mention a code,
 * otherwise in a line that names an authenticator app.
 */
export function codeChannel({ label, hint, name }: LoginField, { lines, form, choices }: ChannelFacts): CodeChannel {
  const own = channelOf([label, hint ?? "", name]);
  if (own !== "unknown") return own;
  const others = [...(form?.choices ?? []), ...choices].flatMap((choice) => [choice.label, choice.description]);
  const text = lines.filter((line) => !others.includes(line));
  const channel = channelOf(text.filter((line) => sentWords.test(line) || CODE.test(folded(line))));
  if (channel !== "unknown") return channel;
  return text.some((line) => AUTHENTICATOR.test(folded(line))) ? "totp" : "unknown";
}

type ChannelFacts = Pick<PageFacts, "lines" | "form" | "choices">;

function channelOf(texts: readonly string[]): CodeChannel {
  const lines = texts.map(folded);
  if (lines.some((line) => AUTHENTICATOR.test(line))) return "totp";
  if (lines.some((line) => smsWords.test(line) || PHONE.test(line))) return "sms";
  return lines.some((line) => EMAIL.test(line)) ? "email" : "unknown";
}

/**
 * Choice that leads to the code of an authenticator app, whose secret the service has; otherwise the choice that leads
 * to further methods. Undefined on a page that asks for that code already, or offers neither choice.
 */
export function totpChoice(facts: PageFacts, choices: readonly LoginChoice[]): LoginChoice | undefined {
  const methods = choices.filter(({ kind }) => kind === "mfa_method");
  const code = facts.form?.fields.find(({ kind }) => kind === "code");
  const channel = code && codeChannel(code, facts);
  if (channel === "totp") return undefined;
  const totp = methods.find(({ mfaType }) => mfaType === "totp");
  if (totp) return totp;
  const isOther = channel === "sms" || channel === "email" || (!code && facts.external?.kind === "push");
  return isOther ? methods.find(({ mfaType }) => mfaType === "switch") : undefined;
}
