/**
 * Words of login pages: patterns for English, German, French, Spanish and Japanese, and phrases of many languages. Texts
 * are compared in lower case, without accents and with single spaces (see {@link folded}), so that the patterns have no
 * accents.
 */
import { loginWords } from "./login-words.ts";
import { phrasePattern } from "./phrases.ts";

export { folded } from "./phrases.ts";

/** Term of the generated phrases. */
export type Term = Exclude<keyof typeof loginWords, "withProvider">;

/** Maximum length of the label of a control that is compared with phrases, in characters. */
const MAX_LABEL = 60;

/** Test of a folded text. */
export interface Words {
  test(text: string): boolean;
  /** True for words of the pattern, as for names of a program, which are mostly English. */
  testPattern(text: string): boolean;
  /** True for a phrase in a text without words of the pattern: mostly of a language that the pattern does not know. */
  testPhrases(text: string): boolean;
}

/** Place of a phrase in a text: anywhere; in the label of a control, which is short; or as the whole label. */
type Place = "text" | "label" | "whole label";

/**
 * Words of one meaning: a pattern for five languages, and the phrases of generated terms. A phrase does not count within
 * a longer phrase of another term: "sign in" in "sign in with another method". Patterns are compiled by the first test
 * that needs them.
 */
class TermWords implements Words {
  readonly #pattern: RegExp | undefined;
  readonly #terms: readonly Term[];
  readonly #place: Place;
  #phrases?: RegExp;
  #longer?: RegExp;

  constructor(place: Place, terms: readonly Term[], pattern?: RegExp) {
    this.#pattern = pattern;
    this.#terms = terms;
    this.#place = place;
  }

  test(text: string): boolean {
    return this.testPattern(text) || this.testPhrases(text);
  }

  testPattern(text: string): boolean {
    return this.#pattern?.test(text) === true;
  }

