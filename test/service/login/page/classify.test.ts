import { describe, expect, test } from "vitest";
import type { RawButton, RawField } from "../../../../src/login-reader/raw-frame.ts";
import { chooseForm, submitsOf } from "../../../../src/service/login/page/choose-form.ts";
import {
  type ChoiceContext,
  choiceFacts,
  isLogout,
  isTrigger,
} from "../../../../src/service/login/page/classify-choice.ts";
import { fieldKind, isNewPassword, isPersonal } from "../../../../src/service/login/page/classify-field.ts";
import { externalAction } from "../../../../src/service/login/page/external-action.ts";
import type { ReadFrame } from "../../../../src/service/login/page/frames.ts";
import { pageText } from "../../../../src/service/login/page/page-text.ts";

const common = { name: "", id: "", className: "", role: "", title: "", ariaLabel: "", disabled: false, behind: false };
const place = { inDialog: false, group: 0, selector: "", sendsTo: "" };

function field(own: Partial<RawField>): RawField {
  const texts = {
    autocomplete: "",
    inputMode: "",
    pattern: "",
    placeholder: "",
    label: "",
    described: "",
    error: "",
    before: "",
  };
  const state = { invalid: false, maxLength: -1, required: false, readOnly: false, filled: false, options: [] };
  return { ...common, ...place, ...texts, ...state, field: true, tag: "input", type: "text", ...own };
}

function button(label: string, own: Partial<RawButton> = {}): RawButton {
  const content = { texts: [label], href: "", data: "", checked: false };
  return { ...common, ...place, ...content, field: false, tag: "button", type: "submit", ...own };
}

const alone: ChoiceContext = { choosesAccount: false, secondFactor: false, asksPassword: false, hasForm: false };
const besideForm: ChoiceContext = { ...alone, hasForm: true, asksPassword: true };
const site = (path: string): string => `https://shop.example${path}`;
const link = (path: string): Partial<RawButton> => ({ tag: "a", type: "", href: site(path) });
const choosing: ChoiceContext = { ...alone, choosesAccount: true, url: site("/source?state=1") };
const factors: ChoiceContext = { ...alone, secondFactor: true };

describe("the kind of a field", () => {
  test.each<[Partial<RawField>, string]>([
    [{ type: "password" }, "password"],
    [{ type: "select-one", name: "user" }, "text"],
    [{ autocomplete: "section-a current-password" }, "password"],
    [{ autocomplete: "one-time-code" }, "code"],
    [{ type: "email" }, "identifier"],
    [{ name: "login_id" }, "identifier"],
    [{ label: "Benutzername" }, "identifier"],
    [{ placeholder: "Adresse e-mail" }, "identifier"],
    [{ label: "ユーザー名" }, "identifier"],
    [{ type: "tel", label: "Phone number" }, "identifier"],
    [{ label: "Einmalpasswort" }, "code"],
    [{ label: "Code de vérification" }, "code"],
    [{ label: "Código de verificación" }, "code"],
    [{ label: "認証コード" }, "code"],
    [{ label: "Code we sent to your email" }, "code"],
    [{ type: "password", label: "PIN", maxLength: 6 }, "code"],
    [{ type: "password", label: "Password", maxLength: 8 }, "password"],
    [{ maxLength: 1, ariaLabel: "Digit 1" }, "code"],
    [{ label: "Postal code" }, "text"],
    [{ label: "Hasło jednorazowe" }, "code"],
    [{ label: "Имя пользователя" }, "identifier"],
    [{ label: "邮箱验证码" }, "code"],
    [{ type: "password", label: "Пароль" }, "password"],
    [{ autocomplete: "section-a username", label: "Code" }, "identifier"],
    [{ autocomplete: "one-time-code", label: "Password" }, "code"],
    [{ autocomplete: "postal-code", label: "Code" }, "text"],
    [{ autocomplete: "off", label: "Username" }, "identifier"],
    [{ autocomplete: "off", type: "password" }, "password"],
    [{ autocomplete: "off", type: "email", label: "Code we sent" }, "identifier"],
    [{ type: "tel", label: "Gwrthrych" }, "identifier"],
    [{ type: "tel", label: "Gwrthrych", maxLength: 6 }, "text"],
    [{ label: "Company" }, "text"],
  ])("the kind of the field %o is %s", (own, kind) => {
    expect(fieldKind(field(own))).toBe(kind);
  });

  test("a field for a chosen or repeated password is not part of a login", () => {
    expect(isNewPassword(field({ type: "password", label: "Repeat password" }))).toBe(true);
    expect(isNewPassword(field({ type: "password", autocomplete: "new-password" }))).toBe(true);
    expect(isNewPassword(field({ type: "password", label: "Nowe hasło" }))).toBe(true);
    expect(isNewPassword(field({ type: "password", label: "Password" }))).toBe(false);
  });
});

