import { join } from "node:path";
import { chromium } from "playwright-core";
import { expect } from "vitest";
import { totpCode } from "../../../src/demo-site/totp.ts";
import type { ProfileCookie } from "../../../src/profiles/format.ts";
import type { Chromium } from "../../../src/service/chromium/launch.ts";
import { activePage } from "../../../src/service/chromium/pages.ts";
import type { LoginPage } from "../../../src/service/login/drive/login-page.ts";
import { openLoginPage } from "../../../src/service/login/drive/open-login-page.ts";
import { checkLogin } from "../../../src/service/login/flow/check-login.ts";
import { LoginFlowError } from "../../../src/service/login/flow/flow-error.ts";
import type { LoginResult } from "../../../src/service/login/flow/flow-types.ts";
import type { StoredLesson } from "../../../src/service/login/flow/show-once.ts";
import { unattendedDialog } from "../../../src/service/login/flow/unattended.ts";
import type { PageFacts } from "../../../src/service/login/page/page-facts.ts";
import { filledAddress } from "../../../src/service/login/values/query-address.ts";
import { sessionCookies, setCookies } from "../../../src/service/profiles/browser-state.ts";
import { give, logInOn, type RunOptions } from "../../service/login/support/login-flow.ts";
import { Person } from "../../service/login/support/person.ts";
import { Teacher } from "../../service/login/support/teacher.ts";
import { CHROMIUM, environmentIn, evaluate, temporaryDirectory, withChromium } from "../../support/browser/chromium.ts";
import { choicesOf, fieldsOf, never } from "../../support/browser/login-browser.ts";
import { countSends } from "./password-count.ts";
import { type Place, withApplication } from "./place.ts";
import type { Row, StepName } from "./report.ts";
import type { WebApplication } from "./web-application.ts";

/** Maximum time of a login by a script that knows the page, in milliseconds. */
const BY_HAND_BOUND_MS = 30_000;
/** Number of lines of a page in the report of a failure. */
const LINES_SHOWN = 25;

const UNSUPPORTED = "unsupported";
const WRONG = "outdated-1-Secret";

interface KeptLogin {
  readonly result: LoginResult;
  readonly cookies: readonly ProfileCookie[];
  readonly userDataDir: string;
}

/** Runs all steps of one application. A failed step does not stop the others, except those that need its result. */
export class Campaign {
  readonly #application: WebApplication;
  readonly #place: Place;
  readonly #row: Row;
  readonly #lessons: StoredLesson[] = [];
  /** Failed steps, with what the page was. */
  readonly failures: string[] = [];

  private constructor(application: WebApplication, place: Place, row: Row) {
    this.#application = application;
    this.#place = place;
    this.#row = row;
  }

  static async run(application: WebApplication, row: Row): Promise<string[]> {
    const campaign = new Campaign(application, await withApplication(application), row);
    await campaign.#steps();
    return campaign.failures;
  }

  async #steps(): Promise<void> {
    const { unsupported } = this.#application;
    if (unsupported) return this.#unsupported(unsupported);
    if (this.#application.shown) {
      await this.#shown(this.#application.shown);
      if (this.#lessons.length === 0) return;
    }
    await this.#refusedAndCorrected();
    const kept = await this.#right();
    if (kept) await this.#later(kept);
    await this.#step("by hand", undefined, () => this.#byHand());
  }

