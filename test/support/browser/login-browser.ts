import { afterAll, type TestContext, test } from "vitest";
import { type DemoSite, demoSite } from "../../../src/demo-site/demo-site.ts";
import { demoUsers } from "../../../src/demo-site/users.ts";
import type { BrowserConnection } from "../../../src/service/chromium/browser-connection.ts";
import type { LoginPage } from "../../../src/service/login/drive/login-page.ts";
import { openLoginPage } from "../../../src/service/login/drive/open-login-page.ts";
import type { LoginChoice, LoginField, PageFacts } from "../../../src/service/login/page/page-facts.ts";
import { until } from "../until.ts";
import { TestChromium } from "./chromium.ts";

/** First user of the demo site. */
export const alice = demoUsers[0] ?? { name: "", email: "", password: "", totpSecret: "" };
export const always = (): boolean => true;
export const never = new AbortController().signal;

/** Chromium and demo site of one test at a time. */
export class LoginBrowser {
  readonly site: DemoSite;
  readonly #chromium: TestChromium;
  readonly #pages: LoginPage[] = [];

  private constructor(chromium: TestChromium, site: DemoSite) {
    this.#chromium = chromium;
    this.site = site;
  }

  static async start(): Promise<LoginBrowser> {
    return new LoginBrowser(await TestChromium.start(), await demoSite({ now: Date.now }));
  }

  get connection(): BrowserConnection {
    return this.#chromium.connection;
  }

  /** Login page of the shown page, logged out. Nothing is loaded yet. */
  async page(): Promise<LoginPage> {
    this.site.expireSessions();
    const page = await openLoginPage(this.connection, never);
    this.#pages.push(page);
    return page;
  }

  /** Login page of the shown page, logged out, with a path of the site, or an address, loaded. */
  async at(path: string): Promise<LoginPage> {
    const page = await this.page();
    await page.open(path.startsWith("/") ? this.site.on("main", path) : path, never);
    // Chromium does not close a page that has just been opened and has no address yet.
    await until(async () => (await this.connection.pageWatch.pages()).every(({ url }) => url !== "about:blank"));
    return page;
  }

  /**
   * Ends what a test has opened. A page that stands alone stays for the next test, which loads another address in it: a
   * page costs a fifth of a login.
   */
  async clear(): Promise<void> {
    for (const page of this.#pages.splice(0)) page.close();
    await this.connection.send("Storage.clearCookies");
    const [page, ...more] = await this.connection.pageWatch.pages();
    if (!page || page.crashed || page.dialog || more.length > 0) await this.#chromium.clear();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#chromium.stop(), this.site.close()]);
  }
}

/** Browsers of a file, each lent to one test at a time. A further one is started only when all others are lent. */
class LoginBrowsers {
  readonly #most: number;
  readonly #started: Promise<LoginBrowser>[] = [];
  readonly #free: LoginBrowser[] = [];
  readonly #waiting: ((browser: LoginBrowser) => void)[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  take(): Promise<LoginBrowser> {
    const free = this.#free.pop();
    if (free) return Promise.resolve(free);
    if (this.#started.length === this.#most) return new Promise((resolve) => this.#waiting.push(resolve));
    const started = LoginBrowser.start();
    this.#started.push(started);
    return started;
  }

  async giveBack(browser: LoginBrowser): Promise<void> {
    await browser.clear();
    const next = this.#waiting.shift();
    if (next) next(browser);
    else this.#free.push(browser);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#started.map(async (started) => (await started).stop()));
  }
}

/**
 * Test function that gives each test a {@link LoginBrowser}, one of `most` of its file. As many tests run at once: a
 * login mostly waits for its page to settle. Another browser costs as much processor time as a login, so that only a
 * long campaign has more than one. A test takes `expect` and `onTestFinished` from its context.
 */
export function loginTest(most = 1) {
  const browsers = new LoginBrowsers(most);
  afterAll(() => browsers.stop());
  const own = test.extend("browser", async ({ task: _ }, { onCleanup }) => {
    const browser = await browsers.take();
    onCleanup(() => browsers.giveBack(browser));
    return browser;
  });
  return most > 1 ? own.concurrent : own;
}

/** Context of a test of {@link loginTest}, as checks of several files take it. */
export type LoginTest = Pick<TestContext, "expect"> & { readonly browser: LoginBrowser };

/** Fields of the form as `kind label`. */
export function fieldsOf({ form }: PageFacts): string[] {
  return (form?.fields ?? []).map(({ kind, label }) => `${kind} ${label}`);
}

/** Choices outside of the form, or of the form, as `kind label`. */
export function choicesOf(facts: PageFacts, where: "page" | "form" = "page"): string[] {
  const choices = where === "page" ? facts.choices : (facts.form?.choices ?? []);
  return choices.map(({ kind, label }) => `${kind} ${label}`);
}

export function field(facts: PageFacts, kind: LoginField["kind"]): LoginField {
  const found = facts.form?.fields.find((one) => one.kind === kind && !one.readOnly);
  if (!found) throw new Error(`no ${kind} field in ${JSON.stringify(facts)}`);
  return found;
}

export function choice(facts: PageFacts, label: string): LoginChoice {
  const found = [...facts.choices, ...(facts.form?.choices ?? [])].find((one) => one.label.startsWith(label));
  if (!found) throw new Error(`no choice ${label} in ${JSON.stringify(facts)}`);
  return found;
}

/** Fills user name and password of the form that is shown, presses its button, and reads the next page. */
export async function logIn(page: LoginPage, password = alice.password): Promise<PageFacts> {
  const facts = await page.facts(never);
  const identifier = facts.form?.fields.find(({ kind, readOnly }) => kind === "identifier" && !readOnly);
  if (identifier) await page.fill(identifier.ref, alice.name, always, never);
  await page.fill(field(facts, "password").ref, password, always, never);
  await page.press(facts.form?.submit ?? "", always, never);
  return page.facts(never);
}