  testPhrases(text: string): boolean {
    if (this.testPattern(text)) return false;
    if (this.#place !== "text" && text.length > MAX_LABEL) return false;
    this.#phrases ??= phrasePattern(this.#terms.flatMap(phrasesOf), this.#place === "whole label" ? "whole" : "within");
    if (!this.#phrases.test(text)) return false;
    if (this.#place !== "label") return true;
    this.#longer ??= this.#findLonger(this.#phrases);
    return this.#phrases.test(text.replace(this.#longer, " "));
  }

  #findLonger(phrases: RegExp): RegExp {
    const others = (Object.keys(loginWords) as (keyof typeof loginWords)[]).filter(
      (term): term is Term => term !== "withProvider" && !this.#terms.includes(term),
    );
    const own = new Set(this.#terms.flatMap(phrasesOf));
    const longer = others.flatMap(phrasesOf).filter((phrase) => phrases.test(phrase) && !own.has(phrase));
    return phrasePattern(longer, "within", "gu");
  }
}

function phrasesOf(term: Term): string[] {
  return loginWords[term].split("|");
}

/** Asks who the user is. */
export const IDENTIFIER: Words = new TermWords(
  "text",
  ["identifier"],
  /user|login|log in|e-?mail|account|member|customer|\bhandle\b|benutzer|anmeldename|kennung|konto|kundennummer|identifiant|utilisateur|courriel|adresse mail|compte|usuario|correo|cuenta|cliente|ユーザー|ユーザ名|メール|アカウント|ログイン ?id|会員|お客様番号/,
);

export const PASSWORD: Words = new TermWords(
  "text",
  ["password"],
  /passw|passwd|\bpwd\b|kennwort|mot de passe|contrasena|clave|パスワード|暗証/,
);

/**
 * List that changes only the look of a page. Its label is often just the name of the language, so that `name` and `id`
 * are tested too.
 */
export const PREFERENCE = /\blang|locale|language|theme|time ?zone|currency|sprache|langue|idioma|言語/;

/** Asks for a one-time code. */
export const CODE: Words = new TermWords(
  "text",
  ["oneTimeCode"],
  /\botp\b|totp|one[- ]?time|\b2fa\b|\bmfa\b|two[- ]?factor|2[- ]?step|second factor|verification code|security code|auth\w* code|passcode|\bcode\b|\btoken\b|\bpin\b|\btan\b|einmal|bestatigungscode|sicherheitscode|code de (?:verification|securite|validation)|codigo|認証コード|確認コード|セキュリティ ?コード|ワンタイム|認証番号|コード/,
);

/** A code that is not part of a login. */
export const OTHER_CODE: Words = new TermWords(
  "text",
  ["otherCode"],
  /postal|post ?code|zip|postleitzahl|promo|coupon|voucher|gutschein|gift|country|region|area|discount|rabatt|referral|invite|code postal|codigo postal|郵便/,
);

/** Label of a control that logs in. */
export const LOG_IN: Words = new TermWords(
  "label",
  ["logIn"],
  /\blog ?-?in\b|\blog ?-?on\b|\bsign ?-?in\b|\bsign ?-?on\b|anmelden|einloggen|\bse connecter\b|s'identifier|\bconnexion\b|iniciar sesion|\binicia sesion\b|\bacceder\b|\bentrar\b|\bingresar\b|ログイン|サインイン|ログオン/,
);

/** Label of a control that shows past logins, or settings for them. */
export const PAST_LOGIN =
  /\b(?:log|sign)[ -]?(?:in|on) (?:history|activity|attempts?|logs?|events?|records?|alerts?|settings|statistics)\b|\b(?:last|recent|previous|failed) (?:log|sign)[ -]?(?:in|on)s?\b|\bderniere connexion\b|\bhistorique de connexion\b/;

/** Label of a control that leads to the next step. */
export const NEXT: Words = new TermWords(
  "label",
  ["nextStep"],
  /\bnext\b|\bcontinue\b|\bverify\b|\bconfirm\b|\bproceed\b|\bunlock\b|\benter\b|\bweiter\b|fortfahren|bestatigen|\bprufen\b|\bsuivant\b|continuer|valider|verifier|confirmer|siguiente|continuar|verificar|confirmar|次へ|続行|続ける|確認|認証|進む/,
);

/** Label of a control that agrees, permits or dismisses. */
export const AGREE: Words = new TermWords(
  "whole label",
  ["agree"],
  /^(?:ok|okay|yes|allow|accept|approve|authorize|authorise|agree|i agree|i understand|got it|done|close|skip|not now|maybe later|later|stay signed in|grant|permit|ja|zulassen|erlauben|akzeptieren|zustimmen|verstanden|schliessen|uberspringen|spater|oui|autoriser|accepter|d'accord|fermer|ignorer|plus tard|si|permitir|aceptar|autorizar|de acuerdo|cerrar|omitir|ahora no|はい|許可|許可する|同意|同意する|承認|了解|閉じる|スキップ|後で)\b|\b(?:allow|accept|approve|authorize|authorise)\b(?! all)|はい|許可|同意/,
);

/** Label of a control that leads back or declines. */
export const DECLINE: Words = new TermWords(
  "whole label",
  ["decline"],
  /^(?:no|cancel|back|deny|decline|reject|abbrechen|zuruck|nein|ablehnen|annuler|retour|non|refuser|cancelar|atras|volver|rechazar|キャンセル|戻る|いいえ|拒否)\b|キャンセル|戻る|いいえ|拒否/,
);

/** Label of a control that sends a code or a message once more. */
export const RESEND: Words = new TermWords(
  "label",
  ["resend"],
  /resend|send (?:it |the code |a code )?again|new code|erneut senden|neuen code|renvoyer|reenviar|volver a enviar|再送/,
);

export const LOG_OUT: Words = new TermWords(
  "label",
  ["logOut"],
  /\blog ?-?out\b|\blog ?-?off\b|\bsign ?-?out\b|\bsign ?-?off\b|abmelden|ausloggen|deconnexion|se deconnecter|cerrar sesion|\bsalir\b|ログアウト|サインアウト|ログオフ/,
);

/** Marks forms and buttons that are not part of a login. */
export const NOT_LOGIN: Words = new TermWords(
  "label",
  ["notLogin", "search"],
  /subscri|newsletter|\bsearch\b|\bregister\b|registration|\bsign ?-?up\b|create (?:[\w.]+ ){0,3}account|\bjoin\b|\bsave\b|\bupdate\b|\bapply\b|\bcontact\b|\bcomment|abonnieren|\bsuche|registrier|konto erstellen|speichern|rechercher|s'inscrire|s'abonner|inscription|creer un compte|enregistrer|sauvegarder|buscar|suscrib|registrar|crear (?:una )?cuenta|guardar|検索|登録|購読|保存|新規/,
);

/** Label of a control beside a form that helps, and neither submits nor continues. */
export const HELPER: Words = new TermWords(
  "label",
  ["helper"],
  /forgot|reset|recover|lost|trouble|\bhelp\b|show|hide|reveal|\bterms\b|privacy|language|vergessen|zurucksetzen|anzeigen|\bhilfe\b|datenschutz|oublie|afficher|reinitialiser|aide|confidentialite|olvid|mostrar|restablecer|ayuda|privacidad|忘れ|表示|ヘルプ|プライバシー/,
);

/** The page asks to choose one of several accounts, or by which organization or source to log in. */
export const CHOOSE_ACCOUNT: Words = new TermWords(
  "text",
  ["chooseAccount"],
  /(?:choose|select|pick)\b.{0,30}\b(?:account|organi[sz]ation|institution|identity provider|authentication source|tenant|workspace|realm)|which account|(?:konto|organisation|einrichtung|anmeldequelle|mandanten) (?:aus)?wahlen|(?:choisi\w*|selectionn\w*)\b.{0,20}\b(?:compte|organisation|etablissement|fournisseur d'identite)|(?:elige|elegir|selecciona\w*|escoge)\b.{0,20}\b(?:cuenta|organizacion|institucion|proveedor de identidad)|(?:アカウント|組織|所属機関)を?(?:の)?選択|アカウントを選|^(?=.*(?:\blog(?:ging)? ?-?in\b|\bsign(?:ing)? ?-?in\b|authenticat)).*(?:choose|select|pick)\b.{0,30}\b(?:source|server|directory|database|provider|school|university)\b/,
);

export const OTHER_ACCOUNT =
  /(?:use )?(?:another|a different|different|other) account|anderes konto|autre compte|otra cuenta|別のアカウント|他のアカウント/;

/** The page is about a second factor. */
export const SECOND_FACTOR: Words = new TermWords(
  "text",
  ["secondFactor"],
  /two[- ]?(?:factor|step)|2[- ]?step|\b2fa\b|\bmfa\b|multi[- ]?factor|second factor|verif(?:y|ication) (?:method|your identity|it's you|that it's you)|how (?:do you want|would you like|should we).{0,30}(?:code|verif|confirm)|zwei[- ]?faktor|zweiter faktor|zweistufig|bestatigungsmethode|identitat bestatigen|double authentification|deux (?:facteurs|etapes)|verifi\w+ (?:votre|de l')identite|dos (?:factores|pasos)|verific\w+ (?:tu|su) identidad|(?:二|2) ?段階|二要素|多要素|本人確認/,
);

/** The page waits for a decision on another device. */
export const PUSH =
  /(?:approve|confirm|accept|tap|check)\b.{0,60}\b(?:phone|device|app|notification|mobile)|(?:notification|push|request) (?:was |has been )?sent|we(?:'ve| have)? sent a (?:push|notification)|bestatigen sie.{0,60}(?:telefon|gerat|app|handy)|(?:benachrichtigung|push).{0,40}gesendet|(?:approuve|confirme|valide)\w*.{0,60}(?:telephone|appareil|application|mobile)|notification envoyee|(?:aprueb|confirm)\w*.{0,60}(?:telefono|dispositivo|aplicacion|movil)|notificacion enviada|(?:スマートフォン|デバイス|アプリ|端末).{0,30}(?:承認|確認|許可)|通知を送信/;

/** The page waits for a link in a message. */
export const MAILED_LINK: Words = new TermWords(
  "text",
  ["mailedLink"],
  /check your (?:e-?mail|inbox)|(?:magic|sign-?in|log-?in) link|(?:e-?mailed|sent) you a link|link (?:was |has been )?sent|link.{0,30}(?:gesendet|geschickt)|prufen sie ihr(?:e|en)? (?:e-?mail|posteingang)|(?:consultez|verifiez) votre (?:boite|messagerie|e-?mail)|lien.{0,20}envoye|(?:revisa|consulta|comprueba) tu (?:correo|bandeja|e-?mail)|enlace.{0,20}enviado|メールを(?:ご)?確認|リンクを.{0,10}送/,
);

/** The page waits for a passkey or a security key. */
export const PASSKEY_WAIT =
  /(?:insert|touch|tap|use|connect|plug in) your (?:security key|passkey|yubikey)|waiting for (?:your )?(?:passkey|security key)|windows hello|sicherheitsschlussel (?:einstecken|beruhren|verwenden)|cle de securite|llave de seguridad|セキュリティ ?キー|パスキーを使用/;

export const CAPTCHA =
  /captcha|not a robot|are you human|kein roboter|pas un robot|no soy un robot|ロボットではありません/;

export const SEARCH: Words = new TermWords(
  "whole label",
  ["search"],
  /^(?:search|suchen?|recherche|rechercher|buscar|busqueda|検索)$/,
);

/** Label of a control that sends a form. */
export const SUBMIT: Words = new TermWords("label", ["submit"], /submit|send|senden|envoyer|enviar|送信/);

export const NEW_PASSWORD: Words = new TermWords(
  "text",
  ["newPassword"],
  /\bnew\b|\b(?:create|choose|pick)\b|confirm|repeat|neues|wahlen|choisi|\bcre[ae]r\b|elige|elegir|wiederholen|nouveau|confirmer|nueva|repetir|新しい|再入力/,
);

/** Asks for a fact about a person that a registration needs and a login mostly does not. */
export const PERSONAL =
  /\b(?:first|last|given|family|full|middle) ?name|\bsurname|^(?:your )?name\b(?! ?\()|\bbirth|\bgender\b|\bcity\b|\bstreet\b|\bzip\b|postal|post ?code|\bcountry\b|vorname|nachname|geburt|prenom|nom de famille|naissance|\bville\b|\bnombre\b(?! de usuario)|apellido|nacimiento|ciudad|^[\s\p{P}]*имя[\s\p{P}]*$|фамилия|姓|氏名|^[\s\p{P}]*名[\s\p{P}]*$|生年月日|住所/u;

export const PHONE: Words = new TermWords(
  "text",
  ["phone"],
  /phone|\bmobile\b|telefon|handy|telephone|movil|携帯|電話/,
);

export const EMAIL: Words = new TermWords("text", ["email"], /e-?mail|inbox|postfach|courriel|correo|メール/);

/** Names an app that computes one-time codes. */
export const AUTHENTICATOR: Words = new TermWords(
  "text",
  ["authenticatorApp"],
  /authenticator|authenticat(?:ion|or) app|\btotp\b|google auth|authy|\bapp code|\b(?:otp|one[- ]?time password)[- ]app|(?:code|password|token)\b.{0,40}\b(?:from|in|by|of|on|with)\b.{0,30}\bapp(?:lication)?\b|authentifizierungs|authentifikator|application d'authentification|aplicacion de autenticacion|autenticador|認証アプリ|認証システム/,
);

export const RECOVERY_CODE: Words = new TermWords(
  "text",
  ["recoveryCode"],
  /recovery|backup code|wiederherstellung|ersatzcode|code de (?:secours|recuperation)|recuperacion|リカバリ|バックアップ/,
);

export const PASSKEY: Words = new TermWords(
  "text",
  ["passkey"],
  /passkey|security key|webauthn|\bfido|yubikey|windows hello|touch ?id|face ?id|sicherheitsschlussel|cle de securite|llave de seguridad|セキュリティ ?キー|パスキー/,
);

/** Leads to other ways of the same login. */
export const OTHER_METHOD: Words = new TermWords(
  "text",
  ["otherMethod"],
  /(?:another|other|different|more) (?:way|method|option)|try another|different method|andere (?:methode|option|moglichkeit)|anderen weg|autre (?:methode|moyen|facon|option)|otr[oa] (?:metodo|forma|manera|opcion)|別の方法|他の方法|その他の方法/,
);

/** Label of a control that leads to a certain way of the login. */
export const SIGN_IN_METHOD: Words = new TermWords("label", ["signInMethod"]);

export const SINGLE_SIGN_ON: Words = new TermWords(
  "label",
  ["singleSignOn"],
  /\bsso\b|single sign[- ]?on|\bsaml\b|identity provider|company (?:login|account)|work account|unternehmens|organisation|シングルサインオン/,
);

/** Sentence that says why a login failed. */
export const REFUSAL: Words = new TermWords("text", ["refusal"]);

let providerTemplates: RegExp | undefined;

/** Name of the provider in a label such as "Continue with …". */
export function providerInTemplate(label: string): string | undefined {
  providerTemplates ??= new RegExp(
    `^(?:${loginWords.withProvider
      .split("|")
      .map((text) => text.replace(/ ?\* ?/, (place) => place.replaceAll(" ", " ?").replace("*", "(.+?)")))
      .join("|")})$`,
    "u",
  );
  return providerTemplates
    .exec(label)
    ?.slice(1)
    .find((name) => name !== undefined);
}