  get #url(): string {
    return this.#place.url + this.#application.path;
  }

  /** Nobody but a person can log in: the rules fail without one, and the login is shown once. */
  async #shown(show: NonNullable<WebApplication["shown"]>): Promise<void> {
    const browser = await withChromium();
    const page = await openLoginPage(browser.connection, never);
    await this.#step("shown", page, async () => {
      await expect(this.#logIn(page)).rejects.toThrow(LoginFlowError);
      const person = new Person(browser.connection);
      const dialog = new Teacher(() => show(person));
      const { result } = await logInOn(page, this.#url, { ...this.#input({}), dialog, isUnattended: false });
      const { taught: plan } = result;
      if (!plan) throw new Error("nothing was taught");
      expect(result.values, "values that the application did not know").toEqual({});
      for (const value of Object.values(this.#application.values)) expect(JSON.stringify(plan)).not.toContain(value);
      this.#lessons.push({ id: "shown", plan });
    });
    page.close();
    await browser.close();
  }

  /** A wrong password is refused when nobody can be asked; otherwise a person gives the right one. */
  async #refusedAndCorrected(): Promise<void> {
    const browser = await withChromium();
    const page = await openLoginPage(browser.connection, never);
    const { values, refusal, wrong = WRONG, sends: expected = 1 } = this.#application;
    const outdated = { ...values, password: wrong };
    const websiteError = refusal ? expect.stringMatching(refusal) : undefined;
    await this.#step("wrong", page, async () => {
      const sends = await countSends(browser, wrong, values["username"]);
      const refused = await this.#logIn(page, { values: outdated }).then(...outcome);
      expect(refused).toMatchObject({ kind: "credentials_invalid" });
      expect((refused as { websiteError?: string }).websiteError).toEqual(websiteError);
      expect(sends(), "sends of the wrong password").toBe(expected);
    });
    if (!this.#application.shown)
      await this.#step("corrected", page, async () => {
        const { username: identifier = "", password = "" } = values;
        const { result, dialog } = await logInOn(page, this.#url, {
          ...this.#input({ values: outdated }),
          answers: [give({ identifier, password })],
        });
        expect(dialog.questions.map((question) => question.websiteError)).toEqual([websiteError]);
        expect(result.values).toMatchObject({ password });
      });
    page.close();
    await browser.close();
  }

  async #right(): Promise<KeptLogin | undefined> {
    const userDataDir = join(await temporaryDirectory(), "profile");
    const browser = await withChromium({ userDataDir });
    const page = await openLoginPage(browser.connection, never);
    const result = await this.#step("right", page, async () => {
      const begin = performance.now();
      const { result: reached } = await this.#logIn(page);
      this.#row.seconds = (performance.now() - begin) / 1_000;
      expect(reached.planState).toBe("replayable");
      return reached;
    });
    page.close();
    const cookies = await sessionCookies(browser);
    await browser.close();
    return result && { result, cookies, userDataDir };
  }

  /** The service says itself that it cannot log in to an application of this kind. */
  async #unsupported(reason: RegExp): Promise<void> {
    const browser = await withChromium();
    const page = await openLoginPage(browser.connection, never);
    await this.#step("right", page, async () => {
      await expect(this.#logIn(page)).rejects.toThrow(reason);
      return UNSUPPORTED;
    });
    page.close();
    await browser.close();
  }

  /** Check, end of the session, and renewal in the profile of an earlier login. */
  async #later({ result, cookies, userDataDir }: KeptLogin): Promise<void> {
    const browser = await withChromium({ userDataDir });
    await setCookies(browser, cookies);
    const page = await openLoginPage(browser.connection, never);
    // As a check of the service does, with the values of the credential in the address.
    const known = result.signature;
    const url = known && filledAddress(known.url, this.#application.values);
    const site = { url: this.#url, signature: known && url !== undefined ? { ...known, url } : known };
    const { logOut, revoke } = this.#application;
    const isKept = logOut !== undefined || revoke !== undefined;
    await this.#step("check", page, async () => {
      expect(await checkLogin(page, site, never)).toBe(isKept ? "logged-in" : "logged-out");
    });
    await this.#step("revoked", page, async () => {
      if (logOut !== undefined) await runInPage(browser, logOut);
      await revoke?.(this.#place);
      expect(await checkLogin(page, site, never)).toBe("logged-out");
    });
    await this.#step("renewal", page, async () => {
      const again = await this.#logIn(page, { plan: result.plan });
      expect(again.result.planState).toBe("replayable");
    });
    page.close();
    await browser.close();
  }

  async #byHand(): Promise<void> {
    // A page with sound changes the home.
    const env = environmentIn(await temporaryDirectory());
    const browser = await chromium.launch({ env, executablePath: CHROMIUM, timeout: BY_HAND_BOUND_MS });
    try {
      const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
      page.setDefaultTimeout(BY_HAND_BOUND_MS);
      const begin = performance.now();
      await page.goto(this.#url);
      await this.#application.byHand(page);
      this.#row.byHandSeconds = (performance.now() - begin) / 1_000;
    } finally {
      await browser.close();
    }
  }

  #logIn(page: LoginPage, options: RunOptions = {}): ReturnType<typeof logInOn> {
    return logInOn(page, this.#url, { ...this.#input(options), dialog: unattendedDialog(() => {}) });
  }

  #input(options: RunOptions): RunOptions {
    const { values, isHome = false, totpSecret } = this.#application;
    const totp = totpSecret === undefined ? undefined : async () => totpCode(totpSecret, Date.now());
    return { values, lessons: this.#lessons, isLoginPage: !isHome, ...(totp && { totp }), ...options };
  }

  /** Runs a step and notes how it ended. */
  async #step<T>(name: StepName, page: LoginPage | undefined, work: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await work();
      this.#row.steps[name] = result === UNSUPPORTED ? UNSUPPORTED : "ok";
      return result;
    } catch (error) {
      this.#row.steps[name] = "FAILED";
      const shown = page && (await page.facts(never).then(described, String));
      this.failures.push(`${this.#application.name}, ${name}: ${error}${shown === undefined ? "" : `\n${shown}`}`);
      return undefined;
    }
  }
}

function described(facts: PageFacts): string {
  const { url, title, language, form, trigger, logout, external, lines } = facts;
  const parts = [
    { url, title, language, trigger, logout, external },
    { fields: fieldsOf(facts), submit: form?.submit, inForm: choicesOf(facts, "form"), onPage: choicesOf(facts) },
    { lines: lines.slice(0, LINES_SHOWN) },
  ];
  return parts.map((part) => JSON.stringify(part)).join("\n");
}

/** The error of a login that fails, or a text for one that does not. */
const outcome = [() => "the wrong password was accepted", (error: unknown) => error] as const;

/** Runs a script in the shown page. */
async function runInPage({ connection }: Chromium, script: string): Promise<void> {
  const { targetId } = await activePage(connection);
  const { sessionId } = await connection.send("Target.attachToTarget", { targetId, flatten: true });
  await evaluate(connection.session(sessionId), script);
}
