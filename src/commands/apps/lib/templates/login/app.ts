import { defineApp } from "browserctl/app";
import { chromium } from "playwright-core";

interface Payload {
  readonly url: string;
  readonly done: string;
  readonly profile?: string;
  readonly user?: string;
  readonly password?: string;
}

/** Control of a login form by what it is for, then by its kind. */
const userField = "input[autocomplete~=username], input[type=email], input[name*=user i], input[name*=login i]";
const passwordField = "input[type=password]";

const text = (description: string) => ({ type: "string", minLength: 1, description });

export default defineApp({
  name: "example-app",
  actions: {
    login: {
      input_schema: {
        type: "object",
        required: ["url", "done"],
        properties: {
          url: text("Page with the login form"),
          done: text("Text that only a page after the login shows"),
          profile: text("Profile that keeps the login, example-app by default"),
          user: text("User name; LOGIN_USER of the deployment by default"),
          password: text("Password; LOGIN_PASSWORD of the deployment by default"),
        },
        additionalProperties: false,
      },
      run: async (context, payload: Payload) => {
        const profile = payload.profile ?? "example-app";
        const profiles = (await context.request("GET", `/profiles?query=${encodeURIComponent(profile)}`)) as {
          readonly name: string | null;
        }[];
        if (!profiles.some(({ name }) => name === profile)) {
          await context.request("POST", "/profiles", { name: profile });
          console.log(`created profile ${profile}`);
        }
        const session = await context.createBrowser({ headless: true, profile: { name: profile, save_changes: true } });
        const browser = await chromium.connectOverCDP(session.cdp_ws_url);
        let result: { readonly url: string; readonly title: string; readonly was_logged_in: boolean };
        try {
          const page = browser.contexts()[0]?.pages()[0] ?? (await browser.newPage());
          await page.goto(payload.url);
          const done = page.getByText(payload.done).first();
          const field = page.locator(passwordField).first();
          await done.or(field).first().waitFor();
          const wasLoggedIn = await done.isVisible();
          if (wasLoggedIn) console.log("the profile is already logged in");
          else {
            // Neither of them is printed: the log of an invocation is stored.
            await page.locator(userField).first().fill(given(payload.user, "LOGIN_USER"));
            await field.fill(given(payload.password, "LOGIN_PASSWORD"));
            await field.press("Enter");
            await done.waitFor({ timeout: 15_000 });
            console.log("logged in");
          }
          result = { url: page.url(), title: await page.title(), was_logged_in: wasLoggedIn };
        } finally {
          await browser.close();
        }
        // The profile is saved when the session ends.
        await context.request("DELETE", `/browsers/${session.session_id}`);
        console.log(`saved profile ${profile}`);
        return { ...result, profile };
      },
    },
  },
});

/** A value of the payload, or of the deployment's variables. */
function given(value: string | undefined, variable: string): string {
  const found = value ?? process.env[variable];
  if (!found) throw new Error(`no value for ${variable}: apps deploy . --env ${variable}=…, or name it in the payload`);
  return found;
}
