import { randomUUID } from "node:crypto";
import { describe, type TestContext } from "vitest";
import { loginTest } from "../../../support/browser/login-browser.ts";
import { dashboard, type ForeignSite, foreignSite, isRight, user } from "../support/foreign-site.ts";
import type { Person } from "../support/person.ts";
import { names, renewed, type ShownTest, shown } from "../support/shown-login.ts";

const test = loginTest();

/** Start page with a control that no rule knows; `act` is what it does. */
function start(act: string, more = ""): string {
  return `<h1>Trfk</h1><div id="go" style="cursor: pointer" onclick="${act}">Grmpf</div>${more}`;
}

/** Fields and a button whose words and types tell nothing; `send` gets the values of the fields. */
const controls = `<div><label>Zyxo <input></label></div><div><label>Qwlt <input></label></div>
  <div id="send" style="cursor: pointer">Vrmp</div>`;

/** Script that sends the values of the fields of a root as a form. */
function sending(root: string, target = "_self"): string {
  return `${root}.querySelector("#send").addEventListener("click", () => {
    const form = Object.assign(document.createElement("form"), { method: "post", action: "/in", target: "${target}" });
    for (const [at, { value }] of [...${root}.querySelectorAll("input")].entries()) {
      form.append(Object.assign(document.createElement("input"), { name: ["u", "pw"][at], value, type: "hidden" }));
    }
    document.body.append(form);
    form.submit();
  });`;
}

/** Page whose controls are in closed shadow roots: one in the other, the inner one of `host`. */
function closed(host: string, target = "_self"): string {
  return `<h1>Qwx</h1><out-box></out-box><script>
    globalThis.closedRoots = new Map();
    const closedRoot = (host) => {
      const root = host.attachShadow({ mode: "closed" });
      closedRoots.set(host, root);
      return root;
    };
    const outer = closedRoot(document.querySelector("out-box"));
    outer.innerHTML = ${JSON.stringify(host)};
    const inner = closedRoot(outer.firstElementChild);
    inner.innerHTML = ${JSON.stringify(controls)};
    ${sending("inner", target)}
  </script>`;
}

/** Website at `localhost` with a login at `/form`, which may be on another host, behind a start page. */
function website(first: string, form: () => string, onFinished: TestContext["onTestFinished"]) {
  const tickets = new Set<string>();
  return foreignSite(({ path, body, query, isKnown, html, redirect, session }) => {
    if (path === "/in" && isRight(body)) {
      const ticket = randomUUID();
      tickets.add(ticket);
      return html(`<script>location = "http://localhost:" + location.port + "/enter?ticket=${ticket}"</script>`);
    }
    if (path === "/in") return redirect("/form");
    if (path === "/enter") return redirect("/home", tickets.delete(query.get("ticket") ?? "") ? [session()] : []);
    if (path === "/home") return isKnown ? html(dashboard()) : redirect("/");
    return html(path === "/form" ? form() : isKnown ? dashboard() : first);
  }, onFinished);
}

/** Shows the login behind the start page, and gives the plan. */
async function taughtIn(test: ShownTest, site: ForeignSite, path: string) {
  const { plan } = await shown(test, site, async (person: Person) => {
    await person.click("#go");
    await person.type(user.username, `${path}div:nth-of-type(1) input`);
    await person.type(user.password, `${path}div:nth-of-type(2) input`);
    await person.click(`${path}#send`);
  });
  return plan;
}

describe("a login in closed shadow roots", () => {
  for (const [name, host] of [
    ["custom element", "<in-box></in-box>"],
    ["element without a box of its own", `<in-box style="display: contents"></in-box>`],
    ["plain element", "<div></div>"],
  ] as const) {
    test(`${name}: it is shown, renewed, and a control that has changed fails the plan`, async ({
      browser,
      expect,
      onTestFinished,
    }) => {
      const test = { browser, expect };
      let form = closed(host);
      const site = await website(start("location.href = '/form'"), () => form, onTestFinished);
      const plan = await taughtIn(test, site, `out-box >> ${/\w[\w-]*/.exec(host)?.[0]} >> `);
      expect(names(plan)).toEqual(steps("/form"));
      site.revoke();
      expect((await renewed(test, site, plan)).failures).toEqual([undefined]);
      form = form.replace("Qwlt", "Qrst");
      const { failures } = await renewed(test, site, plan);
      expect(failures).toMatchObject([{ step: 3, why: "the page has no such control" }]);
    });
  }
});

describe("a login in a frame of another site", () => {
  for (const [name, content, path] of [
    ["fields", `${controls}<script>${sending("document", "_top")}</script>`, ""],
    ["fields in closed shadow roots", closed("<in-box></in-box>", "_top"), "out-box >> in-box >> "],
  ] as const) {
    test(`${name}: it is shown, renewed, and a control that has changed fails the plan`, async ({
      browser,
      expect,
      onTestFinished,
    }) => {
      const test = { browser, expect };
      let form: string = content;
      const act = "document.querySelector('iframe').src = 'http://login.localhost:' + location.port + '/form'";
      const first = start(act, `<iframe width="500" height="300"></iframe>`);
      const site = await website(first, () => form, onTestFinished);
      const plan = await taughtIn(test, site, `iframe >> ${path}`);
      expect(names(plan)).toEqual(steps("/form"));
      expect(plan.steps.map(({ frame }) => frame && new URL(frame).hostname)).toEqual([
        undefined,
        ...Array(3).fill("login.localhost"),
      ]);
      site.revoke();
      expect((await renewed(test, site, plan)).failures).toEqual([undefined]);
      form = form.replace("Qwlt", "Qrst");
      const { failures } = await renewed(test, site, plan);
      expect(failures).toMatchObject([{ step: 3, why: "the page has no such control" }]);
    });
  }
});

/** Steps of the plan of a login whose form is at a path. */
function steps(path: string): string[] {
  return [
    'press "Grmpf" on /',
    `type the value "username" in "Zyxo" on ${path}`,
    `type the value "password" in "Qwlt" on ${path}`,
    `press "Vrmp" on ${path}`,
  ];
}
