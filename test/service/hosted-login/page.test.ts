import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ownText } from "../../../src/service/login/values/known-values.ts";
import { says, startViewerBrowser } from "../../support/screen/live-viewer.ts";
import { until } from "../../support/until.ts";
import { askedField, code, identifier, password } from "../managed-auth/support/questions.ts";
import { type FakeLogin, HostedServer } from "./support/hosted-server.ts";
import { hasNoBarrier, narrow, openPage as openIn, violations, watchProblems } from "./support/open-page.ts";
import { flowEnds, pageStates } from "./support/page-states.ts";

let server: HostedServer;
let browser: Browser;
/** Narrow tab that the tests share: a separate renderer for each test costs a second of CPU time. */
let tab: Page;
beforeAll(async () => {
  [server, browser] = await Promise.all([HostedServer.start(), startViewerBrowser()]);
  tab = await (await browser.newContext(narrow)).newPage();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const openPage = (login: FakeLogin): Promise<Page> => openIn(tab, login);

/** Waits until the page has a heading. */
function headed(page: Page, text: string): Promise<unknown> {
  return page.getByRole("heading", { level: 1, name: text }).waitFor();
}

/** Name of the control that has the focus, or the text of the element that has it. */
async function focused(page: Page): Promise<string> {
  const element = page.locator(":focus");
  return (await element.getAttribute("name")) ?? (await element.textContent())?.trim() ?? "";
}

// Other states are tested in page.full.ts.
test.each(Object.entries(pageStates))("the page has no barrier: %s", async (_name, reach) => {
  server.liveViewUrl = `${server.baseUrl}/live`;
  await hasNoBarrier(tab, server.begin(), reach);
});

test("the page of a failed login shows the screenshot, with what to try, and has no barrier", async () => {
  const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  server.screenshot = Buffer.from(pixel, "base64");
  const login = server.begin();
  await hasNoBarrier(tab, login, ({ flow }) => {
    flow.hasPicture = true;
    const error = { code: "domain_not_allowed", message: "the form is sent to elsewhere.example" };
    flow.end({ status: "FAILED", error });
  });
  await tab.getByText("What to try: If the host belongs to the website").waitFor();
  const image = tab.getByRole("img", { name: "The page of the website at that moment" });
  await until(
    async () => await image.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth),
  );
});

test("the pages of a refused form and of a link without a login have no barrier", async () => {
  const login = server.begin();
  void login.ask({ fields: [identifier, password] });
  const page = await openPage(login);
  await page.evaluate("for (const form of document.forms) form.noValidate = true");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Nothing was sent to the website yet").waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await focused(page)).toContain("Enter these values again");
  await page.getByRole("link", { name: "Password" }).click();
  expect(await focused(page)).toBe("value:password:password");
  await page.context().clearCookies();
  await page.goto(login.page);
  await headed(page, "There is no login here");
  expect(await violations(page)).toEqual([]);
});

test("a refused form keeps the user name, marks the password alone, and has the list as the website chose it", async () => {
  const realm = askedField("realm:realm", {
    label: "Realm",
    options: [
      { value: "a", label: "Local" },
      { value: "b", label: "Corp", selected: true },
    ],
  });
  const login = server.begin();
  const answer = login.ask({ fields: [identifier, password, realm] });
  const page = await openPage(login);
  expect(await page.getByLabel("Realm").inputValue()).toBe("b");
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Password", { exact: true }).fill("wrong horse");
  await page.getByRole("button", { name: "Continue" }).click();
  expect((await answer).values).toMatchObject({ [identifier.ref]: "ada@example.com" });
  const reason = "rejected";
  void login.ask({
    fields: [
      { ...identifier, reason },
      { ...password, reason },
    ],
  });
  await page.getByText("The website refused this value").waitFor();
  const [email, secret] = [page.getByLabel("Email"), page.getByLabel("Password", { exact: true })];
  expect([await email.inputValue(), await secret.inputValue()]).toEqual(["ada@example.com", ""]);
  expect([await email.getAttribute("aria-invalid"), await secret.getAttribute("aria-invalid")]).toEqual([null, "true"]);
});

describe("an open page", () => {
  test("an open page follows the login, announces each state, and focuses new content", async () => {
    const login = server.begin();
    const page = await openPage(login);
    expect(new URL(page.url()).search).toBe("");
    await says(page, /^Looking for the login form on shop.example.com…$/);
    expect(await focused(page)).toContain("Logging in to shop.example.com");
    void login.ask({ fields: [identifier, password] });
    await headed(page, "Log in to shop.example.com");
    expect(await focused(page)).toBe("value:identifier:email");
    await says(page, /^Waiting for you to enter Email, Password$/);
    void login.ask({ fields: [{ ...code, reason: "rejected" }], websiteError: ownText("Wrong code.") });
    await headed(page, "Enter the code");
    expect(await focused(page)).toBe("value:code:otp");
    expect(await page.getByRole("alert").textContent()).toContain("Wrong code.");
    expect(await page.getByRole("textbox").getAttribute("aria-invalid")).toBe("true");
    const described = page.locator("#field-0-problem, #field-0-hint");
    expect(await page.getByRole("textbox").getAttribute("aria-describedby")).toBe("field-0-problem field-0-hint");
    expect(await described.allTextContents()).toEqual([
      "The website refused this value. Enter it again.",
      "Sent to ••12",
    ]);
    login.flow.step("SUBMITTING");
    await headed(page, "Logging in to shop.example.com");
    await says(page, /^Sending the answer to shop.example.com…$/);
    const heading = page.getByRole("heading", { level: 1 });
    await page.evaluate('document.querySelector("h1").dataset.same = ""');
    login.flow.say(ownText("Sent; waiting for shop.example.com to answer"));
    await says(page, /^Sent; waiting for shop.example.com to answer…$/);
    // The rest of the page stays, and with it what a screen reader reads.
    expect(await heading.getAttribute("data-same")).toBe("");
    login.flow.end(flowEnds.success);
    await headed(page, "You are logged in");
    expect(await page.title()).toBe("You are logged in – browserctl");
    await says(page, /^Logged in$/);
  });

  test("an open page is completed with the keyboard alone, and keeps typed text when the connection is lost", async () => {
    const login = server.begin();
    const answer = login.ask({ fields: [identifier, password] });
    const page = await openPage(login);
    // A page gets its focus when it is drawn, which may be after it has loaded.
    await page.locator("input:focus").waitFor();
    await page.keyboard.type("ali");
    onTestFinished(() => page.context().setOffline(false));
    await page.context().setOffline(true);
    server.dropConnections();
    await says(page, /^Connection lost/);
    await page.context().setOffline(false);
    await says(page, /^Waiting for you to enter/);
    await page.keyboard.type("ce");
    expect(await page.getByLabel("Email").inputValue()).toBe("alice");
    await page.keyboard.press("Tab");
    await page.keyboard.type("correct horse");
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Show");
    await page.keyboard.press("Enter");
    expect(await page.getByLabel("Password", { exact: true }).getAttribute("type")).toBe("text");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await answer).toEqual({ values: { "identifier:email": "alice", "password:password": "correct horse" } });
    await headed(page, "Logging in to shop.example.com");
    expect(await page.content()).not.toContain("correct horse");
  });

  test("an open page asks before it cancels", async () => {
    const login = server.begin();
    const page = await openPage(login);
    const cancel = page.getByRole("button", { name: "Cancel the login" });
    expect(await cancel.isVisible()).toBe(false);
    await page.getByText("Cancel this login").click();
    await cancel.click();
    await headed(page, "This login was canceled");
    expect(login.flow.state.status).toBe("CANCELED");
  });

  test("an open page says why it can no longer follow the login", async () => {
    const login = server.begin();
    const page = await openPage(login);
    await says(page, /^Looking/);
    const later = server.begin({ connectionId: login.connectionId });
    later.link();
    server.dropConnections();
    await headed(page, "There is no login here");
    expect(await page.locator("pre").textContent()).toBe(`browserctl auth connections get ${login.connectionId}`);
  });
});

