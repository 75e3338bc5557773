import type { RawButton } from "../../../login-reader/raw-frame.ts";
import type { ChoiceKind, MfaType } from "./page-facts.ts";
import { firstText, pageText } from "./page-text.ts";
import {
  AGREE,
  AUTHENTICATOR,
  DECLINE,
  EMAIL,
  folded,
  HELPER,
  LOG_IN,
  LOG_OUT,
  NEXT,
  OTHER_ACCOUNT,
  OTHER_METHOD,
  PASSKEY,
  PASSWORD,
  PAST_LOGIN,
  PHONE,
  PREFERENCE,
  providerInTemplate,
  RECOVERY_CODE,
  RESEND,
  SEARCH,
  SIGN_IN_METHOD,
  SINGLE_SIGN_ON,
  type Words,
} from "./words.ts";

/** State of the page that decides between kinds of choices. */
export interface ChoiceContext {
  readonly choosesAccount: boolean;
  readonly secondFactor: boolean;
  readonly asksPassword: boolean;
  readonly hasForm: boolean;
  /** Address of the page. */
  readonly url?: string;
}

/** Maximum length of the label of a way of the login beside a form, in characters. */
const MAX_BESIDE = 60;

/** Kind of a choice, and the facts of that kind. */
export interface ChoiceFacts {
  readonly kind: ChoiceKind;
  readonly provider?: string;
  readonly mfaType?: MfaType;
}

const providers =
  /\b(google|github|gitlab|bitbucket|microsoft|azure|entra|office 365|apple|facebook|meta|twitter|linkedin|slack|okta|auth0|onelogin|keycloak|amazon|discord|yahoo|paypal|dropbox|steam|twitch|spotify|salesforce|atlassian|adobe|zoom|openid|saml|orcid|line|kakao|naver|wechat|vk|yandex|franceconnect|x)\b/;
/** "Continue with …", "Mit … anmelden", "Se connecter avec …", "Continuar con …", "…でログイン". */
const withProvider =
  /(?:sign|log|continue|connect|proceed)\w*(?: ?-?(?:in|on|up))? (?:with|via|using|through) (.+)|(?:mit|uber) (.+?) (?:anmelden|einloggen|fortfahren|weiter)|(?:weiter|anmelden|fortfahren|anmeldung) (?:mit|uber) (.+)|(?:connecter|connexion|continuer|identifier) (?:avec|via) (.+)|(?:sesion|continuar|acceder|entrar|ingresar) (?:con|com|mediante) (.+)|(.+?)(?:で|アカウントで)(?:ログイン|続行|サインイン|続ける)/;
const noProvider =
  /e-?mail|password|passw|phone|passkey|security key|\bqr\b|code|link|kennwort|mot de passe|telephone|courriel|contrasena|correo|telefono|メール|パスワード|電話|パスキー|one-time|username|user name|account$/;
const authPath = /oauth|openid|saml|sso|\/auth(?!ors?\b)|login|signin|connect|identity/i;
const mail = /(?<![\p{L}\p{N}._%+*•·-])[\p{L}\p{N}._%+*•·-]+@[\p{L}\p{N}*•·-]+(?:\.[\p{L}\p{N}*•·-]+)+/u;
const masked =
  /(?<![\p{L}\p{N}._%+*•·…-])[\p{L}\p{N}._%+-]*[*•·…][\p{L}\p{N}._%+*•·…-]*@[\p{L}\p{N}.*•·-]+|\+?[\d ()-]*[*•·xX]{2}[\d ()*•·xX-]*\d|(?:ending (?:in|with)|endet auf|se terminant par|termina en|末尾が?) ?\d{2,4}/u;
const signInMethods =
  /\bpassword\b|\bcode\b|\blink\b|\bqr\b|\be-?mail\b|\bphone\b|passwort|kennwort|mot de passe|courriel|lien|contrasena|codigo|correo|enlace|パスワード(?:で|を(?:使|入力))|コード(?:で|を(?:使|入力|送|受))|リンク(?:で|を.{0,6}(?:送|受))|メール(?:アドレス)?(?:で|に|を.{0,6}送)|電話(?:番号)?で/;
