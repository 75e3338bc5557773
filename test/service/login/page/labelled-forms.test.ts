import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../../src/generate/paths.ts";
import { loginTest } from "../../../support/browser/login-browser.ts";
import type { FormVerdict } from "../support/form-verdict.ts";
import { labelledPages } from "../support/labelled-form.ts";
import { readLabelledForms } from "../support/read-labelled-forms.ts";

const test = loginTest();

/** Minimum share of labelled fields and submit buttons of login pages that are right, and of other pages. */
const LEAST_RIGHT = 0.97;
const LEAST_PAGES = 300;

/** Wrong pages, with what was expected and found. */
function listed(verdicts: readonly FormVerdict[]): string {
  const wrong = verdicts.filter((verdict) => verdict.wrong.length > 0);
  return `\n${wrong.map(({ page, wrong }) => `${page}\n  ${wrong.join("\n  ")}`).join("\n")}\n`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

test("the fields and the submit buttons of public login pages are those of their labels", async ({
  browser,
  expect,
  onTestFinished,
}) => {
  const verdicts = await readLabelledForms(browser, labelledPages(), onTestFinished);
  expect(new Set(verdicts.map(({ page }) => page)).size).toBe(verdicts.length);
  expect(verdicts.length).toBeGreaterThanOrEqual(LEAST_PAGES);
  const logins = verdicts.filter(({ isLogin }) => isLogin);
  const others = verdicts.filter(({ isLogin }) => !isLogin);
  const fields = sum(logins.map(({ fields }) => fields));
  const rightFields = sum(logins.map(({ rightFields }) => rightFields));
  const submits = logins.filter(({ isSubmitRight }) => isSubmitRight).length;
  const leftAlone = others.filter(({ typesPassword }) => !typesPassword).length;
  expect.soft(rightFields / fields, listed(logins)).toBeGreaterThanOrEqual(LEAST_RIGHT);
  expect.soft(submits / logins.length, listed(logins)).toBeGreaterThanOrEqual(LEAST_RIGHT);
  expect.soft(leftAlone / others.length, listed(others)).toBeGreaterThanOrEqual(LEAST_RIGHT);
  const docs = readFileSync(join(root, "docs/managed-auth.md"), "utf8").replace(/\s+/g, " ");
  const documented = /\d+ public pages, \d+ of them logins: .*? other pages/.exec(docs)?.[0];
  expect
    .soft(documented, listed(verdicts))
    .toBe(
      `${verdicts.length} public pages, ${logins.length} of them logins: ${rightFields} of ${fields} fields and ` +
        `${submits} of ${logins.length} submit buttons are right, and in ${leftAlone} of the ${others.length} other pages`,
    );
});
