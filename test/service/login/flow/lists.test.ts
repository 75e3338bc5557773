import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { describe, type TestContext } from "vitest";
import { unattendedDialog } from "../../../../src/service/login/flow/unattended.ts";
import { withServer } from "../../../support/browser/chromium.ts";
import { type LoginBrowser, loginTest, never } from "../../../support/browser/login-browser.ts";
import { give, logInAt, logInOn, type RunOptions, stored } from "../support/login-flow.ts";
import { choosesStored } from "../support/stored-login.ts";

const test = loginTest();
type RealmTest = { browser: LoginBrowser } & Pick<TestContext, "onTestFinished">;
const alone = { dialog: unattendedDialog(() => {}) };

test("a list is a field with its options; a list of languages is not", async ({ browser, expect }) => {
  const { form } = await (await browser.at("/directory")).facts(never);
  expect(form?.fields.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
    "text Directory",
    "identifier User name or email",
    "password Password",
  ]);
  expect(form?.fields[0]).toMatchObject({
    required: true,
    prefilled: false,
    hint: "one of: Example Corp, Example Labs",
    options: [
      { value: "d1", label: "Example Corp" },
      { value: "d2", label: "Example Labs" },
    ],
  });
});

describe("a list is chosen from", () => {
  // By its label in lists.full.ts.
  test.for(["d2"])("by the stored %j", choosesStored);

  test("a person chooses from a list, is told the options after an invalid value, and the choice is saved", async ({
    browser,
    expect,
  }) => {
    const answers = [give({ text: "Labs" }), give({ text: "Example Labs" })];
    const { result, dialog } = await logInAt(browser, "/directory", { values: stored, answers });
    expect(dialog.questions).toMatchObject([
      { fields: [{ label: "Directory", reason: "missing" }] },
      {
        fields: [{ label: "Directory", reason: "rejected" }],
        websiteError: 'the list "Directory" has no option of that name; it has "Example Corp", "Example Labs"',
      },
    ]);
    expect(result.values).toEqual({ directory: "Example Labs" });
  });
});

describe("a list that the page has chosen from", () => {
  const form = `<select id="s"><option>English</option><option>Deutsch</option></select>
<form method="post"><label>User <input name="user"></label><label>Password <input type="password" name="pw"></label>
<label>Realm <select required name="realm"><option>local</option><option>corp</option></select></label><button>Sign in</button></form>`;

  async function realmOf({ browser, onTestFinished }: RealmTest, values: RunOptions["values"]): Promise<string | null> {
    let realm: string | null = null;
    const { url } = await withServer(async (request, response) => {
      const body = new URLSearchParams(await text(request));
      realm ??= body.get("realm");
      if (request.method === "POST") response.setHeader("set-cookie", `session=${randomUUID()}`);
      response.setHeader("content-type", "text/html").end(realm ? "<h1>Inbox</h1><a href=/out>Log out</a>" : form);
    }, onTestFinished);
    const page = await browser.page();
    await logInOn(page, url.replace("127.0.0.1", "localhost"), { values: { ...stored, ...values }, ...alone });
    return realm;
  }

  test("a list in which the page has chosen is not changed", async ({ browser, expect, onTestFinished }) => {
    expect(await realmOf({ browser, onTestFinished }, {})).toBe("local");
  });

  test("a list in which the page has chosen gets a stored value", async ({ browser, expect, onTestFinished }) => {
    expect(await realmOf({ browser, onTestFinished }, { realm: "CORP" })).toBe("corp");
  });

  test("a list is not left to the page when the stored value is not one of its options", async ({
    browser,
    expect,
    onTestFinished,
  }) => {
    const refused = { kind: "credentials_invalid", websiteError: expect.stringContaining('"local", "corp"') };
    await expect(realmOf({ browser, onTestFinished }, { realm: "guests" })).rejects.toMatchObject(refused);
  });
});

test("a list beside fields without a form element belongs to no form", async ({ browser, expect, onTestFinished }) => {
  const { url } = await withServer((_request, response) => {
    const fields = `<input placeholder="Username"><input type="password" placeholder="Password"><button>Login</button>`;
    const list = `<header><select><option>English</option><option>Deutsch</option></select></header>`;
    response.setHeader("content-type", "text/html").end(`${list}<div>${fields}</div><button>About</button>`);
  }, onTestFinished);
  const { form } = await (await browser.at(url)).facts(never);
  expect(form?.fields.map(({ label }) => label)).toEqual(["Username", "Password"]);
});
