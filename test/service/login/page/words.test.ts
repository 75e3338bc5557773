import { describe, expect, test } from "vitest";
import { isErrorLine } from "../../../../src/service/login/decide/refusal.ts";
import { phrasePattern } from "../../../../src/service/login/page/phrases.ts";
import {
  AGREE,
  CHOOSE_ACCOUNT,
  CODE,
  DECLINE,
  folded,
  HELPER,
  LOG_IN,
  LOG_OUT,
  NEXT,
  NOT_LOGIN,
  OTHER_METHOD,
  PASSWORD,
  providerInTemplate,
  RESEND,
  SECOND_FACTOR,
} from "../../../../src/service/login/page/words.ts";

test("phrases count as whole words, and anywhere in scripts without spaces", () => {
  const pattern = phrasePattern(["войти", "e-post", "登录", "로그인"]);
  expect(
    ["войти", "войти на сайт", "din e-post:", "立即登录", "로그인하기"].filter((text) => !pattern.test(text)),
  ).toEqual([]);
  expect(["войтиновка", "e-postadress", "перевойти", "登出"].filter((text) => pattern.test(text))).toEqual([]);
  expect(phrasePattern(["tak"], "whole").test("– tak!")).toBe(true);
  expect(phrasePattern(["tak"], "whole").test("tak czy nie")).toBe(false);
  expect(phrasePattern([]).test("")).toBe(false);
});

test("words are compared without accents of Latin and Greek letters, and without upper case", () => {
  expect(folded("  Giriş\n YAP  İleri ")).toBe("giris yap ileri");
  expect(folded("ΣΎΝΔΕΣΗ")).toBe(folded("Σύνδεση"));
  expect(folded("Пароль й パ")).toBe("пароль й パ");
});

describe("words of other languages than the five", () => {
  test.each([
    ["Zaloguj się na konto", "logIn"],
    ["Войти в личный кабинет", "logIn"],
    ["GİRİŞ YAP", "logIn"],
    ["تسجيل الدخول", "logIn"],
    ["התחבר", "logIn"],
    ["로그인하기", "logIn"],
    ["เข้าสู่ระบบ", "logIn"],
    ["ΣΥΝΔΕΣΗ", "logIn"],
    ["Đăng nhập", "logIn"],
    ["साइन इन करें", "logIn"],
    ["立即登录", "logIn"],
    ["Daftar masuk", "logIn"],
    ["Wyloguj się", "logOut"],
    ["Выйти", "logOut"],
    ["退出登录", "logOut"],
    ["로그아웃", "logOut"],
    ["Kijelentkezés", "logOut"],
    ["Daftar keluar", "logOut"],
    ["Kontynuuj", "next"],
    ["Продолжить", "next"],
    ["متابعة", "next"],
    ["Doorgaan", "next"],
    ["Fortsätt", "next"],
    ["Daftar", "notLogin"],
    ["Rejestracja", "notLogin"],
    ["ลืมรหัสผ่าน?", "helper"],
    ["Şifremi unuttum", "helper"],
    ["Забули пароль?", "helper"],
    ["Wyślij kod ponownie", "resend"],
    ["다시 보내기", "resend"],
    ["Tak", "agree"],
    ["Evet", "agree"],
    ["Anuluj", "decline"],
    ["Отмена", "decline"],
    ["Brug en anden metode", "otherMethod"],
    ["使用其他方法", "otherMethod"],
  ])("%s means %s alone", (label, meaning) => {
    const words = {
      logIn: LOG_IN,
      logOut: LOG_OUT,
      next: NEXT,
      notLogin: NOT_LOGIN,
      helper: HELPER,
      resend: RESEND,
      agree: AGREE,
      decline: DECLINE,
      otherMethod: OTHER_METHOD,
    };
    const found = Object.entries(words).filter(([, one]) => one.test(folded(label)));
    expect(found.map(([name]) => name)).toEqual([meaning]);
  });

  test("a phrase within a long text is not the label of a control", () => {
    expect(LOG_IN.test(folded("войти"))).toBe(true);
    expect(LOG_IN.test(folded(`войти ${"и читать дальше ".repeat(4)}`))).toBe(false);
  });

  test("names of programs are compared with the pattern alone", () => {
    expect(NOT_LOGIN.test("vista")).toBe(true);
    expect(NOT_LOGIN.testPattern("vista")).toBe(false);
    expect(NOT_LOGIN.testPattern("newsletter")).toBe(true);
  });

  test.each([
    ["Kod weryfikacyjny", CODE],
    ["รหัสยืนยัน", CODE],
    ["Wpisz hasło", PASSWORD],
    ["Κωδικός πρόσβασης", PASSWORD],
    ["Wybierz konto", CHOOSE_ACCOUNT],
    ["Выбрать организацию", CHOOSE_ACCOUNT],
    ["Двухфакторная аутентификация", SECOND_FACTOR],
  ])("%s is known in a text", (text, words) => {
    expect(words.test(folded(text))).toBe(true);
  });

  test.each([
    ["Kontynuuj z Google", "google"],
    ["Google ile giriş yapın", "google"],
    ["使用Google登录", "google"],
    ["Kontynuuj", undefined],
  ])("%s names the provider %s", (label, provider) => {
    expect(providerInTemplate(folded(label))).toBe(provider);
  });
});

test.each([
  "Nieprawidłowa nazwa użytkownika lub hasło.",
  "Lozinka je netačna.",
  "Невірне ім'я користувача або пароль.",
  "Geçersiz kullanıcı adı veya şifre.",
  "اسم المستخدم أو كلمة مرور غير صالحة.",
  "रिक्त: आपके द्वारा दर्ज किया गया पासवर्ड गलत है।",
  "用户提示：无效的用户名或密码。",
])("%s is a refusal", (line) => {
  expect(isErrorLine(line)).toBe(true);
});

test.each(["Zaloguj się", "Пароль", "Witamy ponownie", "Hasło i nazwa użytkownika"])("%s is no refusal", (line) => {
  expect(isErrorLine(line)).toBe(false);
});

describe("a page that asks by which account or source to log in", () => {
  test.each([
    "Select your organization",
    "Select an authentication source",
    "Choose your identity provider",
    "Pick a workspace",
    "Wählen Sie eine Organisation, um fortzufahren",
    "Choisissez votre établissement",
    "Selecciona tu institución",
    "組織を選択",
    "Log in. Select your school",
    "Choose a directory to sign in with",
  ])("%s asks for a choice", (text) => {
    expect(CHOOSE_ACCOUNT.test(folded(text)) || CHOOSE_ACCOUNT.test(folded(`${text} sign in`))).toBe(true);
  });

  test.each(["Select a server", "Choose a database for the query", "Our organization"])("%s does not", (text) => {
    expect(CHOOSE_ACCOUNT.test(folded(text))).toBe(false);
  });
});