test("a page without scripts is completed by loading itself again", async () => {
  const login = server.begin();
  const debugging = await tab.context().newCDPSession(tab);
  const setScripts = (value: boolean) => debugging.send("Emulation.setScriptExecutionDisabled", { value: !value });
  onTestFinished(async () => {
    await setScripts(true);
    await debugging.detach();
  });
  await setScripts(false);
  const page = await openPage(login);
  const answer = login.ask({ fields: [password] });
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  expect(await page.getByRole("button", { name: "Show Password" }).isVisible()).toBe(false);
  await page.getByRole("button", { name: "Continue" }).click();
  expect(await answer).toEqual({ values: { "password:password": "correct horse" } });
  login.flow.end(flowEnds.success);
  await headed(page, "You are logged in");
});

test("controls tell a browser and its password manager what they are for; a list of the website is one of the page", async () => {
  const login = server.begin();
  const phone = { ...identifier, ref: "identifier:phone", inputType: "tel" } as const;
  const app = { ...code, ref: "code:app", type: "totp_code" } as const;
  void login.ask({ fields: [identifier, phone, password, code, app] });
  const page = await openPage(login);
  const controls: string[] = [];
  for (const control of await page.getByRole("main").locator("input:not([type=hidden])").all()) {
    const attributes = ["type", "autocomplete", "inputmode"].map((name) => control.getAttribute(name));
    controls.push((await Promise.all(attributes)).join(" "));
  }
  expect(controls).toEqual([
    "text username email",
    "text username tel",
    "password current-password text",
    "text one-time-code text",
    "text one-time-code numeric",
  ]);

  const options = [
    { value: "", label: "Please choose" },
    { value: "d2", label: "Example Labs" },
  ];
  const answer = login.ask({ fields: [askedField("text:directory", { label: "Directory", options })] });
  await page.getByLabel("Directory").waitFor();
  expect(await focused(page)).toBe("value:text:directory");
  await page.getByLabel("Directory").selectOption("Example Labs");
  await page.getByRole("button", { name: "Continue" }).click();
  expect(await answer).toEqual({ values: { "text:directory": "d2" } });
});