/** Words of choosing or sending, which a link of the site's navigation lacks. */
const leads =
  /\buse\b|\bwith\b|\binstead\b|\bsign(?:ing)?[- ]?(?:in|on)\b|\blog(?:ging)?[- ]?(?:in|on)\b|\bsend\b|e-?mail me|\btext me\b|\bmit\b|stattdessen|senden|avec|plutot|envoy|\bcon\b|usar|enviar|使|で|送/;
/** A one-time password that is not sent. Only a page of second factors means the app by it. */
const bareOtp =
  /^(?!.*(?:\bsms\b|mail|phone|\btext\b|\bcall\b|whatsapp|\bsen[dt]\b)).*\b(?:otp|one[- ]?time password)\b/;

const factors: readonly (readonly [MfaType, Pick<Words, "test">])[] = [
  ["switch", OTHER_METHOD],
  ["passkey", PASSKEY],
  ["totp", AUTHENTICATOR],
  ["totp", bareOtp],
  ["push", /\bpush\b|notification|approve (?:on|in|a request)|benachrichtigung|notificacion|通知/],
  ["call", /\bcall\b|voice|\banruf|anrufen|appel|llamada|llamar|音声|電話で|通話/],
  [
    "sms",
    /\bsms\b|\btext\b|text message|mobile|\bphone\b|textnachricht|telefon|message texte|mensaje|telefono|ショートメッセージ|電話番号/,
  ],
  ["sms", PHONE],
  ["email", EMAIL],
  ["password", PASSWORD],
  ["other", RECOVERY_CODE],
];

/** Label of a button: the first of its lines. */
export function buttonLabel({ texts, ariaLabel, title }: RawButton): string {
  return pageText(firstText(texts[0] ?? "", ariaLabel, title));
}

/** Lines of a button below its label. */
export function buttonDescription({ texts }: RawButton): string | undefined {
  return pageText(texts.slice(1).join(" · ")) || undefined;
}

export function isLogout(button: RawButton): boolean {
  const label = folded(`${button.texts.join(" ")} ${button.ariaLabel} ${button.title}`);
  if (label.length > 60) return false;
  return LOG_OUT.test(label) || (button.href !== "" && /\/(?:log|sign)[-_]?(?:out|off)\b/i.test(button.href));
}

/** True for a control that opens a login: "Log in", and not "Log in with …". */
export function isTrigger(button: RawButton): boolean {
  const label = folded(buttonLabel(button));
  if (label.length > 40 || !LOG_IN.test(label) || HELPER.test(label) || PAST_LOGIN.test(label)) return false;
  return !withProvider.test(label) && !PASSKEY.test(label) && providerOf(button, label) === undefined;
}

/** Kind of a choice; undefined for a control that does not continue the login, such as "Forgot password?". */
export function maskedDestination(button: RawButton): string | undefined {
  return masked.exec(pageText(button.texts.join(" ")))?.[0].trim() || undefined;
}

/** A choice beside a form leads to another method of the same login; anything else is part of the site. */
export function choiceFacts(button: RawButton, context: ChoiceContext): ChoiceFacts | undefined {
  const all = folded(pageText(button.texts.join(" "), 600) || buttonLabel(button));
  const label = folded(buttonLabel(button));
  if (label === "" || all.length > 400 || isLogout(button) || isSearch(button, label)) return undefined;
  const provider = providerOf(button, label);
  if (provider !== undefined) return { kind: "sso_provider", provider };
  if (RESEND.test(label)) return { kind: "other" };
  if (isAccount(button, all, context)) return { kind: "account" };
  const mfaType = factors.find(([, words]) => words.test(all))?.[0];
  if (mfaType && isFactor(button, all, context)) return { kind: "mfa_method", mfaType };
  if (HELPER.test(label)) return undefined;
  if (PASSKEY.test(label) || OTHER_METHOD.test(label)) return { kind: "sign_in_method" };
  if (context.hasForm) {
    const isBeside = button.type !== "radio" && label.length <= MAX_BESIDE && namesMethod(label);
    return isBeside ? { kind: "sign_in_method" } : undefined;
  }
  if (AGREE.test(label) || NEXT.test(label)) return { kind: "continue" };
  if (leadsToMethod(button, label)) return { kind: "sign_in_method" };
  return isControl(button) || DECLINE.test(label) ? { kind: "other" } : undefined;
}

