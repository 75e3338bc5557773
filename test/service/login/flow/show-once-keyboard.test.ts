import { describe } from "vitest";
import { loginTest } from "../../../support/browser/login-browser.ts";
import { dashboard, type ForeignSite, foreignSite, type Kind, user } from "../support/foreign-site.ts";
import type { Person } from "../support/person.ts";
import { names, renewed, shown, stored } from "../support/shown-login.ts";

const test = loginTest();

/**
 * Fields that take no keys, and a keyboard of the page: each key is an element in another one, the keys react to the
 * pointer that goes down, and Shift replaces them all, until the next key.
 */
const keyboard = `<h1>Qwx</h1><form method="post" action="/in"><input name="u" readonly><input name="pw" type="password" readonly>
  <button>Vrmp</button></form><div id="keys"></div>
  <script>
    let [field, isShifted] = [document.forms[0].u, false];
    for (const input of document.querySelectorAll("input")) input.onfocus = () => { field = input; };
    const draw = () => {
      const row = (text) => [...text].map((key) => '<div><div class="key" style="cursor: pointer">' + key + "</div></div>").join("");
      const keys = isShifted ? "QWERTYUIOPASDFGHJKLZXCVBNM!@#$%^&*(" : "qwertyuiopasdfghjklzxcvbnm1234567890";
      document.getElementById("keys").innerHTML = row(keys) +
        '<div><div class="key" id="shift" style="cursor: pointer">Shift</div></div><div><div class="key key-space" style="cursor: pointer"></div></div>' +
        '<div><div class="key" style="cursor: pointer">-</div></div>';
    };
    const press = ({ target }) => {
      const key = target.closest(".key");
      if (!key) return;
      if (key.id === "shift") isShifted = !isShifted;
      else { field.value += key.textContent || " "; isShifted = false; }
      draw();
    };
    document.addEventListener("mousedown", press);
    draw();
  </script><style>#keys div { display: inline-block; min-width: 20px } .key-space { height: 1em } h1 { margin: 0 }</style>`;

const site =
  (page: string, isRight: (body: URLSearchParams) => boolean): Kind =>
  ({ path, body, isKnown, html, redirect, session }) => {
    if (path === "/in") return isRight(body) ? redirect("/home", [session()]) : redirect("/?again");
    if (isKnown) return html(dashboard());
    if (path !== "/") return redirect("/");
    html(page);
  };

async function press(person: Person, text: string): Promise<void> {
  for (const each of text) {
    if (/[A-Z!]/.test(each)) await person.click("#shift");
    await person.click(each === " " ? ".key-space" : `text=${each}`);
  }
}

const refusal = '<p role="alert">Ztrx mplk qq.</p>';

/** A login with a list that nobody but a person can choose from; what is chosen last counts. */
function listed(isAgain: boolean): string {
  const text = isAgain ? refusal : "";
  return `<h1>Qwx</h1>${text}<form method="post" action="/in"><label>Zyxo <input name="u" autocomplete="username"></label>
    <label>Pw <input name="pw" type="password"></label><input type="hidden" name="b">
    <div id="list" style="cursor: pointer" onclick="document.getElementById('items').hidden = false">Brzl</div>
    <div id="items" hidden><div id="one" style="cursor: pointer" onclick="chosen(1)">Mrk</div><div id="two" style="cursor: pointer" onclick="chosen(2)">Frk</div></div>
    <button id="send" disabled>Vrmp</button></form><script>function chosen(b) {
      document.forms[0].b.value = b; document.getElementById("items").hidden = true; document.getElementById("send").disabled = false;
    }</script>`;
}

describe("a login that is shown once", () => {
  test("by a keyboard of the page with Shift, whose keys the pointer replaces", async ({
    browser,
    expect,
    onTestFinished,
  }) => {
    const test = { browser, expect };
    const kind = site(keyboard, (body) => body.get("u") === user.username && body.get("pw") === user.password);
    const website = await foreignSite(kind, onTestFinished);
    const { plan } = await shown(test, website, async (person) => {
      await person.click("[name=u]");
      await press(person, user.username);
      await person.click("[name=pw]");
      await press(person, user.password);
      await person.click("button");
    });
    expect(names(plan)).toEqual([
      'press "Qwx" on /',
      'press the keys of the value "username" on /',
      'press "pw" on /',
      'press the keys of the value "password" on /',
      'press "Vrmp" on /',
    ]);
    expect((await renewed(test, website, plan)).failures).toEqual([undefined]);
    const wrong = { values: { ...stored, password: "Other~1" } };
    const { failures } = await renewed(test, website, plan, wrong);
    expect(failures[0]?.why).toBe("the keypad does not have one key for each character of the value");
  });

  test("and refused later ends with what the website says", async ({ browser, expect, onTestFinished }) => {
    const test = { browser, expect };
    let requests = 0;
    const kind: Kind = (visit) => {
      if (visit.path === "/in") requests += 1;
      const isRight = (body: URLSearchParams) => body.get("pw") === user.password && body.get("b") === "2";
      site(listed(visit.query.has("again")), isRight)(visit);
    };
    const website: ForeignSite = await foreignSite(kind, onTestFinished);
    const { plan } = await shown(test, website, async (person) => {
      await person.replace(user.username, "[name=u]");
      await person.replace(user.password, "[name=pw]");
      await person.click("#list");
      await person.click("#two");
      await person.click("#send");
    });
    expect((await renewed(test, website, plan)).failures).toEqual([undefined]);
    requests = 0;
    const { error } = await renewed(test, website, plan, { values: { ...stored, password: "Outdated-1" } });
    expect(error).toMatchObject({ kind: "credentials_invalid", websiteError: "Ztrx mplk qq." });
    expect(requests).toBe(1);
  });
});
