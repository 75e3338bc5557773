import { afterAll, beforeAll, onTestFinished } from "vitest";
import { type DemoSite, demoSite } from "../../src/demo-site/demo-site.ts";
import { demoUsers } from "../../src/demo-site/users.ts";
import type { LoginChoice, LoginField, LoginPage, PageFacts } from "../../src/service/login/login-page.ts";
import { openLoginPage } from "../../src/service/login/open-login-page.ts";
import { type SharedChromium, shareChromium } from "./chromium.ts";
import { until } from "./until.ts";

/** First user of the demo site. */
export const alice = demoUsers[0] ?? { name: "", email: "", password: "", totpSecret: "" };
export const always = (): boolean => true;
export const never = new AbortController().signal;

export interface LoginBrowser extends SharedChromium {
  readonly site: DemoSite;
  /** Login page of the shown page, with a path of the site, or an address, loaded. Logged out. */
  at(path: string): Promise<LoginPage>;
}

/** One Chromium and one demo site for all tests of a file. */
export function shareLoginBrowser(): LoginBrowser {
  const shared = shareChromium();
  let site: DemoSite;
  beforeAll(async () => {
    site = await demoSite({ now: Date.now });
  });
  afterAll(() => site.close());
  return {
    get connection() {
      return shared.connection;
    },
    get site() {
      return site;
    },
    at: async (path) => {
      site.expireSessions();
      const page = await openLoginPage(shared.connection);
      onTestFinished(() => page.close());
      await page.open(path.startsWith("/") ? site.on("main", path) : path, never);
      // Chromium does not close a page that has just been opened and has no address yet.
      await until(async () => (await shared.connection.pageWatch.pages()).every(({ url }) => url !== "about:blank"));
      return page;
    },
  };
}

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
