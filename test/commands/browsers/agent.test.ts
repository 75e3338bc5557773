import { expect, test } from "vitest";
import { withServer } from "../../support/browser/chromium.ts";
import type { SessionRecord } from "../../support/cli/local-home.ts";
import { jsonError } from "../../support/cli/run-cli.ts";
import { bothWays, type Call, refusalOf } from "./support/both-ways.ts";

const page = `<!doctype html><title>Shop</title><h1>Checkout</h1><label>Name <input id=name></label>
  <label>Card <input id=card type=text></label><button id=save onclick="o.textContent = 'Saved for ' + document.querySelector('#name').value">Save</button>
  <button disabled>Pay</button><p id=o></p><button onclick="alert('Careful')">Warn</button>`;

const { describeEach, home, hosted } = bothWays();

async function show(): Promise<string> {
  const { url } = await withServer((request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(request.url === "/" ? page : "<title>Other</title><p>Other page");
  });
  const { code, stderr } = await home().cli(["browsers", "goto", "shop", url]);
  expect(code, stderr).toBe(0);
  return url;
}

/** Reference of the control whose line in a snapshot has a text. */
async function refOf(call: Call, text: string): Promise<string> {
  const { stdout } = await call(["browsers", "snapshot", "shop"]);
  return new RegExp(`^\\s*(e\\d+) .*${text}`, "m").exec(stdout)?.[1] ?? "";
}

describeEach((call) => {
  test("a page is seen and operated, and what has changed is said", async () => {
    const url = await show();
    const { stdout } = await call(["browsers", "snapshot", "shop"]);
    expect(stdout).toContain(`page "Shop" ${url}\n# Checkout\n`);
    const [name, save] = [await refOf(call, '"Name"'), await refOf(call, '"Save"')];
    const { stdout: filled } = await call(["browsers", "act", "shop", "fill", name, "Anna Berg"]);
    expect(filled).toContain(`filled ${name} textbox "Name" with "Anna Berg"`);
    const { stdout: clicked } = await call(["browsers", "act", "shop", "click", save]);
    expect(clicked).toBe(`clicked ${save} button "Save"\n+ : Saved for Anna Berg\n`);
    expect((await call(["browsers", "snapshot", "shop", "--delta"])).stdout).toBe("nothing has changed\n");
  });

  test("lines of stdin are acts in order, until one is refused with exit 8 and its code", async () => {
    await show();
    const [name, pay] = [await refOf(call, '"Name"'), await refOf(call, '"Pay"')];
    const lines = `# a comment\nfill ${name} 'Anna Berg'\nclick ${pay}\nfill ${name} Boris\n`;
    const result = await call(["browsers", "act", "shop", "-", "-o", "json"], { stdin: lines });
    expect(result.code).toBe(8);
    expect(jsonError(result)).toMatchObject({ code: "disabled", results: [{ ok: true }, { ok: false }] });
    expect((await call(["browsers", "snapshot", "shop"])).stdout).toContain('textbox "Name" = "Anna Berg"');
  });

  test("a cell of a row is pressed, and one that the row does not have is refused with their number", async () => {
    const { url } = await withServer((_request, response) => {
      response.setHeader("content-type", "text/html");
      response.end(
        `<table onclick="o.textContent = 'pressed ' + event.target.textContent"><tr><th>Name<th>City<tr><td>Anna<td>Oslo</table><p id=o>`,
      );
    });
    await call(["browsers", "goto", "shop", url]);
    const row = /(e\d+) row · Anna · Oslo/.exec((await call(["browsers", "snapshot", "shop"])).stdout)?.[1];
    const { stdout } = await call(["browsers", "act", "shop", "click", `${row}.2`]);
    expect(stdout).toBe(`clicked ${row}.2 cell of row "Anna"\n+ : pressed Oslo\n`);
    expect(await refusalOf(call, ["act", "shop", "click", `${row}.3`])).toEqual({
      code: "no_cell",
      message: expect.stringContaining("has 2 cells, not 3"),
    });
  });

  test("a secret is in no output", async () => {
    await show();
    const card = await refOf(call, '"Card"');
    const env = { CARD: "4711-0815" };
    const result = await call(["browsers", "act", "shop", "fill", card, "--secret", "env:CARD"], { env });
    expect(result.code, result.stderr).toBe(0);
    const { stdout } = await call(["browsers", "snapshot", "shop", "-o", "json"]);
    expect(result.stdout + stdout).not.toContain("0815");
    expect(stdout).toContain('"value": "••••"');
  });

  test("tabs are opened, listed, activated and closed", async () => {
    const url = await show();
    expect((await call(["browsers", "tabs", "new", "shop", `${url}other`])).stdout).toBe(`page "Other" ${url}other\n`);
    const { stdout } = await call(["browsers", "tabs", "list", "shop", "-o", "json"]);
    expect(JSON.parse(stdout)).toMatchObject([
      { number: 1, active: false },
      { number: 2, title: "Other", active: true },
    ]);
    expect((await call(["browsers", "tabs", "activate", "shop", "1"])).stdout).toContain('page "Shop"');
    expect((await call(["browsers", "tabs", "close", "shop", "2"])).stdout).toContain('page "Shop"');
    const refused = await call(["browsers", "tabs", "close", "shop", "7", "-o", "json"]);
    expect([refused.code, jsonError(refused).code]).toEqual([8, "no_tab"]);
  });

  test("pages are visited, back, forward and again", async () => {
    const url = await show();
    expect((await call(["browsers", "goto", "shop", `${url}other`])).stdout).toBe(`page "Other" ${url}other\n`);
    expect((await call(["browsers", "back", "shop"])).stdout).toBe(`page "Shop" ${url}\n`);
    expect((await call(["browsers", "forward", "shop"])).stdout).toBe(`page "Other" ${url}other\n`);
    expect((await call(["browsers", "reload", "shop"])).stdout).toBe(`page "Other" ${url}other\n`);
    const refused = await call(["browsers", "forward", "shop", "-o", "json"]);
    expect([refused.code, jsonError(refused).code]).toEqual([8, "no_tab"]);
  });

  test("an address that cannot be loaded, and one that is none, are exit 8", async () => {
    for (const address of ["http://127.0.0.1:9/", "javascript:alert(1)"]) {
      const refused = await call(["browsers", "goto", "shop", address, "-o", "json"]);
      expect([refused.code, jsonError(refused).code]).toEqual([8, "not_loaded"]);
    }
  });

  test.each([
    ["a snapshot of a part of the page", ["snapshot", "shop", "--under", "e99999"]],
    ["an act", ["act", "shop", "click", "e99999"]],
  ])("a reference of nothing is exit 8 for %s", async (_name, words) => {
    await show();
    const refused = await call(["browsers", ...words, "-o", "json"]);
    expect(refused.code).toBe(8);
    expect(jsonError(refused)).toMatchObject({
      code: "unknown_ref",
      hint: expect.stringContaining("browsers snapshot shop"),
    });
  });
});

