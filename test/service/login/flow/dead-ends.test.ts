import { describe } from "vitest";
import type { LoginQuestion } from "../../../../src/service/login/flow/flow-types.ts";
import { unattendedDialog } from "../../../../src/service/login/flow/unattended.ts";
import { loginTest } from "../../../support/browser/login-browser.ts";
import { foreignSite, form, isRight, type Kind, user } from "../support/foreign-site.ts";
import { logInOn } from "../support/login-flow.ts";

const test = loginTest();
const alone = { dialog: unattendedDialog(() => {}) };

/** Long page about a locked account, in words that no pattern knows. */
function locked(more = ""): string {
  const items = Array.from({ length: 18 }, (_, at) => `<p>Kzt ${"abcdefghijklmnopqrstuvwxyz"[at]}</p>`).join("");
  return `<h1>Prgl snft</h1>${items}${more}`;
}

/** Ways of such a page: help for everybody, and the way back. */
const help = `<a href="/help">Hlp</a> <a href="/ask">Sk</a> <a href="/">Bck</a> <a href="mailto:a@b.example">Ml</a>
<button>Rgh</button>`;

const helps: Kind = ({ path, html, redirect }) =>
  path === "/help" || path === "/ask" ? html(`<h1>Hlp</h1><p>${path.slice(1)}</p>`) : redirect("/");

/** Answers the password with the page itself, and a cookie that counts visitors. */
const answers: Kind = ({ path, html, cookie }) => {
  if (path !== "/in") return html(form());
  cookie("seen=1; Max-Age=999");
  html(locked());
};

/** Page of its own for everybody, and a new session of nobody. */
const leadsAway: Kind = (visit) => {
  const { path, html, redirect } = visit;
  if (path === "/in") return redirect("/nmk", [`PHPSESSID=${path.length}; Path=/`]);
  if (path === "/nmk") return html(locked(help));
  return path === "/" ? html(form()) : helps(visit);
};

/** Page that only the browser of the locked account sees; everybody else is sent to the form. */
const remembers: Kind = (visit) => {
  const { path, html, redirect, isKnown, session } = visit;
  if (path === "/in") return redirect("/nmk", [session()]);
  if (path === "/nmk") return isKnown ? html(locked(help)) : redirect("/");
  return path === "/" ? html(form()) : helps(visit);
};

/** The browser of the locked account sees nothing else of the website. */
const follows: Kind = (visit) => {
  const { path, html, redirect, isKnown, session } = visit;
  if (path === "/in") return redirect("/", [session()]);
  if (isKnown) return html(locked(help));
  return path === "/" ? html(form()) : helps(visit);
};

/** A short page instead of a long one. */
const short: Kind = ({ path, html, redirect, isKnown, session }) => {
  if (path === "/in") return redirect("/nmk", [`session_${session()}`, session()]);
  return html(path === "/nmk" && isKnown ? "<h1>Prgl snft</h1><p>Kzt a</p><p>Kzt b</p><p>Kzt c</p>" : form());
};

describe("a website in words that no pattern knows", () => {
  test.for<[string, Kind]>([
    ["in answer to the password, with a cookie that counts visitors", answers],
    ["at an address for everybody, with a new session of nobody", leadsAway],
    ["that only this browser sees, with ways of help", remembers],
    ["wherever this browser goes", follows],
    ["that is short, with a session", short],
  ])(
    "that shows a page about a locked account %s is not logged in to",
    async ([, kind], { browser, expect, onTestFinished }) => {
      const site = await foreignSite(kind, onTestFinished);
      const run = logInOn(await browser.page(), site.url, { ...alone, values: user });
      await expect(run).rejects.toMatchObject({ kind: "unsupported_auth_method" });
      expect(site.received()).toBe(1);
    },
  );

  test("whose page behind the login is small, and leads to what is closed to others, is logged in to", async ({
    browser,
    expect,
    onTestFinished,
  }) => {
    const kind: Kind = ({ path, body, isKnown, html, redirect, session }) => {
      if (path === "/in") return isRight(body) ? redirect("/home", [session()]) : redirect("/");
      if (path === "/") return isKnown ? redirect("/home") : html(form());
      if (!isKnown) return redirect("/");
      return html(path === "/home" ? `<h1>Trfk</h1><a href="/wzr">Wzr</a>` : "<p>Wzr</p>");
    };
    const site = await foreignSite(kind, onTestFinished);
    const { result } = await logInOn(await browser.page(), site.url, { ...alone, values: user });
    expect(result.postLoginUrl).toBe(`${site.url}home`);
  });

  test.for([
    [
      "keeps a session for the tab",
      `sessionStorage.setItem("userToken", answer.token)`,
      `<h1>Trfk</h1><button>Klm</button>`,
    ],
    ["stores nothing, and has a way out", "", `<h1>Trfk</h1><button>Log out</button>`],
  ] as const)("whose script %s is logged in to", async ([, store, inside], { browser, expect, onTestFinished }) => {
    const script = `document.forms[0].addEventListener("submit", async (event) => {
      event.preventDefault();
      const answer = await (await fetch("/in", { method: "POST", body: new URLSearchParams(new FormData(event.target)) })).json();
      if (!answer.token) return;
      ${store};
      document.body.innerHTML = ${JSON.stringify(inside)};
    })`;
    const kind: Kind = ({ path, body, html }) =>
      html(
        path === "/in" ? JSON.stringify(isRight(body) ? { token: "t" } : {}) : `${form()}<script>${script}</script>`,
      );
    const site = await foreignSite(kind, onTestFinished);
    const { result } = await logInOn(await browser.page(), site.url, { ...alone, values: user });
    expect(result.postLoginUrl).toBe(site.url);
    expect(site.received()).toBe(1);
  });

  test.for([
    ["each time", 1_500],
    ["only once", 0],
  ] as const)(
    "that shows a page in between %s is logged in to, on the page after it",
    async ([, againMs], { browser, expect, onTestFinished }) => {
      let waitMs = 1_500;
      const kind: Kind = ({ path, body, isKnown, html, redirect, session }) => {
        if (path === "/in") return isRight(body) ? redirect("/wtt", [session()]) : redirect("/");
        if (path === "/" || !isKnown) return isKnown ? redirect("/wtt") : html(form());
        if (path !== "/wtt")
          return html(`<h1>Trfk</h1><button>Rbt</button><button>Sv drft</button><button>Klm</button>`);
        html(`<p>Wtt.</p><script>setTimeout(() => location = "/home", ${waitMs})</script>`);
        waitMs = againMs;
      };
      const site = await foreignSite(kind, onTestFinished);
      const { result } = await logInOn(await browser.page(), site.url, { ...alone, values: user });
      expect(result.postLoginUrl).toBe(`${site.url}home`);
    },
  );

  test("whose page after the password is small has none of its buttons offered", async ({
    browser,
    expect,
    onTestFinished,
  }) => {
    // The page is for everybody: nothing tells that the login has succeeded.
    const page = `<h1>Trfk</h1><button>Reboot</button><button>Save Draft</button><button>Close</button>`;
    const kind: Kind = ({ path, html }) => html(path === "/in" ? page : form());
    const site = await foreignSite(kind, onTestFinished);
    const asked: LoginQuestion[] = [];
    const answers = [
      (question: LoginQuestion) => {
        asked.push(question);
        return Promise.reject(new Error("enough"));
      },
    ];
    await expect(logInOn(await browser.page(), site.url, { values: user, answers })).rejects.toThrow("enough");
    expect(asked).toMatchObject([{ kind: "external", fields: [], choices: [] }]);
  });
});
