/**
 * Words of login pages in English, German, French, Spanish and Japanese. Texts are compared in lower case, without
 * accents and with single spaces (see {@link folded}), so that the patterns have no accents.
 */

/** Text in the form that the patterns of this file expect. */
export function folded(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Script=Latin}\p{Mn}+/gu, (letters) => letters.replace(/\p{Mn}/gu, ""))
    .normalize("NFC")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim();
}

/** Asks who the user is. */
export const IDENTIFIER =
  /user|login|log in|e-?mail|account|member|customer|\bhandle\b|benutzer|anmeldename|kennung|konto|kundennummer|identifiant|utilisateur|courriel|adresse mail|compte|usuario|correo|cuenta|cliente|ユーザー|ユーザ名|メール|アカウント|ログイン ?id|会員|お客様番号/;

export const PASSWORD = /passw|passwd|\bpwd\b|kennwort|mot de passe|contrasena|clave|パスワード|暗証/;

/**
 * List that changes only the look of a page. Its label is often just the name of the language, so that `name` and `id`
 * are tested too.
 */
export const PREFERENCE = /\blang|locale|language|theme|time ?zone|currency|sprache|langue|idioma|言語/;

/** Asks for a one-time code. */
export const CODE =
  /\botp\b|totp|one[- ]?time|\b2fa\b|\bmfa\b|two[- ]?factor|2[- ]?step|second factor|verification code|security code|auth\w* code|passcode|\bcode\b|\btoken\b|\bpin\b|\btan\b|einmal|bestatigungscode|sicherheitscode|code de (?:verification|securite|validation)|codigo|認証コード|確認コード|セキュリティ ?コード|ワンタイム|認証番号|コード/;

/** A code that is not part of a login. */
export const OTHER_CODE =
  /postal|post ?code|zip|postleitzahl|promo|coupon|voucher|gutschein|gift|country|region|area|discount|rabatt|referral|invite|code postal|codigo postal|郵便/;

/** Label of a control that logs in. */
export const LOG_IN =
  /\blog ?-?in\b|\blog ?-?on\b|\bsign ?-?in\b|\bsign ?-?on\b|anmelden|einloggen|\bse connecter\b|s'identifier|\bconnexion\b|iniciar sesion|\binicia sesion\b|\bacceder\b|\bentrar\b|\bingresar\b|ログイン|サインイン|ログオン/;

/** Label of a control that leads to the next step. */
export const NEXT =
  /\bnext\b|\bcontinue\b|\bverify\b|\bconfirm\b|\bproceed\b|\bunlock\b|\benter\b|\bweiter\b|fortfahren|bestatigen|\bprufen\b|\bsuivant\b|continuer|valider|verifier|confirmer|siguiente|continuar|verificar|confirmar|次へ|続行|続ける|確認|認証|進む/;

