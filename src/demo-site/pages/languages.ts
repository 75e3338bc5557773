import { html, htmlDocument } from "../html.ts";
import { type DemoPages, loggedIn } from "../visit.ts";

interface Words {
  readonly language: string;
  readonly name: string;
  readonly title: string;
  readonly user: string;
  readonly password: string;
  readonly submit: string;
  readonly forgot: string;
  readonly sso: string;
  readonly error: string;
}

/** The names of the fields are meaningless, so that only the words of the language identify them. */
function inLanguage({ language, name, title, user, password, submit, forgot, sso, error }: Words): DemoPages {
  const path = `/${language}`;
  return {
    path,
    title: name,
    about: "the usual form in another language",
    routes: {
      [path]: (visit) => {
        const form = new URLSearchParams({
          username: visit.form.get("f1") ?? "",
          password: visit.form.get("f2") ?? "",
        });
        const known = visit.state.login(form);
        if (visit.method === "POST" && known) return loggedIn(visit, known);
        const content = html`${visit.method === "POST" ? html`<p>${error}</p>` : undefined}
<form method="post"><label>${user} <input name="f1"></label><label>${password} <input name="f2" type="password"></label>
<a href="#">${forgot}</a> <button>${submit}</button></form><button>${sso}</button>`;
        return { page: htmlDocument(title, content, { language }) };
      },
    },
  };
}

/** The usual form in four other languages. */
export const languagePages: readonly DemoPages[] = [
  inLanguage({
    language: "de",
    name: "German",
    title: "Anmeldung",
    user: "Benutzername",
    password: "Kennwort",
    submit: "Anmelden",
    forgot: "Passwort vergessen?",
    sso: "Mit Google anmelden",
    error: "Benutzername oder Kennwort ist falsch.",
  }),
  inLanguage({
    language: "fr",
    name: "French",
    title: "Connexion",
    user: "Identifiant",
    password: "Mot de passe",
    submit: "Se connecter",
    forgot: "Mot de passe oublié ?",
    sso: "Se connecter avec Google",
    error: "Identifiant ou mot de passe incorrect.",
  }),
  inLanguage({
    language: "es",
    name: "Spanish",
    title: "Acceso",
    user: "Usuario",
    password: "Contraseña",
    submit: "Iniciar sesión",
    forgot: "¿Olvidaste tu contraseña?",
    sso: "Iniciar sesión con Google",
    error: "El usuario o la contraseña no son correctos.",
  }),
  inLanguage({
    language: "ja",
    name: "Japanese",
    title: "ログイン",
    user: "ユーザー名",
    password: "パスワード",
    submit: "ログイン",
    forgot: "パスワードをお忘れですか",
    sso: "Googleでログイン",
    error: "ユーザー名またはパスワードが違います。",
  }),
];
