import { describe } from "vitest";
import { fieldsOf, loginTest, never } from "../../../support/browser/login-browser.ts";
import { foreignSite, isRight, user } from "../support/foreign-site.ts";
import { logInOn } from "../support/login-flow.ts";

const test = loginTest();

const styles = `<style>.field { position: relative; width: 300px; height: 50px; margin: 20px }
  .field input { position: absolute; inset: 0; opacity: 0 } .field:focus-within input, .field input.full { opacity: 1 }
  .field span { position: absolute; left: 5px; top: 15px; pointer-events: none } .field:focus-within span { top: -18px }</style>`;

/** Field in the way of many libraries: transparent while it is empty, with its label over it. */
function fieldUnder(label: string, attributes: string): string {
  return `<div class="field"><span>${label}</span><input aria-label="${label}" ${attributes}></div>`;
}

const password = fieldUnder("Password", `type="password" name="pw"`);

describe("a field that is transparent while it is empty", () => {
  test.for<[string, string, string[]]>([
    [
      "counts with its label over it",
      fieldUnder("User name", `name="u"`),
      ["identifier User name", "password Password"],
    ],
    [
      "does not count with its label beside it",
      `<label>Website <span style="opacity: 0"><input name="u"></span></label>`,
      ["password Password"],
    ],
    [
      "does not count with a label that is transparent too",
      `<div style="opacity: 0">${fieldUnder("User name", `name="u"`)}</div>`,
      ["password Password"],
    ],
    [
      "does not count over a text of the page",
      `<div style="height: 400px"><p>User name</p><input name="u" style="opacity: 0; position: relative; top: -30px"></div>`,
      ["password Password"],
    ],
    [
      "does not count when it is full and still transparent",
      fieldUnder("User name", `name="u" value="bot"`),
      ["password Password"],
    ],
  ])("%s", async ([, first, fields], { browser, expect, onTestFinished }) => {
    const page = `${styles}<form method="post">${first}${password}<button>Log in</button></form>`;
    const { url } = await foreignSite(({ html }) => html(page), onTestFinished);
    expect(fieldsOf(await (await browser.at(url)).facts(never))).toEqual(fields);
  });

  test("gets its value", async ({ browser, expect, onTestFinished }) => {
    const site = await foreignSite(({ path, body, isKnown, html, redirect, session }) => {
      if (path === "/in") return isRight(body) ? redirect("/", [session()]) : redirect("/");
      const fields = fieldUnder("User name", `name="u"`) + password;
      const form = `${styles}<form method="post" action="/in">${fields}<button>Log in</button></form>`;
      return html(isKnown ? "<h1>Invoices</h1><a href=/out>Log out</a>" : form);
    }, onTestFinished);
    const { result } = await logInOn(await browser.page(), site.url, { values: user, isUnattended: true });
    expect(result.planState).toBe("replayable");
    expect(site.received()).toBe(1);
  });
});
