import { alice, loginTest } from "../../../support/browser/login-browser.ts";
import { give, logInAt, stored } from "../support/login-flow.ts";

const test = loginTest(2);

test("a person is asked on each page for what it needs", async ({ browser, expect }) => {
  const answers = [give({ identifier: alice.name }), give({ password: alice.password })];
  const { result, dialog } = await logInAt(browser, "/identifier", { answers });
  expect(
    dialog.questions.map(({ kind, fields }) => [kind, ...fields.map(({ type, reason }) => `${type} ${reason}`)]),
  ).toEqual([
    ["input", "identifier missing"],
    ["input", "password missing"],
  ]);
  expect(result).toMatchObject({
    values: stored,
    planState: "unchecked",
    requirements: [
      { kind: "identifier", key: "username" },
      { kind: "password", key: "password" },
    ],
  });
});

// A browser with a window is in window.test.ts.
test("another website logs in by a popup that the plan chooses", async ({ browser, expect }) => {
  const step = { step: "choice", kind: "sso_provider", label: "Sign in with Keycloak" } as const;
  const plan = { entrance: browser.site.on("main", "/sso"), steps: [step] };
  const { result } = await logInAt(browser, "/sso", { values: stored, plan });
  expect(result.postLoginUrl).toBe(browser.site.on("main", "/home"));
});
