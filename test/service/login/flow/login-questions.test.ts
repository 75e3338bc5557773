import { describe } from "vitest";
import type { LoginQuestion } from "../../../../src/service/login/flow/flow-types.ts";
import { withServer } from "../../../support/browser/chromium.ts";
import { alice, type LoginBrowser, loginTest } from "../../../support/browser/login-browser.ts";
import { until } from "../../../support/until.ts";
import { choose, give, logInAt, logInOn, stored } from "../support/login-flow.ts";

const test = loginTest();

function labels({ choices }: LoginQuestion): string[] {
  return choices.map(({ label }) => label);
}

/** Newest code that the "phone" of the demo site shows. */
async function sentCode(browser: LoginBrowser): Promise<string> {
  const page = await (await fetch(browser.site.on("main", "/phone"))).text();
  return /Your code is (\d{6})/.exec(page)?.[1] ?? "";
}

describe("a person is asked", () => {
  test("a person is asked for a factor and its code, which is not saved; the plan then chooses it, a person may choose another", async ({
    browser,
    expect,
  }) => {
    const code = async ({ fields }: LoginQuestion) => ({ values: { [fields[0]?.ref ?? ""]: await sentCode(browser) } });
    const first = await logInAt(browser, "/factors", { values: stored, answers: [choose("Text message"), code] });
    expect(labels(first.dialog.questions[0] as LoginQuestion)).toContain("Authenticator app");
    expect(first.result.values).toEqual({});
    const { plan } = first.result;
    // The page goes on by itself when the push message is approved, which ends the question.
    const approve = async (_question: LoginQuestion, over: AbortSignal) => {
      await fetch(browser.site.on("main", "/phone"), { method: "POST" });
      await until(() => over.aborted, { what: "the end of the question" });
      return {};
    };
    const answers = [choose("Try another way"), choose("Push"), approve];
    const second = await logInAt(browser, "/factors", { values: stored, plan, answers });
    const { questions } = second.dialog;
    expect(questions).toHaveLength(3);
    expect(questions[0]?.fields).toMatchObject([{ type: "code", reason: "missing" }]);
    expect(questions[2]).toMatchObject({ kind: "external", message: "Check your phone" });
    expect(second.result.plan.steps).toContainEqual({ step: "external", kind: "push" });
    expect(second.result.planState).toBe("needs-external-action");
    expect(second.result.requirements).toContainEqual({ kind: "external_action", key: "" });
  });

  test("a person is asked a second time for a code that the website refuses", async ({ browser, expect }) => {
    const totpCodes = ["000000", "000001"];
    const answers = [give({ code: "999999" }), () => Promise.reject(new Error("enough"))];
    const run = logInAt(browser, "/totp", { values: stored, answers, totp: async () => totpCodes.shift() ?? "" });
    await expect(run).rejects.toThrow("enough");
    expect(totpCodes).toEqual([]);
  });
});

test("a page without any trace of a login is left to a person, who confirms it", async ({
  browser,
  expect,
  onTestFinished,
}) => {
  const { url } = await withServer(({ method }, response) => {
    const form = `<form method="post"><label>User name <input name="user"></label>
<label>Password <input type="password" name="pw"></label><button>Sign in</button></form>`;
    response.setHeader("content-type", "text/html").end(method === "POST" ? "<p>Report of the day</p>" : form);
  }, onTestFinished);
  const address = url.replace("127.0.0.1", "localhost");
  const { result, dialog } = await logInOn(await browser.page(), address, { values: stored, answers: [{}] });
  expect(dialog.questions).toMatchObject([
    { kind: "external", fields: [], message: expect.stringContaining("live view") },
  ]);
  expect(result).toMatchObject({ postLoginUrl: address, planState: "needs-external-action" });
  expect(result.signature).toBeUndefined();
});

describe("another website logs in", () => {
  test("another website logs in by the choice and values of a person, which are saved, over its consent; a replay needs no person", async ({
    browser,
    expect,
  }) => {
    const page = await browser.page();
    const url = browser.site.on("main", "/sso");
    const answers = [choose("Continue with Google"), give({ identifier: alice.name, password: alice.password })];
    const { result, dialog } = await logInOn(page, url, { answers });
    expect(labels(dialog.questions[0] as LoginQuestion)).toContain("Continue with Google");
    expect(dialog.questions).toMatchObject([
      { kind: "input" },
      {
        kind: "input",
        fields: [
          { type: "identifier", reason: "missing" },
          { type: "password", reason: "missing" },
        ],
      },
    ]);
    expect(result).toMatchObject({
      ssoProvider: "google",
      postLoginUrl: browser.site.on("main", "/home"),
      values: stored,
      planState: "unchecked",
      requirements: [
        { kind: "identifier", key: "username" },
        { kind: "password", key: "password" },
      ],
    });
    const { plan } = result;
    expect(JSON.stringify(plan)).not.toContain(alice.password);
    expect(plan.steps).toContainEqual(expect.objectContaining({ step: "choice", kind: "continue", label: "Allow" }));
    browser.site.expireSessions();
    const replay = await logInOn(page, url, { plan, values: stored });
    expect(replay.result).toMatchObject({ ssoProvider: "google", planState: "replayable" });
  });
});
