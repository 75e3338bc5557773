import type { RawButton } from "../../../login-reader/raw-frame.ts";
import type { ChoiceKind, MfaType } from "./page-facts.ts";
import { firstText, pageText } from "./page-text.ts";
import { AGREE, DECLINE, folded, HELPER, LOG_IN, LOG_OUT, NEXT, OTHER_ACCOUNT, RESEND } from "./words.ts";

/** State of the page that decides between kinds of choices. */
export interface ChoiceContext {
  readonly choosesAccount: boolean;
  readonly secondFactor: boolean;
  readonly asksPassword: boolean;
  readonly hasForm: boolean;
}

/** Kind of a choice, and the facts of that kind. */
export interface ChoiceFacts {
  readonly kind: ChoiceKind;
  readonly provider?: string;
  readonly mfaType?: MfaType;
}

const providers =
  /\b(google|github|gitlab|bitbucket|microsoft|azure|entra|office 365|apple|facebook|meta|twitter|linkedin|slack|okta|auth0|onelogin|keycloak|amazon|discord|yahoo|paypal|dropbox|steam|twitch|spotify|salesforce|atlassian|adobe|zoom|openid|saml|orcid|line|kakao|naver|wechat|vk|yandex|franceconnect|x)\b/;
const singleSignOn =
  /\bsso\b|single sign[- ]?on|\bsaml\b|identity provider|company (?:login|account)|work account|unternehmens|organisation|シングルサインオン/;
/** "Continue with …", "Mit … anmelden", "Se connecter avec …", "Continuar con …", "…でログイン". */
const withProvider =
  /(?:sign|log|continue|connect|proceed)\w*(?: ?-?(?:in|on|up))? (?:with|via|using|through) (.+)|(?:mit|uber) (.+?) (?:anmelden|einloggen|fortfahren|weiter)|(?:weiter|anmelden|fortfahren|anmeldung) (?:mit|uber) (.+)|(?:connecter|connexion|continuer|identifier) (?:avec|via) (.+)|(?:sesion|continuar|acceder|entrar|ingresar) (?:con|mediante) (.+)|(.+?)(?:で|アカウントで)(?:ログイン|続行|サインイン|続ける)/;
const noProvider =
  /e-?mail|password|passw|phone|passkey|security key|\bqr\b|code|link|kennwort|mot de passe|telephone|courriel|contrasena|correo|telefono|メール|パスワード|電話|パスキー|one-time|username|user name|account$/;
const authPath = /oauth|openid|saml|sso|\/auth|login|signin|connect|identity/i;
const mail = /[\p{L}\p{N}._%+*•·-]+@[\p{L}\p{N}*•·-]+(?:\.[\p{L}\p{N}*•·-]+)+/u;
const masked =
  /[\p{L}\p{N}._%+*•·-]*[*•·…]{1,}[\p{L}\p{N}._%+*•·-]*@[\p{L}\p{N}.*•·-]+|\+?[\d ()-]*[*•·xX]{2,}[\d ()*•·xX-]*\d+|[*•·]{2,} ?\d+|(?:ending (?:in|with)|endet auf|se terminant par|termina en|末尾が?) ?\d{2,4}/u;
const passkey =
  /passkey|security key|webauthn|\bfido|yubikey|windows hello|touch ?id|face ?id|sicherheitsschlussel|cle de securite|llave de seguridad|セキュリティ ?キー|パスキー/;
const switches =
  /(?:another|other|different|more) (?:way|method|option)|try another|different method|andere (?:methode|option|moglichkeit)|anderen weg|autre (?:methode|moyen|facon|option)|otr[oa] (?:metodo|forma|manera|opcion)|別の方法|他の方法|その他の方法/;
const signInMethods =
  /\bpassword\b|\bcode\b|\blink\b|\bqr\b|\be-?mail\b|\bphone\b|passwort|kennwort|mot de passe|courriel|lien|contrasena|codigo|correo|enlace|パスワード|コード|リンク|メール|電話/;

const factors: readonly (readonly [MfaType, RegExp])[] = [
  ["switch", switches],
  ["passkey", passkey],
  [
    "totp",
    /authenticator|authentication app|\btotp\b|google auth|authy|app code|code (?:from|of) (?:the|your|an) .*app|authentifizierungs|authentifikator|application d'authentification|aplicacion de autenticacion|autenticador|認証アプリ|認証システム/,
  ],
  ["push", /\bpush\b|notification|approve (?:on|in|a request)|benachrichtigung|notificacion|通知/],
  ["call", /\bcall\b|voice|\banruf|anrufen|appel|llamada|llamar|音声|電話で|通話/],
  [
    "sms",
    /\bsms\b|\btext\b|text message|mobile|\bphone\b|textnachricht|telefon|message texte|mensaje|telefono|ショートメッセージ|電話番号/,
  ],
  ["email", /e-?mail|courriel|correo|メール/],
  ["password", /password|passwort|kennwort|mot de passe|contrasena|パスワード/],
  [
    "other",
    /recovery|backup code|wiederherstellung|ersatzcode|code de (?:secours|recuperation)|recuperacion|リカバリ|バックアップ/,
  ],
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
  return label.length <= 40 && LOG_IN.test(label) && !withProvider.test(label) && !HELPER.test(label);
}