describe("a field that asks for a fact about a person", () => {
  test.each(["First name", "Nachname", "Nombre", "Имя", "Фамилия *", "氏名", "（名）", "Birthday", "City"])(
    "%s",
    (label) => expect(isPersonal(field({ label }))).toBe(true),
  );

  test.each(["User name", "Nombre de usuario", "Имя пользователя", "ユーザー名", "用户名", "Benutzername", "Password"])(
    "%s is none",
    (label) => expect(isPersonal(field({ label }))).toBe(false),
  );
});

describe("the kind of a choice", () => {
  test.each<[string, Partial<RawButton>, ChoiceContext, object | undefined]>([
    ["Sign in with Microsoft", {}, besideForm, { kind: "sso_provider", provider: "microsoft" }],
    ["Über SAML anmelden", {}, besideForm, { kind: "sso_provider", provider: "sso" }],
    ["Continuar con Apple", {}, besideForm, { kind: "sso_provider", provider: "apple" }],
    ["Log in with Acme Portal", {}, besideForm, { kind: "sso_provider", provider: "acme portal" }],
    [
      "GitHub",
      { tag: "a", href: "https://x.example/oauth/github" },
      besideForm,
      { kind: "sso_provider", provider: "github" },
    ],
    ["GitHub", { tag: "a", href: "https://github.com/example" }, besideForm, undefined],
    ["Sign in with a passkey", {}, besideForm, { kind: "sign_in_method" }],
    ["Email me a sign-in link", {}, besideForm, { kind: "sign_in_method" }],
    ["Forgot password?", { tag: "a" }, besideForm, undefined],
    ["Show password", {}, besideForm, undefined],
    ["Products", { tag: "a" }, besideForm, undefined],
    ["SMS an *** 42", {}, factors, { kind: "mfa_method", mfaType: "sms" }],
    ["Appel au ••• 42", {}, factors, { kind: "mfa_method", mfaType: "call" }],
    ["Aplicación de autenticación", {}, factors, { kind: "mfa_method", mfaType: "totp" }],
    ["セキュリティキー", {}, factors, { kind: "mfa_method", mfaType: "passkey" }],
    ["Try another way", { tag: "a" }, factors, { kind: "mfa_method", mfaType: "switch" }],
    ["Resend code", {}, factors, { kind: "other" }],
    ["Zulassen", {}, alone, { kind: "continue" }],
    ["Abbrechen", {}, alone, { kind: "other" }],
    ["同意する", {}, alone, { kind: "continue" }],
    ["carol@example.com", {}, alone, { kind: "account" }],
    ["Carol", {}, { ...alone, choosesAccount: true }, { kind: "account" }],
    ["Anderes Konto", { tag: "a" }, alone, { kind: "account" }],
    ["Log out", {}, alone, undefined],
    ["OTP App", {}, factors, { kind: "mfa_method", mfaType: "totp" }],
    ["OTP App", {}, alone, { kind: "mfa_method", mfaType: "totp" }],
    ["One-time password app", {}, factors, { kind: "mfa_method", mfaType: "totp" }],
    ["OTP", {}, factors, { kind: "mfa_method", mfaType: "totp" }],
    ["OTP", {}, alone, { kind: "other" }],
    ["OTP by SMS", {}, factors, { kind: "mfa_method", mfaType: "sms" }],
    ["Email OTP", {}, factors, { kind: "mfa_method", mfaType: "email" }],
    ["Użyj aplikacji uwierzytelniającej", {}, factors, { kind: "mfa_method", mfaType: "totp" }],
    ["使用您的验证应用程序", {}, factors, { kind: "mfa_method", mfaType: "totp" }],
    ["リンク元", link("/backlinks"), alone, undefined],
    ["ソースコード", link("/source"), alone, undefined],
    ["リンク元", {}, alone, { kind: "other" }],
    ["リンクを送信", {}, alone, { kind: "sign_in_method" }],
    ["パスワードでログイン", {}, besideForm, { kind: "sign_in_method" }],
    ["Phone", link("/phones"), alone, undefined],
    ["Email archive", link("/archive"), alone, undefined],
    ["Blog about email", link("/blog"), alone, undefined],
    ["Code", link("/authors/code"), alone, undefined],
    ["Phone", link("/login/phone"), alone, { kind: "sign_in_method" }],
    ["Phone", {}, alone, { kind: "sign_in_method" }],
    ["Use your phone", link("/phone"), alone, { kind: "sign_in_method" }],
    ["Search", {}, alone, undefined],
    ["Szukaj kodu", { id: "site-search" }, alone, undefined],
    ["検索", {}, choosing, undefined],
    ["Rechercher", {}, alone, undefined],
    ["example-userpass", link("/source?state=1&source=example"), choosing, { kind: "account" }],
    ["Deutsch", link("/source?state=1&language=de"), choosing, undefined],
    ["About", link("/about?source=example"), choosing, undefined],
    ["example-userpass", link("/source?state=1&source=example"), alone, undefined],
    ["Students", {}, choosing, { kind: "account" }],
    ["Продолжить с помощью Google", {}, besideForm, { kind: "sso_provider", provider: "google" }],
    ["Войти через Google", {}, besideForm, { kind: "sso_provider", provider: "google" }],
    ["Google로 로그인", {}, besideForm, { kind: "sso_provider", provider: "google" }],
    ["Continua con l'e-mail", {}, besideForm, { kind: "sign_in_method" }],
    ["Zapomniałeś hasła?", { tag: "a" }, besideForm, undefined],
    ["Użyj innej metody", {}, besideForm, { kind: "sign_in_method" }],
  ])("the kind of the choice %s %o in %o is %o", (label, own, context, facts) => {
    expect(choiceFacts(button(label, own), context)).toEqual(facts);
  });

  test.each(["Log out", "Abmelden", "Déconnexion", "Cerrar sesión", "ログアウト", "Выйти", "退出登录"])(
    "%s ends a login",
    (label) => {
      expect(isLogout(button(label))).toBe(true);
      expect(isTrigger(button(label))).toBe(false);
    },
  );

  test.each(["Login history", "Recent sign-ins", "Last login", "Sign-in activity", "Dernière connexion"])(
    "%s is about past logins, and opens none",
    (label) => {
      expect(isTrigger(button(label))).toBe(false);
    },
  );

  test.each(["Войти через Google", "Zaloguj się przez Facebook", "使用通行密钥登录"])(
    "%s opens no login of the site",
    (label) => {
      expect(isTrigger(button(label))).toBe(false);
    },
  );

  test.each(["Log in", "Anmelden", "Se connecter", "Iniciar sesión", "ログイン", "Войти", "登录"])(
    "%s opens a login",
    (label) => {
      expect(isTrigger(button(label))).toBe(true);
      expect(isLogout(button(label))).toBe(false);
    },
  );
});

