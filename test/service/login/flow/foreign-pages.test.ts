import { describe } from "vitest";
import { checkLogin } from "../../../../src/service/login/flow/check-login.ts";
import type { LoginResult } from "../../../../src/service/login/flow/flow-types.ts";
import { unattendedDialog } from "../../../../src/service/login/flow/unattended.ts";
import { loginTest, never } from "../../../support/browser/login-browser.ts";
import { code, dashboard, foreignSite, form, isRight, type Kind, user } from "../support/foreign-site.ts";
import { give, logInOn } from "../support/login-flow.ts";

const test = loginTest();
const alone = { dialog: unattendedDialog(() => {}) };

/** Script of an application of one page: it asks who is there, and draws a form or the application. */
function application(options: { logIn: string; me: string; drawn?: string; more?: string }): string {
  const { logIn, me, drawn = dashboard(), more = "" } = options;
  return `<div id="app"></div><script>
const app = document.querySelector("#app");
const inside = () => { app.innerHTML = ${JSON.stringify(drawn)}; };
const outside = () => {
  app.innerHTML = ${JSON.stringify(form())};
  app.querySelector("form").onsubmit = async (event) => {
    event.preventDefault();
    const data = new FormData(event.target);
    ${logIn}
  };
};
const start = async () => { ${me} };
start();
${more}
</script>`;
}

/** Session in a cookie; the page behind the login has its own address. */
const redirects: Kind = ({ path, body, isKnown, html, redirect, session }) => {
  if (path === "/in") return isRight(body) ? redirect("/home", [session()]) : redirect("/?again");
  if (path === "/home") return isKnown ? html(dashboard()) : redirect("/");
  return html(form());
};

/** The form stays at its address for everybody, with the name of the last user. */
const remembers: Kind = ({ path, body, isKnown, html, redirect, session }) => {
  if (path === "/in")
    return isRight(body) ? redirect("/home", [session(), "name=alice; Max-Age=99999"]) : redirect("/");
  if (path === "/home" && !isKnown) return redirect("/");
  return html(path === "/home" ? dashboard() : form().replace('name="u"', 'name="u" value="alice"'));
};

/** Everything at one address, by requests of scripts, with a request that is never answered. */
const polls: Kind = ({ path, body, isKnown, html, session, redirect }) => {
  if (path === "/poll") return undefined;
  if (path === "/me") return html("", isKnown ? 200 : 401);
  if (path === "/in") return isRight(body) ? redirect("/me", [session()]) : html("", 403);
  const logIn = `const answer = await fetch("/in", { method: "POST", body: new URLSearchParams(data) });
    if (answer.ok) inside(); else app.querySelector("button").textContent = "Vrmp!";`;
  const me = `(await fetch("/me")).ok ? inside() : outside();`;
  return html(application({ logIn, me, more: `fetch("/poll");` }));
};

/** The form stays, with a text that is about nothing, until the page has what it asks for after the login. */
const works: Kind = ({ path, body, isKnown, html, session, redirect }) => {
  if (path === "/all") return void setTimeout(() => html(""), 7_000);
  if (path === "/me") return html("", isKnown ? 200 : 401);
  if (path === "/in") return isRight(body) ? redirect("/me", [session()]) : html("", 403);
  const logIn = `const answer = await fetch("/in", { method: "POST", body: new URLSearchParams(data) });
    if (!answer.ok) return;
    app.insertAdjacentHTML("beforeend", "<p>Lffd...</p>");
    await fetch("/all");
    inside();`;
  return html(application({ logIn, me: `(await fetch("/me")).ok ? inside() : outside();` }));
};

/** Everything at one address; the form appears slowly, by the change of a style or by an animation. */
function fades(style: string): Kind {
  return ({ path, body, isKnown, html, session, redirect }) => {
    if (path === "/me") return html("", isKnown ? 200 : 401);
    if (path === "/in") return isRight(body) ? redirect("/me", [session()]) : html("", 403);
    const logIn = `const answer = await fetch("/in", { method: "POST", body: new URLSearchParams(data) });
      if (answer.ok) inside();`;
    const me = `if ((await fetch("/me")).ok) return inside();
      outside();
      app.querySelector("form").getBoundingClientRect();
      app.querySelector("form").classList.add("shown");`;
    return html(`<style>${style}</style>${application({ logIn, me })}`);
  };
}

