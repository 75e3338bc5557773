import { describe } from "vitest";
import type { PageFacts } from "../../../../src/service/login/page/page-facts.ts";
import { withServer } from "../../../support/browser/chromium.ts";
import { choicesOf, fieldsOf, type LoginBrowser, loginTest, never } from "../../../support/browser/login-browser.ts";

const test = loginTest();

/** Facts of a page with a body, at an address without words. */
async function factsOf(
  browser: LoginBrowser,
  body: string,
  onTestFinished: Parameters<typeof withServer>[1],
): Promise<PageFacts> {
  const { url } = await withServer((_, response) => {
    response
      .setHeader("content-type", "text/html; charset=utf-8")
      .end(`<!doctype html><link rel="icon" href="data:,">${body}`);
  }, onTestFinished);
  const page = await browser.at(`${url.replace("127.0.0.1", "localhost")}p?q=1`);
  return page.facts(never);
}

interface Language {
  readonly user: string;
  readonly password: string;
  readonly logIn: string;
  readonly forgot: string;
  readonly provider: string;
  readonly next: string;
  readonly code: string;
}

const languages: Readonly<Record<string, Language>> = {
  Polish: {
    user: "Adres e-mail",
    password: "Hasło",
    logIn: "Zaloguj się",
    forgot: "Nie pamiętasz hasła?",
    provider: "Kontynuuj z Google",
    next: "Kontynuuj",
    code: "Kod weryfikacyjny",
  },
  Russian: {
    user: "Имя пользователя",
    password: "Пароль",
    logIn: "Войти",
    forgot: "Забыли пароль?",
    provider: "Войти через Google",
    next: "Продолжить",
    code: "Одноразовый код",
  },
  Turkish: {
    user: "Kullanıcı adı",
    password: "Şifre",
    logIn: "Giriş yap",
    forgot: "Şifremi unuttum",
    provider: "Google ile giriş yap",
    next: "İleri",
    code: "Doğrulama kodu",
  },
  Arabic: {
    user: "اسم المستخدم",
    password: "كلمة المرور",
    logIn: "تسجيل الدخول",
    forgot: "نسيت كلمة المرور؟",
    provider: "تسجيل الدخول باستخدام Google",
    next: "متابعة",
    code: "رمز التحقق",
  },
  Hebrew: {
    user: "שם משתמש",
    password: "סיסמה",
    logIn: "התחבר",
    forgot: "שכחת סיסמה?",
    provider: "המשך עם Google",
    next: "המשך",
    code: "קוד אימות",
  },
  Korean: {
    user: "이메일 주소",
    password: "비밀번호",
    logIn: "로그인",
    forgot: "비밀번호를 잊으셨나요?",
    provider: "Google로 로그인",
    next: "계속하기",
    code: "인증 코드",
  },
  Thai: {
    user: "ชื่อผู้ใช้",
    password: "รหัสผ่าน",
    logIn: "เข้าสู่ระบบ",
    forgot: "ลืมรหัสผ่าน?",
    provider: "เข้าสู่ระบบด้วย Google",
    next: "ดำเนินการต่อ",
    code: "รหัสยืนยัน",
  },
  Greek: {
    user: "Όνομα χρήστη",
    password: "Κωδικός πρόσβασης",
    logIn: "ΣΥΝΔΕΣΗ",
    forgot: "Ξεχάσατε τον κωδικό;",
    provider: "Σύνδεση με Google",
    next: "Συνέχεια",
    code: "Κωδικός επαλήθευσης",
  },
  Vietnamese: {
    user: "Tên người dùng",
    password: "Mật khẩu",
    logIn: "Đăng nhập",
    forgot: "Quên mật khẩu?",
    provider: "Đăng nhập bằng Google",
    next: "Tiếp tục",
    code: "Mã xác minh",
  },
  Hindi: {
    user: "उपयोगकर्ता नाम",
    password: "पासवर्ड",
    logIn: "साइन इन करें",
    forgot: "पासवर्ड भूल गए?",
    provider: "Google के साथ जारी रखें",
    next: "जारी रखें",
    code: "सत्यापन कोड",
  },
};

/** Input of a language that names nothing in English. */
function input(label: string, more = ""): string {
  return `<p><label>${label} <input name="f${label.length}" ${more}></label></p>`;
}