/** Label of a control that agrees, permits or dismisses. */
export const AGREE =
  /^(?:ok|okay|yes|allow|accept|approve|authorize|authorise|agree|i agree|i understand|got it|done|close|skip|not now|maybe later|later|stay signed in|grant|permit|ja|zulassen|erlauben|akzeptieren|zustimmen|verstanden|schliessen|uberspringen|spater|oui|autoriser|accepter|d'accord|fermer|ignorer|plus tard|si|permitir|aceptar|autorizar|de acuerdo|cerrar|omitir|ahora no|はい|許可|許可する|同意|同意する|承認|了解|閉じる|スキップ|後で)\b|\b(?:allow|accept|approve|authorize|authorise)\b(?! all)|はい|許可|同意/;

/** Label of a control that leads back or declines. */
export const DECLINE =
  /^(?:no|cancel|back|deny|decline|reject|abbrechen|zuruck|nein|ablehnen|annuler|retour|non|refuser|cancelar|atras|volver|rechazar|キャンセル|戻る|いいえ|拒否)\b|キャンセル|戻る|いいえ|拒否/;

/** Label of a control that sends a code or a message once more. */
export const RESEND =
  /resend|send (?:it |the code |a code )?again|new code|erneut senden|neuen code|renvoyer|reenviar|volver a enviar|再送/;

export const LOG_OUT =
  /\blog ?-?out\b|\blog ?-?off\b|\bsign ?-?out\b|\bsign ?-?off\b|abmelden|ausloggen|deconnexion|se deconnecter|cerrar sesion|\bsalir\b|ログアウト|サインアウト|ログオフ/;

/** Marks forms and buttons that are not part of a login. */
export const NOT_LOGIN =
  /subscri|newsletter|\bsearch\b|\bregister\b|registration|\bsign ?-?up\b|create (?:an )?account|\bjoin\b|\bsave\b|\bupdate\b|\bapply\b|\bcontact\b|\bcomment|abonnieren|\bsuche|registrier|konto erstellen|speichern|rechercher|s'inscrire|s'abonner|inscription|creer un compte|enregistrer|sauvegarder|buscar|suscrib|registrar|crear (?:una )?cuenta|guardar|検索|登録|購読|保存|新規/;

/** Label of a control beside a form that helps, and neither submits nor continues. */
export const HELPER =
  /forgot|reset|recover|lost|trouble|\bhelp\b|show|hide|reveal|\bterms\b|privacy|language|vergessen|zurucksetzen|anzeigen|\bhilfe\b|datenschutz|oublie|afficher|reinitialiser|aide|confidentialite|olvid|mostrar|restablecer|ayuda|privacidad|忘れ|表示|ヘルプ|プライバシー/;

/** The page asks to choose one of several accounts. */
export const CHOOSE_ACCOUNT =
  /(?:choose|select|pick)\b.{0,20}\baccount|which account|konto (?:auswahlen|wahlen)|(?:choisi\w*|selectionn\w*)\b.{0,20}\bcompte|(?:elige|elegir|selecciona\w*|escoge)\b.{0,20}\bcuenta|アカウントを?(?:の)?選択|アカウントを選/;

export const OTHER_ACCOUNT =
  /(?:use )?(?:another|a different|different|other) account|anderes konto|autre compte|otra cuenta|別のアカウント|他のアカウント/;

/** The page is about a second factor. */
export const SECOND_FACTOR =
  /two[- ]?(?:factor|step)|2[- ]?step|\b2fa\b|\bmfa\b|multi[- ]?factor|second factor|verif(?:y|ication) (?:method|your identity|it's you|that it's you)|how (?:do you want|would you like|should we).{0,30}(?:code|verif|confirm)|zwei[- ]?faktor|zweiter faktor|zweistufig|bestatigungsmethode|identitat bestatigen|double authentification|deux (?:facteurs|etapes)|verifi\w+ (?:votre|de l')identite|dos (?:factores|pasos)|verific\w+ (?:tu|su) identidad|(?:二|2) ?段階|二要素|多要素|本人確認/;

/** The page waits for a decision on another device. */
export const PUSH =
  /(?:approve|confirm|accept|tap|check)\b.{0,60}\b(?:phone|device|app|notification|mobile)|(?:notification|push|request) (?:was |has been )?sent|we(?:'ve| have)? sent a (?:push|notification)|bestatigen sie.{0,60}(?:telefon|gerat|app|handy)|(?:benachrichtigung|push).{0,40}gesendet|(?:approuve|confirme|valide)\w*.{0,60}(?:telephone|appareil|application|mobile)|notification envoyee|(?:aprueb|confirm)\w*.{0,60}(?:telefono|dispositivo|aplicacion|movil)|notificacion enviada|(?:スマートフォン|デバイス|アプリ|端末).{0,30}(?:承認|確認|許可)|通知を送信/;

/** The page waits for a link in a message. */
export const MAILED_LINK =
  /check your (?:e-?mail|inbox)|(?:magic|sign-?in|log-?in) link|(?:e-?mailed|sent) you a link|link (?:was |has been )?sent|link.{0,30}(?:gesendet|geschickt)|prufen sie ihr(?:e|en)? (?:e-?mail|posteingang)|(?:consultez|verifiez) votre (?:boite|messagerie|e-?mail)|lien.{0,20}envoye|(?:revisa|consulta|comprueba) tu (?:correo|bandeja|e-?mail)|enlace.{0,20}enviado|メールを(?:ご)?確認|リンクを.{0,10}送/;

/** The page waits for a passkey or a security key. */
export const PASSKEY_WAIT =
  /(?:insert|touch|tap|use|connect|plug in) your (?:security key|passkey|yubikey)|waiting for (?:your )?(?:passkey|security key)|windows hello|sicherheitsschlussel (?:einstecken|beruhren|verwenden)|cle de securite|llave de seguridad|セキュリティ ?キー|パスキーを使用/;

export const CAPTCHA =
  /captcha|not a robot|are you human|kein roboter|pas un robot|no soy un robot|ロボットではありません/;