/** The password is in a header of a request, and the application in a frame. */
const frames: Kind = ({ path, body, isKnown, html, session, redirect }) => {
  if (path === "/in") return isRight(body) ? redirect("/me", [session()]) : html("", 401);
  if (path === "/me") return html("", isKnown ? 200 : 401);
  if (path === "/frame") return html(isKnown ? dashboard() : "");
  const logIn = `const answer = await fetch("/in", { headers: { "x-pw": data.get("pw") } });
    if (answer.ok) inside();`;
  const me = `(await fetch("/me")).ok ? inside() : outside();`;
  return html(application({ logIn, me, drawn: `<iframe src="/frame" width=900 height=600></iframe>` }));
};

/** The page behind the login is at the same address, and has a form with a password of its own. */
const settings: Kind = ({ path, body, isKnown, html, redirect, session }) => {
  if (path === "/in") return redirect("/", isRight(body) ? [session()] : []);
  const own = `<form action="/wifi"><label>Wlan <input type="password" name="key"></label><button>Tlk</button></form>`;
  return html(isKnown ? dashboard(own) : form());
};

/** A token in the storage; with one that has expired, the page shows neither a form nor a way out. */
const tokens: Kind = ({ path, body, isKnown, html, session }) => {
  if (path === "/in") return isRight(body) ? html(/zz=([\w-]+)/.exec(session())?.[1] ?? "") : html("", 401);
  if (path === "/me") return html("", isKnown ? 200 : 401);
  const logIn = `const answer = await fetch("/in", { method: "POST", body: new URLSearchParams(data) });
    if (answer.ok) { localStorage.zz = await answer.text(); inside(); }`;
  const me = `if (!localStorage.zz) return outside();
    const { ok } = await fetch("/me", { headers: { "x-zz": localStorage.zz } });
    if (ok) inside(); else app.innerHTML = "<p>Hmpf.</p>";`;
  return html(application({ logIn, me }));
};

/** Behind the login is a form that connects to something else, with fields of the same names. */
const connects: Kind = ({ path, body, isKnown, html, session }) => {
  if (path === "/in") return isRight(body) ? html(/zz=([\w-]+)/.exec(session())?.[1] ?? "") : html("", 401);
  if (path === "/me") return html("", isKnown ? 200 : 401);
  const logIn = `const answer = await fetch("/in", { method: "POST", body: new URLSearchParams(data) });
    if (answer.ok) { localStorage.zz = await answer.text(); location.hash = "#/cnct"; inside(); }`;
  const me = `const known = localStorage.zz && (await fetch("/me", { headers: { "x-zz": localStorage.zz } })).ok;
    location.hash = known ? "#/cnct" : "#/sign-in";
    if (known) inside(); else outside();`;
  const texts = ["Rchn", "Prt", "Kntk", "Sprch", "Knl"].map(
    (name) => `<label>${name} <input name="${name}" value="x"></label>`,
  );
  const notes = Array.from({ length: 12 }, (_, at) => `<p>Nt ${"abcdefghijkl"[at]}</p>`).join("");
  const drawn = `<h1>Cnct</h1>${notes}${form(texts.join(""), "/other")}`;
  return html(application({ logIn, me, drawn }));
};

/** The session counts only at an address whose fragment names a part of the website, which is read once at the start. */
const parts: Kind = ({ path, body, isKnown, html, session, redirect }) => {
  if (path === "/me") return html("", isKnown ? 200 : 401);
  if (path === "/in") return isRight(body) ? redirect("/me", [session()]) : html("", 403);
  const logIn = `const answer = await fetch("/in", { method: "POST", body: new URLSearchParams(data) });
    if (answer.ok) { location.hash = "#lgr"; inside(); }`;
  const me = `if (location.hash === "#lgr" && (await fetch("/me")).ok) inside(); else outside();`;
  return html(application({ logIn, me }));
};

/** An application that takes long to start, and shows a line of text until then. */
const starts: Kind = (visit) => {
  if (visit.path !== "/") return redirects(visit);
  const drawn = JSON.stringify(form());
  return visit.html(`<p>Strt</p><script>setTimeout(() => { document.body.innerHTML = ${drawn}; }, 4_000)</script>`);
};

/** A public page; its form is behind a link whose words say nothing, after two that lead elsewhere. */
const links: Kind = (visit) => {
  const { path, html } = visit;
  if (path === "/user/login") return html(form());
  if (path === "/auth/about") return html("<h1>Nmr</h1>");
  if (path !== "/") return redirects(visit);
  return html(`<h1>Wqk</h1><form action="/find"><input type="search" name="q"><button>Srch</button></form>
<a href="/what-links-here">Bcklnk</a> <a href="/auth/about">Abt</a> <a href="/user/login">Nml</a>`);
};

