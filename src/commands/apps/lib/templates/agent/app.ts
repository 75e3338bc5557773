import { defineApp } from "browserctl/app";
import { chromium, type Page } from "playwright-core";
import { type Action, byModel, byRules, type State } from "./decide.ts";

interface Payload {
  readonly url?: string;
  readonly goal?: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly max_steps?: number;
}

/** Page that is opened when no address is given: the app needs no network. */
const samplePage = `<!doctype html>
<title>Lake tours</title>
<label>Name <input></label> <label>Day <input></label> <button>Book</button>
<p role="status"></p>
<script>
  document.querySelector("button").onclick = () => {
    const [name, day] = Array.from(document.querySelectorAll("input"), ({ value }) => value);
    document.querySelector("p").textContent = name && day ? "Booked for " + name + " on " + day : "Fill in both fields";
  };
</script>`;
const sampleValues = { Name: "Ada", Day: "Monday" };

/** Milliseconds for an action on an element. */
const ACTION_MS = 5_000;

const text = (description: string) => ({ type: "string", minLength: 1, description });

export default defineApp({
  name: "example-app",
  actions: {
    run: {
      input_schema: {
        type: "object",
        properties: {
          url: text("Page to start on; one of its own when left out"),
          goal: text("Task for the model; for the rules, a text that the last page shows"),
          values: {
            type: "object",
            additionalProperties: { type: "string" },
            description: "Texts for fields, by their labels",
          },
          max_steps: { type: "integer", minimum: 1, maximum: 100, description: "20 by default" },
        },
        additionalProperties: false,
      },
      run: async (context, payload: Payload | undefined) => {
        const {
          goal = "Booked for",
          values = payload?.url ? {} : sampleValues,
          max_steps: maxSteps = 20,
        } = payload ?? {};
        const { MODEL_URL, MODEL_TOKEN } = process.env;
        const decide = MODEL_URL ? byModel(MODEL_URL, MODEL_TOKEN, context.signal) : byRules;
        const session = await context.createBrowser({ headless: true });
        const browser = await chromium.connectOverCDP(session.cdp_ws_url);
        try {
          const page = browser.contexts()[0]?.pages()[0] ?? (await browser.newPage());
          if (payload?.url) await page.goto(payload.url);
          else await page.setContent(samplePage);
          const history: { action: Action; result: string }[] = [];
          while (history.length < maxSteps) {
            const snapshot = await page.locator("body").ariaSnapshot();
            const state: State = { goal, values, url: page.url(), snapshot, history };
            const action = await decide(state);
            // Texts of fields may be secret, so that only the name of a field is printed.
            console.log(`${history.length + 1}. ${action.do}${"name" in action ? ` "${action.name}"` : ""}`);
            if (action.do === "done") return { answer: action.answer, steps: history.length + 1, url: page.url() };
            history.push({ action, result: await act(page, action) });
          }
          throw new Error(`not done after ${maxSteps} steps`);
        } finally {
          await browser.close();
        }
      },
    },
  },
});

/** Does an action and returns what came of it. A failure is an answer to the decision function, not the end. */
async function act(page: Page, action: Exclude<Action, { do: "done" }>): Promise<string> {
  try {
    if (action.do === "goto") await page.goto(action.url);
    else if (action.do === "fill") {
      await page
        .getByRole("textbox", { name: action.name, exact: true })
        .first()
        .fill(action.text, { timeout: ACTION_MS });
    } else {
      await page.getByRole(action.role, { name: action.name, exact: true }).first().click({ timeout: ACTION_MS });
      await page.waitForLoadState();
    }
    return "ok";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