describe.for(Object.entries(languages))("a login page in %s", ([, words]) => {
  test("fields, submit, provider and nothing else are found", async ({ browser, expect, onTestFinished }) => {
    const body = `<form>${input(words.user)}${input(words.password, 'type="password"')}
      <button type="button">${words.provider}</button> <button>${words.logIn}</button>
      <a href="/f">${words.forgot}</a></form>`;
    const facts = await factsOf(browser, body, onTestFinished);
    expect(fieldsOf(facts)).toEqual([`identifier ${words.user}`, `password ${words.password}`]);
    expect(facts.form?.choices).toMatchObject([{ kind: "sso_provider", provider: "google", label: words.provider }]);
    expect(facts.form?.submit).toMatch(/^submit:(?!enter)/);
    expect(facts.choices).toEqual([]);
  });

  test("a page for the user name alone, and one for a code, are found by their words", async ({
    browser,
    expect,
    onTestFinished,
  }) => {
    const first = `<form>${input(words.user)}<button type="button">${words.next}</button></form>`;
    expect(fieldsOf(await factsOf(browser, first, onTestFinished))).toEqual([`identifier ${words.user}`]);
    const second = `<form>${input(words.code)}<button type="button">${words.next}</button></form>`;
    expect(fieldsOf(await factsOf(browser, second, onTestFinished))).toEqual([`code ${words.code}`]);
  });

  test("a page without a form has the control that opens one", async ({ browser, expect, onTestFinished }) => {
    const body = `<a href="/g">${words.provider}</a> <a href="/l">${words.logIn}</a>`;
    const facts = await factsOf(browser, body, onTestFinished);
    expect(facts.trigger).toMatch(/^trigger:/);
    expect(choicesOf(facts)).toEqual([`sso_provider ${words.provider}`]);
  });
});

describe("a login page in a language without known words", () => {
  const password = input("Cyfrinair", 'type="password"');

  test.for<[string, string, string[]]>([
    ["the field before the password is the identifier", input("Enw"), ["identifier Enw"]],
    ["only the field directly before the password is", input("Cwmni") + input("Enw"), ["text Cwmni", "identifier Enw"]],
    [
      "not when another field is the identifier",
      input("Ebost", 'type="email"') + input("Enw"),
      ["identifier Ebost", "text Enw"],
    ],
    ["not a list", "<select name=s><option>Un<option>Dau</select>", ["text s"]],
    ["not a captcha", input("Enw", 'id="captcha"'), ["text Enw"]],
    ["not a code", input("Enw", 'autocomplete="one-time-code"'), ["code Enw"]],
    ["not a field of another value", input("Enw", 'autocomplete="postal-code"'), ["text Enw"]],
    ["not a field of another type", input("Enw", 'type="url"'), ["text Enw"]],
    ["autocomplete=off changes nothing", input("Enw", 'autocomplete="off"'), ["identifier Enw"]],
    ["by the text before it", "<p>Enw</p><input name=e>", ["identifier Enw"]],
    ["not by an error before it", "<p role=alert>Anghywir</p><input name=e>", ["identifier e"]],
    ["by the text before an error", "<p>Enw</p><p role=alert>Anghywir</p><input name=e>", ["identifier Enw"]],
    [
      "by its text inside of what a page announces",
      "<div aria-live=assertive><p>Enw</p><input name=e></div>",
      ["identifier Enw"],
    ],
    [
      "autocomplete is decisive",
      input("Rhif", 'autocomplete="username"') + input("Enw"),
      ["identifier Rhif", "text Enw"],
    ],
  ])("%s", async ([, before, fields], { browser, expect, onTestFinished }) => {
    const facts = await factsOf(browser, `<form>${before}${password}<button>Mynd</button></form>`, onTestFinished);
    expect(fieldsOf(facts)).toEqual([...fields, "password Cyfrinair"]);
  });

  test.for<[string, string, string]>([
    ["whatever its words", "<button type=button>Dangos</button><button>Mynd</button>", "submit:mynd"],
    ["also when its words name a method", "<button>Log in with password</button>", "submit:log-in-with-password"],
    ["also beside a button that leads on", "<button type=button>Continue</button><button>Mynd</button>", "submit:mynd"],
    ["not when another button logs in", "<button type=button>Log in</button><button>Mynd</button>", "submit:log-in"],
    [
      "not a provider beside another button",
      "<button type=button>Next</button><button>Continue with Google</button>",
      "submit:next",
    ],
    ["not a helper", "<button>Forgot password?</button>", "submit:enter"],
    ["not one that declines", "<button>Anuluj</button>", "submit:enter"],
  ])("the only submit button submits, %s", async ([, buttons, submit], { browser, expect, onTestFinished }) => {
    const facts = await factsOf(browser, `<form>${input("Enw")}${password}${buttons}</form>`, onTestFinished);
    expect(facts.form?.submit).toBe(submit);
  });
});

test("a page that only asks by which source to log in has a choice for each source", async ({
  browser,
  expect,
  onTestFinished,
}) => {
  const body = `<h1>Select an authentication source</h1><a href="?q=1&language=de">Deutsch</a>
    <ul><li><a href="?q=1&source=admin">admin</a><li><a href="?q=1&source=staff">example-userpass</a></ul>
    <a href="/imprint">Imprint</a><form><input type="search" name="s"><button>Search</button></form>`;
  const facts = await factsOf(browser, body, onTestFinished);
  expect(choicesOf(facts)).toEqual(["account admin", "account example-userpass"]);
});

test("links of a wiki's navigation are no ways to log in", async ({ browser, expect, onTestFinished }) => {
  const body = `<nav><a href="/wiki/backlinks">リンク元</a> <a href="/email">Email</a> <a href="/code">Code</a>
    <a href="/wiki?do=phone">Phone</a> <button>検索</button></nav><p>Wiki</p>`;
  expect(choicesOf(await factsOf(browser, body, onTestFinished))).toEqual([]);
});