describe("an action outside of the page", () => {
  test.each([
    ["Check your email for a sign-in link", "link"],
    ["Prüfen Sie Ihr E-Mail-Postfach", "link"],
    ["Approve the request in your app", "push"],
    ["Insert your security key and touch it", "passkey"],
    ["アプリで承認してください", "push"],
  ])("%s is %s, an action outside of a page where nothing can be filled", (line, kind) => {
    expect(externalAction([], [line], false)).toEqual({ kind, message: line });
    expect(externalAction([], [line], true)).toBeUndefined();
  });

  test("a shown captcha is an external action, one that only watches is not", () => {
    const frame = (url: string, width: number) => ({ raw: { url, width, height: 78 } }) as unknown as ReadFrame;
    const anchor = "https://www.google.com/recaptcha/api2/anchor?k=1";
    expect(externalAction([frame(anchor, 304)], ["I'm not a robot"], true)).toEqual({
      kind: "captcha",
      message: "I'm not a robot",
    });
    expect(externalAction([frame(`${anchor}&size=invisible`, 304)], [], true)).toBeUndefined();
    expect(externalAction([frame("https://evil.example/recaptcha/api2/anchor", 304)], [], true)).toBeUndefined();
  });
});

test("buttons beside the forms of a page are read once, however many forms there are", () => {
  const frame = {} as ReadFrame;
  const readsBeside = (count: number): number => {
    let reads = 0;
    const texts = (): string[] => {
      reads += 1;
      return ["Products"];
    };
    const beside = Object.defineProperty(button(""), "texts", { get: texts });
    const fields = [{ frame, index: 0, raw: field({ type: "password" }) }];
    const groups = Array.from({ length: count }, () => ({ frame, signs: "login", fields, buttons: [] }));
    const controls = { groups, loose: [{ frame, index: 1, raw: beside }] };
    expect(chooseForm(controls, submitsOf(controls), "")?.group).toBe(groups[0]);
    return reads;
  };
  expect(readsBeside(100)).toBe(readsBeside(1));
});

test("texts of a page are not cut in the middle of a character", () => {
  expect(pageText("a😀b", 3)).toBe("a…");
  expect(pageText("\u001b[31m a \u0007\u202e b\u200b ")).toBe("[31m a b");
});
