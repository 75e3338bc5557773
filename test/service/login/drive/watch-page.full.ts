import { describe } from "vitest";
import { withServer } from "../../../support/browser/chromium.ts";
import { fieldsOf, logIn, loginTest, never } from "../../../support/browser/login-browser.ts";
import { type RefusedPassword, refusesPassword } from "../support/refused-password.ts";

const test = loginTest(2);

test("facts of a page that never stops changing come at the time limit, not settled", async ({
  browser,
  expect,
  onTestFinished,
}) => {
  const { url } = await withServer((_request, response) => {
    response
      .setHeader("content-type", "text/html")
      .end(`<p id="at">a</p><form><label>Password <input type="password"></label></form>
<script>setInterval(() => { at.textContent += "a"; }, 20)</script>`);
  }, onTestFinished);
  const page = await browser.at(url);
  const facts = await page.facts(never);
  expect(facts.settled).toBe(false);
  expect(fieldsOf(facts)).toEqual(["password Password"]);
});

test("the status of an accepted login is that of a request by a script", async ({ browser, expect }) => {
  const page = await browser.at("/spa");
  const watch = page.watchRequests();
  await logIn(page);
  expect(watch.loginStatus()).toBe(200);
  watch.stop();
});

describe("the refusal of a wrong password", () => {
  test.for<RefusedPassword>([
    ["/errors/grey", "The user name or password is incorrect.", 200],
    ["/de", "Benutzername oder Kennwort ist falsch.", 200],
  ])("at %s is the new line %j, after status %i", refusesPassword);
});
