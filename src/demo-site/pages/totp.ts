import { codeField, loginForm, passwordField, script, usernameField, WRONG, WRONG_CODE } from "../forms.ts";
import { type Html, html, htmlDocument } from "../html.ts";
import { isTotpCode } from "../totp.ts";
import { type DemoPages, loggedIn, type Visit } from "../visit.ts";

const boxes = html`<fieldset><legend>Authentication code</legend>${[1, 2, 3, 4, 5, 6].map(
  (digit) =>
    html`<input class="box" name="digit${digit}" aria-label="Digit ${digit}" inputmode="numeric" maxlength="1">`,
)}</fieldset><style>input.box:not(#none) { display: inline-block; width: 2.5rem }</style>`;

/** Moves the focus from box to box, and submits after the last box. */
const boxesScript = script(`
  const boxes = [...document.querySelectorAll(".box")];
  boxes.forEach((box, at) => box.addEventListener("input", () => {
    if (box.value && boxes[at + 1]) boxes[at + 1].focus();
    if (boxes.every((one) => one.value)) box.form.requestSubmit();
  }));`);

/** Submits when the last digit is there. */
const autoSubmit = script(`
  const code = document.querySelector("[name=code]");
  code.addEventListener("input", () => { if (code.value.length === 6) code.form.requestSubmit(); });`);

/** Password page, and a page with a code behind it. */
function twoPages(path: string, title: string, about: string, codePage: Html): DemoPages {
  const next = `${path}/code`;
  return {
    path,
    title,
    about,
    routes: {
      [path]: ({ method, form, session, state }) => {
        session.pending = state.login(form);
        if (method === "POST" && session.pending) return { to: next };
        const error = method === "POST" ? WRONG : undefined;
        return { page: htmlDocument("Sign in", loginForm(html`${usernameField}${passwordField}`, { error })) };
      },
      [next]: (visit) => {
        const { pending } = visit.session;
        if (!pending) return { to: path };
        if (visit.method === "POST" && isTotpCode(pending.totpSecret, codeOf(visit), visit.state.now()))
          return loggedIn(visit, pending);
        const error = visit.method === "POST" ? html`<p role="alert">${WRONG_CODE}</p>` : undefined;
        const content = html`<p>Enter the code of your authenticator app.</p>${error}${codePage}`;
        return { page: htmlDocument("Two-factor authentication", content) };
      },
    },
  };
}

function codeOf({ form }: Visit): string {
  const digits = [1, 2, 3, 4, 5, 6].map((digit) => form.get(`digit${digit}`) ?? "").join("");
  return form.get("code") ?? digits;
}

/** One-time codes: on the next page, in the same form, and with fields that submit themselves. */
export const totpPages: readonly DemoPages[] = [
  twoPages(
    "/totp",
    "Code on the next page",
    "password, then a one-time code",
    loginForm(codeField, { submit: "Verify" }),
  ),
  {
    path: "/totp-same",
    title: "Code in the same form",
    about: "user name, password and one-time code together",
    routes: {
      "/totp-same": (visit) => {
        const user = visit.state.login(visit.form);
        const isRight = user !== undefined && isTotpCode(user.totpSecret, codeOf(visit), visit.state.now());
        if (visit.method === "POST" && isRight) return loggedIn(visit, user);
        const error = visit.method === "POST" ? "Wrong user name, password or code." : undefined;
        const fields = html`${usernameField}${passwordField}<label>OTP token <input name="code"></label>`;
        return { page: htmlDocument("Sign in", loginForm(fields, { error })) };
      },
    },
  },
  twoPages(
    "/auto-submit",
    "Code that submits itself",
    "the page sends the code with its last digit",
    html`<form method="post">${codeField}</form>${autoSubmit}`,
  ),
  twoPages(
    "/boxes",
    "Code in six boxes",
    "a box for each digit, sent with the last one",
    html`<form method="post">${boxes}</form>${boxesScript}`,
  ),
];