/** A public home page; an old session is sent from there to the form. */
const expires: Kind = (visit) => {
  const { path, html, isKnown, hasCookie, redirect } = visit;
  const links = Array.from({ length: 20 }, (_, at) => `<a href="/${at}">Nv ${"abcdefghijklmnopqrst"[at]}</a>`);
  if (path === "/user/login") return html(`${links.join("<br>")}${form()}`);
  if (path !== "/" || isKnown) return redirects(visit);
  return hasCookie ? redirect("/user/login") : html(`<h1>Wqk</h1><a href="/user/login">Nml</a>`);
};

/** The address of the form ends the session. */
const ends: Kind = (visit) => {
  if (visit.path === "/" && visit.isKnown) visit.revoke();
  redirects(visit);
};

/** The form is drawn by a timer. */
const draws: Kind = (visit) => {
  if (visit.path !== "/") return redirects(visit);
  const drawn = JSON.stringify(form());
  return visit.html(
    `<h1>Wqk</h1><script>setTimeout(() => document.body.insertAdjacentHTML("beforeend", ${drawn}), 900)</script>`,
  );
};

/** The form is in a dialog behind a control that is called like an account. */
const accounts: Kind = ({ path, body, isKnown, html, redirect, session }) => {
  if (path === "/in") return isRight(body) ? redirect("/", [session()]) : redirect("/");
  const way = `<button onclick="this.nextElementSibling.showModal()">My account</button><dialog>${form()}</dialog>`;
  return html(isKnown ? dashboard(`<a href="/me">My account</a><a href="/out">Log out</a>`) : `<h1>Trfk</h1>${way}`);
};