/** Kind of a choice; undefined for a control that does not continue the login, such as "Forgot password?". */
export function maskedDestination(button: RawButton): string | undefined {
  return masked.exec(pageText(button.texts.join(" ")))?.[0].trim() || undefined;
}

/** A choice beside a form leads to another method of the same login; anything else is part of the site. */
export function choiceFacts(button: RawButton, context: ChoiceContext): ChoiceFacts | undefined {
  const all = folded(pageText(button.texts.join(" "), 600) || buttonLabel(button));
  const label = folded(buttonLabel(button));
  if (label === "" || all.length > 400 || isLogout(button)) return undefined;
  const provider = providerOf(button, label);
  if (provider !== undefined) return { kind: "sso_provider", provider };
  if (RESEND.test(label)) return { kind: "other" };
  if (isAccount(button, all, context)) return { kind: "account" };
  const mfaType = factors.find(([, words]) => words.test(all))?.[0];
  if (mfaType && isFactor(button, mfaType, context)) return { kind: "mfa_method", mfaType };
  if (HELPER.test(label)) return undefined;
  if (passkey.test(label) || switches.test(label)) return { kind: "sign_in_method" };
  if (context.hasForm) return signInMethod(button, label);
  if (AGREE.test(label) || NEXT.test(label)) return { kind: "continue" };
  if (signInMethods.test(label) && !button.href.startsWith("mailto:")) return { kind: "sign_in_method" };
  return isControl(button) || DECLINE.test(label) ? { kind: "other" } : undefined;
}

/** A choice beside a form leads to another way of the same login; anything else is part of the site. */
function signInMethod(button: RawButton, label: string): ChoiceFacts | undefined {
  if (button.type === "radio" || label.length > 60) return undefined;
  const leads =
    /\buse\b|\bwith\b|\binstead\b|sign|log|send|e-?mail me|\btext me\b|\bmit\b|stattdessen|senden|avec|plutot|envoy|\bcon\b|usar|enviar|使用|で|送/.test(
      label,
    );
  return leads && signInMethods.test(label) ? { kind: "sign_in_method" } : undefined;
}

function providerOf(button: RawButton, label: string): string | undefined {
  if (label.length > 100) return undefined;
  const groups = withProvider.exec(label)?.slice(1) ?? [];
  const named = groups.find((name) => name !== undefined)?.trim();
  if (named !== undefined && !noProvider.test(named)) {
    const known = providers.exec(named)?.[1];
    if (known !== undefined) return known === "saml" || known === "openid" ? "sso" : known;
    return singleSignOn.test(named) ? "sso" : named.replace(/^(?:your|my|a|an|the) /, "").slice(0, 40);
  }
  if (singleSignOn.test(label)) return "sso";
  // A name without other words is a provider if the control leads to a login; otherwise it links to a profile on that
  // site.
  const alone = providers.exec(label.length <= 20 ? label : "")?.[1];
  const signs = `${button.className} ${button.id} ${button.name} ${button.data}`;
  if (alone === undefined || (button.href !== "" && !authPath.test(button.href))) return undefined;
  return button.href !== "" || authPath.test(signs) || /social|provider/i.test(signs) ? alone : undefined;
}

function isAccount(button: RawButton, words: string, context: ChoiceContext): boolean {
  if (OTHER_ACCOUNT.test(words)) return true;
  if (context.asksPassword || context.hasForm || button.href.startsWith("mailto:")) return false;
  const address = mail.exec(words)?.[0];
  if (address !== undefined && !context.secondFactor && !/[*•·]/.test(address)) return true;
  const leads = AGREE.test(words) || NEXT.test(words) || DECLINE.test(words) || HELPER.test(words);
  return context.choosesAccount && !leads && (isControl(button) || /account|login|user/i.test(button.href));
}

function isFactor(button: RawButton, mfaType: MfaType, context: ChoiceContext): boolean {
  if (context.asksPassword || button.href.startsWith("mailto:") || button.href.startsWith("tel:")) return false;
  return context.secondFactor || button.type === "radio" || mfaType === "totp";
}

/** True for an element that is made to be pressed, as opposed to a link of the site. */
function isControl({ tag, role, type }: RawButton): boolean {
  return tag === "button" || tag === "input" || /^(?:button|option|menuitem|radio)$/.test(role) || type === "submit";
}