test("a link on another site opens the page, though its cookie is for this site alone; two tabs show the same login", async () => {
  const login = server.begin();
  const first = login.ask({ fields: [identifier] });
  const { url } = login.link();
  const site: Server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html").end(`<a href="${url}">log in</a>`);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void site.close());
  await tab.context().clearCookies();
  const other = await tab.context().newPage();
  onTestFinished(() => other.close());
  // Without its events, like a tab that the browser has suspended.
  await other.route("**/events", (route) => route.abort());
  await other.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
  await other.getByRole("link").click();
  await headed(other, "Log in to shop.example.com");
  expect(other.url()).toBe(login.page);
  const opened = await until(async () => (await tab.context().cookies())[0]);
  expect(opened).toMatchObject({ httpOnly: true, sameSite: "Strict" });

  watchProblems(tab);
  await tab.goto(login.page);
  await tab.getByLabel("Email").fill("alice");
  await other.getByLabel("Email").fill("bob");
  await tab.getByRole("button", { name: "Continue" }).click();
  expect(await first).toEqual({ values: { "identifier:email": "alice" } });
  void login.ask({ fields: [password] });
  await tab.getByLabel("Password", { exact: true }).waitFor();
  // The second answer is not used.
  await other.getByRole("button", { name: "Continue" }).click();
  await other.getByText("Your answer was not used").waitFor();
  await other.getByLabel("Password", { exact: true }).waitFor();
});
