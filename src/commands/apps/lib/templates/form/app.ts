import { defineApp } from "browserctl/app";
import { chromium } from "playwright-core";

interface Payload {
  readonly url?: string;
  readonly name: string;
  readonly email: string;
  readonly seats?: number;
}

/** Page that is opened when no address is given: the app needs no network. */
const samplePage = `<!doctype html>
<title>Book a tour</title>
<form><label>Name <input name="name" required></label>
<label>Email <input name="email" type="email" required></label>
<label>Seats <select name="seats"><option>1<option>2<option>3<option>4</select></label><button>Book</button></form>
<p role="status"></p>
<script>
  document.forms[0].onsubmit = (event) => {
    event.preventDefault();
    const { name, seats } = Object.fromEntries(new FormData(event.target));
    document.querySelector("[role=status]").textContent = seats + " seats booked for " + name;
  };
</script>`;

export default defineApp({
  name: "example-app",
  actions: {
    submit: {
      // A payload that does not match is refused before a browser starts, with the path of each field.
      input_schema: {
        type: "object",
        required: ["name", "email"],
        properties: {
          url: { type: "string", minLength: 1, description: "Page with the form; one of its own when left out" },
          name: { type: "string", minLength: 1, maxLength: 80 },
          email: { type: "string", pattern: "^[^@\\s]+@[^@\\s]+$" },
          seats: { type: "integer", minimum: 1, maximum: 4 },
        },
        additionalProperties: false,
      },
      run: async (context, payload: Payload) => {
        const session = await context.createBrowser({ headless: true });
        const browser = await chromium.connectOverCDP(session.cdp_ws_url);
        try {
          const page = browser.contexts()[0]?.pages()[0] ?? (await browser.newPage());
          if (payload.url) await page.goto(payload.url);
          else await page.setContent(samplePage);
          await page.getByLabel("Name").fill(payload.name);
          await page.getByLabel("Email").fill(payload.email);
          await page.getByLabel("Seats").selectOption(String(payload.seats ?? 1));
          console.log("filled in the form");
          // The page has rules of its own, which a browser checks before it sends.
          const wrong = page.locator("form :invalid").first();
          if ((await wrong.count()) > 0) {
            throw new Error(`the page refuses the value of ${await wrong.getAttribute("name")}`);
          }
          await page.getByRole("button").first().click();
          const status = page.getByRole("status").filter({ hasText: /\S/ });
          await status.waitFor({ timeout: 15_000 });
          console.log("the form was sent");
          return { sent: true, answer: (await status.innerText()).trim() };
        } finally {
          await browser.close();
        }
      },
    },
  },
});