describe("a website in words that no pattern knows", () => {
  test.for<[string, Kind]>([
    ["whose page behind the login is full of words and buttons", redirects],
    ["that shows its form to everybody, with the name of the last user", remembers],
    ["that does everything at one address, and never stops to ask its server", polls],
    ["that works for long on what comes behind the login", works],
    ["whose form fades in", fades("form { opacity: 0; transition: opacity 0.3s; } form.shown { opacity: 1; }")],
    [
      "whose form is animated",
      fades("@keyframes come { from { opacity: 0; } } form { animation: come 0.3s 0.1s both; }"),
    ],
    [
      "whose form is animated without an end",
      fades("@keyframes pulse { from, to { opacity: 0; } 50% { opacity: 1; } } form { animation: pulse 2s infinite; }"),
    ],
    ["that sends the password in a header, and has its application in a frame", frames],
    ["with a password of its own behind the login", settings],
    ["that keeps a token, and is confused by an old one", tokens],
    ["whose page behind the login asks for a name and a password of something else", connects],
    ["whose form is behind a link", links],
    ["whose form is drawn later", draws],
    ["that takes long to start", starts],
    ["whose session counts only at an address with a fragment", parts],
    ["whose form is behind an account", accounts],
    ["that sends an old session from its public page to the form", expires],
    ["that ends a session at the address of its form", ends],
  ])(
    "logs in, is found logged in, logged out after its session has ended, and renewed: a website %s",
    async ([, kind], { browser, expect, onTestFinished }) => {
      const site = await foreignSite(kind, onTestFinished);
      const page = await browser.page();
      const logIn = async (plan?: LoginResult["plan"]): Promise<LoginResult> =>
        (await logInOn(page, site.url, { ...alone, values: user, ...(plan && { plan }) })).result;
      const { signature, plan } = await logIn();
      const checked = () => checkLogin(page, { url: site.url, signature }, never);
      expect(await checked()).toBe("logged-in");
      site.revoke();
      expect(await checked()).toBe("logged-out");
      expect(await logIn(plan)).toMatchObject({ planState: "replayable" });
      expect(await checked()).toBe("logged-in");
      expect(site.received()).toBe(2);
    },
  );

  test("that asks for a code beside the password, whatever the status, gets both once more, also by a person", async ({
    browser,
    expect,
    onTestFinished,
  }) => {
    const kind: Kind = ({ path, body, isKnown, html, session, redirect }) => {
      if (path === "/me") return html("", isKnown ? 200 : 401);
      const isCode = body.get("otp") === code;
      if (path === "/in") return isRight(body) && isCode ? redirect("/me", [session()]) : html("", 401);
      const more = JSON.stringify(`<label>Kd <input name="otp" autocomplete="one-time-code"></label>`);
      const logIn = `const answer = await fetch("/in", { method: "POST", body: new URLSearchParams(data) });
        if (answer.ok) inside();
        else if (!data.has("otp")) event.target.querySelector("button").insertAdjacentHTML("beforebegin", ${more});`;
      return html(application({ logIn, me: `(await fetch("/me")).ok ? inside() : outside();` }));
    };
    const site = await foreignSite(kind, onTestFinished);
    const values = { values: user, totp: async () => code };
    const { result } = await logInOn(await browser.page(), site.url, { ...alone, ...values });
    expect(result.requirements).toContainEqual({ kind: "totp", key: "" });
    expect(site.received()).toBe(2);
    const answers = [give({ identifier: user.username, password: user.password })];
    const given = await logInOn(await browser.page(), site.url, { totp: async () => code, answers });
    expect(given.dialog.questions).toHaveLength(1);
    expect(site.received()).toBe(4);
  });

  test("that draws its form anew some time after a refusal asks a person once", async ({
    browser,
    expect,
    onTestFinished,
  }) => {
    const kind: Kind = ({ path, body, isKnown, html, session, redirect }) => {
      if (path === "/all") return void setTimeout(() => html(""), 4_000);
      if (path === "/me") return html("", isKnown ? 200 : 401);
      if (path === "/in") return isRight(body) ? redirect("/me", [session()]) : html("", 401);
      const logIn = `const answer = await fetch("/in", { method: "POST", body: new URLSearchParams(data) });
        if (answer.ok) return inside();
        app.insertAdjacentHTML("beforeend", "<p>Lffd...</p>");
        await fetch("/all");
        outside();`;
      return html(application({ logIn, me: `(await fetch("/me")).ok ? inside() : outside();` }));
    };
    const site = await foreignSite(kind, onTestFinished);
    const answers = [give({ identifier: user.username, password: user.password })];
    const values = { ...user, password: "wrong" };
    const { dialog } = await logInOn(await browser.page(), site.url, { values, answers });
    expect(dialog.questions.map(({ websiteError }) => websiteError)).toEqual([undefined]);
    expect(site.received()).toBe(2);
  });

  test.for<[string, string]>([
    ["announces a refusal", `<p role="alert">Gnx wrpl bzz.</p>`],
    [
      "marks the field",
      `<p id="hint">Gnx wrpl bzz.</p><script>
const field = document.querySelector("[name=pw]");
field.setAttribute("aria-invalid", "true");
field.setAttribute("aria-describedby", "hint");
</script>`,
    ],
  ])(
    "that %s is believed that the password is wrong, with its own sentence",
    async ([, mark], { browser, expect, onTestFinished }) => {
      const kind: Kind = ({ path, html }) => html(path === "/in" ? `${form()}${mark}` : form());
      const site = await foreignSite(kind, onTestFinished);
      const run = logInOn(await browser.page(), site.url, { ...alone, values: user });
      await expect(run).rejects.toMatchObject({ kind: "credentials_invalid", websiteError: "Gnx wrpl bzz." });
      expect(site.received()).toBe(1);
    },
  );

  test("whose page behind the login answers the form, at an address that shows nothing by itself, is asked at its form", async ({
    browser,
    expect,
    onTestFinished,
  }) => {
    const kind: Kind = ({ path, query, body, isKnown, html, cookie, session }) => {
      if (path !== "/in") return html("<h1>Wqk</h1><p>Nmr</p>");
      if (body.has("pw") && isRight(body)) cookie(session());
      if (body.has("pw") || query.has("do")) return html(isKnown || isRight(body) ? dashboard() : form());
      return html("<h1>Hmpf</h1>");
    };
    const site = await foreignSite(kind, onTestFinished);
    const page = await browser.page();
    const url = new URL("/in?do=edit", site.url).href;
    const { result } = await logInOn(page, url, { ...alone, values: user });
    expect(result.planState).toBe("replayable");
    const { signature } = result;
    expect(await checkLogin(page, { url, signature }, never)).toBe("logged-in");
    site.revoke();
    expect(await checkLogin(page, { url, signature }, never)).toBe("logged-out");
    expect(site.received()).toBe(1);
  });

  test("never has its own buttons offered as choices of the login", async ({ browser, expect, onTestFinished }) => {
    // The page behind the login is for everybody: nothing tells that the login has succeeded.
    const kind: Kind = ({ path, html }) => html(path === "/in" ? dashboard() : form());
    const site = await foreignSite(kind, onTestFinished);
    const answers = [() => Promise.reject(new Error("enough"))];
    const run = logInOn(await browser.page(), site.url, { values: user, answers });
    await expect(run).rejects.toThrow("enough");
    expect(site.received()).toBe(1);
  });
});
