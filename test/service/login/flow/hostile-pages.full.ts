import { once } from "node:events";
import { describe, test } from "vitest";
import { LoginBrowser } from "../../../support/browser/login-browser.ts";
import { expectNamed, form, type HostileSite } from "../support/hostile-site.ts";

const page = { "content-type": "text/html; charset=utf-8" };

const sites: Readonly<Record<string, HostileSite>> = {
  "draws its controls again all the time": {
    site: `${form}<script>const html = f.innerHTML; setInterval(() => { f.innerHTML = html; }, 5);</script>`,
    kinds: ["login_failed", "credentials_invalid", "no_login_form"],
  },
  "takes its form away as soon as something is entered": {
    site: `${form}<script>const html = f.innerHTML; f.oninput = () => { f.innerHTML = ""; setTimeout(() => { f.innerHTML = html; }, 50); };</script>`,
    kinds: ["login_failed", "credentials_invalid"],
  },
  "runs an endless script once something is entered": {
    site: `${form}<script>f.oninput = () => { for (;;); };</script>`,
    kinds: ["login_failed"],
    says: /does not respond.*login_url/,
  },
  "runs an endless script once it is submitted": {
    site: `${form}<script>f.onsubmit = () => { for (;;); };</script>`,
    kinds: ["login_failed"],
    says: /does not respond.*login_url/,
  },
  "runs an endless script": {
    site: `${form}<script>setTimeout(() => { for (;;); }, 200);</script>`,
    kinds: ["login_failed"],
    says: /does not respond.*login_url/,
    checks: ["unknown"],
  },
  "runs scripts of 20 seconds one after the other": {
    site: `${form}<script>setInterval(() => { for (const end = Date.now() + 20000; Date.now() < end;); }, 1);</script>`,
    kinds: ["login_failed", "credentials_invalid", "no_login_form"],
  },
  "redirects itself by script all the time": {
    site: `${form}<script>setInterval(() => { location.href = "/?" + Math.random(); }, 60);</script>`,
    kinds: ["login_failed", "no_login_form", "credentials_invalid"],
  },
  "sends a page without an end": {
    site: async (_request, response) => {
      response.writeHead(200, page).write(form);
      while (!response.destroyed) {
        if (!response.write("<p>more</p>".repeat(1_000)))
          await Promise.race([once(response, "drain"), once(response, "close")]);
        else await new Promise((resolve) => setImmediate(resolve));
      }
    },
    kinds: ["login_failed", "credentials_invalid", "no_login_form", "browser_session_terminated"],
  },
  "never ends its answer": {
    site: (_request, response) => void response.writeHead(200, page).write(form),
    kinds: ["login_failed", "credentials_invalid"],
  },
  "has frames 200 deep": {
    site: `${form}<script>let at = document;
      for (let count = 0; count < 200; count++) { const f = at.createElement("iframe"); at.body.append(f); at = f.contentDocument; }</script>`,
    kinds: ["credentials_invalid", "login_failed"],
  },
  "has hundreds of hidden frames": {
    site: `${form}${'<iframe style="width:0;height:0" src="about:blank"></iframe>'.repeat(400)}`,
    kinds: ["credentials_invalid", "login_failed"],
  },
  "has texts of megabytes": {
    site: `<form method="post" name="x" id="y" class="z"><label>User name <input name="user"></label><input type="password" name="pw">
      <select name="s"></select><button></button></form><a type="radio" href="/">x</a><svg><a href="/" tabindex="0"><text>x</text></a></svg>
      <script>const long = "a b ".repeat(2e6); document.title = long; const [f] = document.forms;
      for (const e of [f, ...f.elements]) for (const n of ["name", "id", "class", "title", "aria-label", "placeholder"]) e.setAttribute(n, long);
      f.elements[3].textContent = long; document.body.append(long);
      for (let i = 0; i < 20000; i++) f.elements[2].append(new Option("option " + i));</script>`,
    kinds: ["credentials_invalid", "login_failed", "input_required"],
  },
  "opens a dialog on each key": {
    site: `${form}<script>f.oninput = () => alert("input");</script>`,
    kinds: ["credentials_invalid", "login_failed"],
  },
  "sends an answer without a page": {
    site: (_request, response) => void response.writeHead(204).end(),
    kinds: ["login_page_unreachable"],
    says: /sent no page.*login_url/,
  },
  "has 20,000 fields": {
    site: `<form>${"<input>".repeat(20_000)}`,
    kinds: ["input_required", "no_login_form", "login_failed"],
  },
  "has a frame of another website that hangs": {
    site: ({ url, headers: { host } }, response) => {
      const frame = `<iframe src="http://${host?.replace("localhost", "127.0.0.1")}/frame"></iframe>`;
      response.writeHead(200, page).end(url === "/frame" ? "<script>for (;;);</script>" : `${form}${frame}`);
    },
    kinds: ["credentials_invalid"],
    checks: ["logged-out"],
  },
  "never answers": { site: () => {}, kinds: ["login_page_unreachable"], says: /ERR_TIMED_OUT.*login_url/ },
  "opens popups that close": {
    site: `${form}<script>document.onclick = onkeydown = () => { const popup = open("/popup"); setTimeout(() => popup.close(), 30); };</script>`,
    kinds: ["login_failed", "credentials_invalid", "no_login_form"],
  },
};

describe("a website is named as the cause of a failed login that", () => {
  test.concurrent.for(Object.entries(sites))("%s", async ([, site], context) => {
    // A page that hangs stays in its browser.
    const browser = await LoginBrowser.start();
    context.onTestFinished(() => browser.stop());
    await expectNamed(browser, site, context);
  });
});
