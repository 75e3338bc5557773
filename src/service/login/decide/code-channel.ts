import type { LoginChoice, LoginField, PageFacts } from "../page/page-facts.ts";

/** Channel on which a one-time code arrives. */
export type CodeChannel = "totp" | "sms" | "email" | "unknown";

const totpWords = /authenticat(?:or|ion) app|authenticator|\btotp\b|authenticator-app|認証アプリ|認証システム/i;
const smsWords = /\bsms\b|text message|texted|mobile|phone|telefon|handy|ショートメッセージ|携帯|電話/i;
const emailWords = /e-?mail|inbox|postfach|メール/i;
/** Words that make a line count: a line that mentions a channel is used only when it is about a sent code. */
const sentWords = /\bsent\b|\bsend\b|texted|emailed|gesendet|geschickt|gesandt|code|送信|送り|コード/i;

/**
 * Finds the channel of a code field: in the field's own texts, otherwise in the lines of the page that mention a code.
 */
export function codeChannel({ label, hint, name }: LoginField, { lines, form, choices }: ChannelFacts): CodeChannel {
  const own = channelOf(`${label}\n${hint ?? ""}\n${name}`);
  if (own !== "unknown") return own;
  const others = [...(form?.choices ?? []), ...choices].flatMap((choice) => [choice.label, choice.description]);
  return channelOf(lines.filter((line) => sentWords.test(line) && !others.includes(line)).join("\n"));
}

type ChannelFacts = Pick<PageFacts, "lines" | "form" | "choices">;

function channelOf(text: string): CodeChannel {
  if (totpWords.test(text)) return "totp";
  if (smsWords.test(text)) return "sms";
  return emailWords.test(text) ? "email" : "unknown";
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
