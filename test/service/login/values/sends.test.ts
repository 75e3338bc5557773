import { describe } from "vitest";
import { unattendedDialog } from "../../../../src/service/login/flow/unattended.ts";
import { loginTest } from "../../../support/browser/login-browser.ts";
import { type Behaviour, countingSite } from "../support/counting-site.ts";
import { give, logInOn, TestSends } from "../support/login-flow.ts";

const test = loginTest();
const values = { username: "ann@example.com", password: "Not-the-one 7" };
const alone = { dialog: unattendedDialog(() => {}) };

describe("a stored password is sent once, and not again in a later login", () => {
  test.for<Behaviour>([
    "renames its fields and refuses in no known words",
    "renames its fields and refuses without a word",
    "renames its fields and redirects in circles, with a new session each time",
    "asks for user name and password in other kinds of fields",
    "sends the form by itself once the password is entered",
    "asks for the password alone once more, without a word",
  ])("a stored password is sent once to a website that %s", async (behaviour, { browser, expect, onTestFinished }) => {
    const site = await countingSite(behaviour, onTestFinished);
    const page = await browser.page();
    const sends = new TestSends();
    for (let count = 0; count < 3; count += 1) {
      const run = logInOn(page, site.url, { ...alone, values, sends });
      await expect(run).rejects.toMatchObject({ kind: "credentials_invalid" });
    }
    expect(site.received(values.password)).toBe(1);
    expect(site.received(values.username)).toBeLessThanOrEqual(2);
  });
});

test("a person is asked instead of a second attempt, and each value of the person is sent once", async ({
  browser,
  expect,
  onTestFinished,
}) => {
  const site = await countingSite("renames its fields and refuses in no known words", onTestFinished);
  const enough = () => Promise.reject(new Error("enough"));
  const answers = [give({ identifier: values.username, password: "by hand one" }), enough];
  await expect(logInOn(await browser.page(), site.url, { values, answers })).rejects.toThrow("enough");
  expect([values.password, "by hand one"].map((value) => site.received(value))).toEqual([1, 1]);
});

test("a password that a website asks to confirm on a separate page is sent twice", async ({
  browser,
  expect,
  onTestFinished,
}) => {
  const site = await countingSite("asks to confirm the password on another page", onTestFinished);
  const { result } = await logInOn(await browser.page(), site.url, { ...alone, values });
  expect(result.postLoginUrl).toBe(`${site.url}inbox`);
  expect(site.received(values.password)).toBe(2);
});
