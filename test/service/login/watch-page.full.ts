import { withServer } from "../../support/chromium.ts";
import { fieldsOf, loginTest, never } from "../../support/login-browser.ts";

const test = loginTest();

test("facts of a page that never stops changing come at the time limit, not settled", async ({
  browser,
  expect,
  onTestFinished,
}) => {
  const { url } = await withServer((_request, response) => {
    response
      .setHeader("content-type", "text/html")
      .end(`<p id="at">0</p><form><label>Password <input type="password"></label></form>
<script>setInterval(() => { at.textContent = Number(at.textContent) + 1; }, 20)</script>`);
  }, onTestFinished);
  const page = await browser.at(url);
  const facts = await page.facts(never);
  expect(facts.settled).toBe(false);
  expect(fieldsOf(facts)).toEqual(["password Password"]);
});
