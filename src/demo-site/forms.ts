import { Html, html } from "./html.ts";

/** Field of a user's name. */
export const usernameField = html`<label>User name or email <input name="username" autocomplete="username" required></label>`;

export const passwordField = html`<label>Password <input name="password" type="password" autocomplete="current-password" required></label>`;

export const codeField = html`<label>Authentication code <input name="code" inputmode="numeric" maxlength="6" autocomplete="one-time-code" required></label>`;

export interface FormOptions {
  readonly action?: string;
  readonly submit?: string;
  readonly error?: string | undefined;
}

/** Form that posts to its own page, with an error that a screen reader announces. */
export function loginForm(fields: Html, { action = "", submit = "Sign in", error }: FormOptions = {}): Html {
  const alert = error === undefined ? undefined : html`<p role="alert">${error}</p>`;
  return html`${alert}<form method="post" action="${action}">${fields}<button>${submit}</button></form>`;
}

/** Script of a page. */
export function script(code: string): Html {
  return new Html(`<script>${code}</script>`);
}

export const WRONG = "The user name or password is incorrect.";
export const WRONG_CODE = "The code is wrong or has expired.";