test("a dialog of the page stays open, is named, and is answered", async () => {
  await show();
  const warn = await refOf((args) => home().cli(args), '"Warn"');
  const clicked = await home().cli(["browsers", "act", "shop", "click", warn]);
  expect(clicked.stdout).toContain('dialog alert "Careful" is open');
  const refused = await home().cli(["browsers", "act", "shop", "click", warn, "-o", "json"]);
  expect(jsonError(refused)).toMatchObject({ code: "dialog_open", hint: "browserctl browsers dialog accept shop" });
  expect((await home().cli(["browsers", "dialog", "accept", "shop"])).stdout).toContain(
    'accepted alert "Careful"; page "Shop"',
  );
  const none = await home().cli(["browsers", "dialog", "dismiss", "shop", "-o", "json"]);
  expect([none.code, jsonError(none).code]).toEqual([8, "no_dialog"]);
});

test("a preview for a hosted service shows no secret", async () => {
  const env = { ...hosted().env, CARD: "4711-0815" };
  const words = ["browsers", "act", "shop", "fill", "e1", "--secret", "env:CARD", "--dry-run", ...hosted().args];
  const { code, stderr, stdout } = await home().cli(words, { env });
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("/playwright/execute");
  expect(stdout).not.toContain("0815");
});

test("--out writes every line to a file, and prints the heading alone", async () => {
  await show();
  const { stderr, stdout } = await home().cli(["browsers", "snapshot", "shop", "--out", "page.txt"]);
  expect(stderr).toContain('page "Shop"');
  expect(stdout).not.toContain("Checkout");
  expect((await home().cli(["browsers", "snapshot", "shop", "--out", "page.txt"])).code).toBe(10);
});

test("the session may be left out where the verb has its place", async () => {
  await show();
  const { session_id } = await home().json<SessionRecord>(["browsers", "get", "shop"]);
  const env = { BROWSERCTL_BROWSER_ID: session_id };
  const name = await refOf((args) => home().cli(args), '"Name"');
  const { code, stderr, stdout } = await home().cli(["browsers", "act", "fill", name, "Anna"], { env });
  expect(code, stderr).toBe(0);
  expect(stdout).toContain('with "Anna"');
});

test.each([
  [["press"], "<ref>: is missing"],
  [["press", "Enter"], '<ref>: must be a reference such as e12, or page, not "Enter": press page Enter'],
  [["foo", "e1"], "<verb>: must be one of click"],
  [["click", "save"], '<ref>: must be a reference such as e12, not "save"'],
  [["click", "page"], "<ref>: must be a reference such as e12: click is not for the page"],
  [["click", "e1", "x"], "<value>: is not for click"],
  [["fill", "e1"], "<value>: is missing"],
  [["fill", "e1", "a", "b"], "<value>: is one text"],
  [["drag", "e1", "there"], "<value>: must be the reference to drag to"],
  [["click", "e1", "--secret", "env:HOME"], "--secret: is for fill and type"],
  [["click", "e1", "--wait", "2m"], "--wait: must be"],
])("browsers act shop %j is refused before a request", async (words, message) => {
  const { code, stderr } = await home().cli(["browsers", "act", "shop", ...words]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});
