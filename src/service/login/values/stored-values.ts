/** Parts of a login field that decide its name in a credential. */
export interface NamedField {
  /** `identifier`, `password`, `code` or another kind of the login page. */
  readonly kind: string;
  /** Name of the input, or its id. */
  readonly name?: string | undefined;
  readonly label?: string | undefined;
}

/** Keys that people and login forms use for an identifier, by the kind of identifier. */
const identifierKeys = {
  email: ["email", "emailaddress", "mail", "emailadresse", "メールアドレス"],
  phone: ["phone", "phonenumber", "mobile", "telephone", "tel", "telefon", "telefonnummer", "電話番号"],
  username: [
    ...["username", "user", "login", "loginname", "userid", "identifier", "account", "name"],
    ...["benutzername", "benutzer", "kennung", "anmeldename", "ユーザー名"],
  ],
} as const;

type IdentifierKey = keyof typeof identifierKeys;

const passwordKeys = ["password", "passwd", "pass", "pwd", "passwort", "kennwort", "パスワード"];

/** Maximum length of a key made of a label, in characters. */
const MAX_KEY_CHARACTERS = 60;

/**
 * Key of the stored value for a field; undefined when there is none. The field's own name and label come first, then
 * the usual names of identifiers and passwords. A credential with one identifier uses it for every identifier field,
 * because pages call the same value user name, account or e-mail.
 */
export function storedKey(keys: readonly string[], field: NamedField): string | undefined {
  const own = [field.name, field.label].map(plain).filter((name) => name !== "");
  const exact = keys.find((key) => own.includes(plain(key)));
  if (exact !== undefined) return exact;
  if (field.kind === "password") return keys.find((key) => passwordKeys.includes(plain(key)));
  if (field.kind !== "identifier") return undefined;
  const wanted = identifierKeyOf(field);
  const order = [wanted, "username", "email", "phone"] as const;
  return order.map((name) => keyOf(keys, name)).find((key) => key !== undefined);
}

/** Key under which the value of a field is saved: `email`, `phone`, `username`, `password`, or the field's own name. */
export function canonicalKey(field: NamedField): string {
  if (field.kind === "password") return "password";
  if (field.kind === "identifier") return identifierKeyOf(field);
  const name = field.label || field.name || field.kind;
  const words = name
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [field.kind];
  return [...words.join("_")].slice(0, MAX_KEY_CHARACTERS).join("");
}

function keyOf(keys: readonly string[], kind: IdentifierKey): string | undefined {
  const names: readonly string[] = identifierKeys[kind];
  return keys.find((key) => names.includes(plain(key)));
}

/** Kind of identifier that a field asks for; `username` for a field that accepts several kinds. */
function identifierKeyOf({ name, label }: NamedField): IdentifierKey {
  const text = plain(`${label ?? ""} ${name ?? ""}`);
  const isUsername = /user|login|benutzer|kennung|account|ユーザー/.test(text);
  if (isUsername) return "username";
  const isEmail = /mail|メール/.test(text);
  const isPhone = /phone|mobile|telefon|handy|電話/.test(text);
  if (isEmail === isPhone) return "username";
  return isEmail ? "email" : "phone";
}

/** Letters and digits of a name, in lower case. */
function plain(name: string | undefined): string {
  return (name ?? "")
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}