/** True for a label that says by which way to log in: "Use your phone", and not "Phone". */
function namesMethod(label: string): boolean {
  return SIGN_IN_METHOD.test(label) || (leads.test(label) && signInMethods.test(label));
}

/** True for a way of the login without a form beside it. A link needs more signs, because the site's navigation has links. */
function leadsToMethod(button: RawButton, label: string): boolean {
  if (/^(?:mailto|tel):/.test(button.href)) return false;
  if (namesMethod(label)) return true;
  return signInMethods.test(label) && (isControl(button) || authPath.test(button.href));
}

/** True for a control that searches the site. */
function isSearch({ className, id, name }: RawButton, label: string): boolean {
  return SEARCH.test(label) || /(?:^|[\s_-])search(?:$|[\s_-])/i.test(`${id} ${name} ${className}`);
}

function providerOf(button: RawButton, label: string): string | undefined {
  if (label.length > 100) return undefined;
  const groups = withProvider.exec(label)?.slice(1) ?? [];
  const named = (groups.find((name) => name !== undefined) ?? providerInTemplate(label))?.trim();
  if (named !== undefined && !isMethod(named)) {
    const known = providers.exec(named)?.[1];
    if (known !== undefined) return known === "saml" || known === "openid" ? "sso" : known;
    return SINGLE_SIGN_ON.test(named) ? "sso" : named.replace(/^(?:your|my|a|an|the) /, "").slice(0, 40);
  }
  if (SINGLE_SIGN_ON.test(label)) return "sso";
  // The word order of other languages is not known: a name beside "log in" is a provider.
  if (LOG_IN.testPhrases(label) || NEXT.testPhrases(label)) return providers.exec(label)?.[1];
  // A name without other words is a provider if the control leads to a login; otherwise it links to a profile on that
  // site.
  const alone = providers.exec(label.length <= 20 ? label : "")?.[1];
  const signs = `${button.className} ${button.id} ${button.name} ${button.data}`;
  if (alone === undefined || (button.href !== "" && !authPath.test(button.href))) return undefined;
  return button.href !== "" || authPath.test(signs) || /social|provider/i.test(signs) ? alone : undefined;
}

/** True for a name that is a way of the login, and not a provider: "Continue with email". */
function isMethod(name: string): boolean {
  return [noProvider, EMAIL, PHONE, PASSWORD, PASSKEY].some((words) => words.test(name));
}

function isAccount(button: RawButton, words: string, context: ChoiceContext): boolean {
  if (OTHER_ACCOUNT.test(words)) return true;
  if (context.asksPassword || context.hasForm || button.href.startsWith("mailto:")) return false;
  const address = mail.exec(words)?.[0];
  if (address !== undefined && !context.secondFactor && !/[*•·]/.test(address)) return true;
  const isOther = [AGREE, NEXT, DECLINE, HELPER].some((other) => other.test(words));
  if (!context.choosesAccount || isOther) return false;
  return isControl(button) || /account|login|user/i.test(button.href) || answersPage(button.href, context.url);
}

/** True for a link to the page itself with another query, such as `?source=staff`, which does not only change its look. */
function answersPage(href: string, page: string | undefined): boolean {
  if (page === undefined || !URL.canParse(href) || !URL.canParse(page)) return false;
  const [to, from] = [new URL(href), new URL(page)];
  if (to.origin !== from.origin || to.pathname !== from.pathname) return false;
  const changed = [...to.searchParams].filter(([name, value]) => from.searchParams.get(name) !== value);
  return changed.length > 0 && !changed.some(([name]) => PREFERENCE.test(name.toLowerCase()));
}

/** @param words all texts of the button */
function isFactor(button: RawButton, words: string, context: ChoiceContext): boolean {
  if (context.asksPassword || button.href.startsWith("mailto:") || button.href.startsWith("tel:")) return false;
  return context.secondFactor || button.type === "radio" || AUTHENTICATOR.test(words);
}

/** True for an element that is made to be pressed, as opposed to a link of the site. */
function isControl({ tag, role, type }: RawButton): boolean {
  return tag === "button" || tag === "input" || /^(?:button|option|menuitem|radio)$/.test(role) || type === "submit";
}
