import type { Page } from "playwright-core";
import type { Person } from "../../service/login/support/person.ts";
import { libraryLogin } from "../support/library-login.ts";
import { user, type WebApplication } from "../support/web-application.ts";

const OUT = "#log-out";
const vue = "<script src=/m/vue/dist/vue.global.prod.js></script>";
const pin = { username: "alice", password: "482915" };

/** Name of a key of simple-keyboard, which writes one of its two sets of characters. */
function keyOfLayout(character: string): string {
  return `[data-skbtn='${character === " " ? "{space}" : character}']`;
}

/** Clicks the keys of a text: by a person, or by a script. */
async function pressLayout(by: Pick<Person, "click"> | Pick<Page, "click">, text: string): Promise<void> {
  for (const character of text) {
    const isUpper = /[A-Z!]/.test(character);
    if (isUpper) await by.click("[data-skbtn='{shift}']");
    await by.click(keyOfLayout(character));
    if (isUpper) await by.click("[data-skbtn='{shift}']");
  }
}

/** Logins that the rules cannot do alone: a person shows them once. */
export const shownLogins: readonly WebApplication[] = [
  libraryLogin({
    name: "simple-keyboard",
    kind: "keyboard of the page, fields that take no keys",
    specs: ["simple-keyboard@3.8.192"],
    html: `<link rel=stylesheet href=/m/simple-keyboard/build/css/index.css><script src=/m/simple-keyboard/build/index.js></script>
      <form id=f><label>Name <input id=u readonly></label> <label>Password <input id=p type=password readonly></label> <button>Enter the shop</button></form><p id=m role=alert></p><div class=simple-keyboard></div>
      <script>const keyboard = new SimpleKeyboard.default({ onChange: (text) => { document.getElementById(keyboard.options.inputName).value = text; }, onKeyPress: (key) => { if (key === "{shift}") keyboard.setOptions({ layoutName: keyboard.options.layoutName === "shift" ? "default" : "shift" }); }, inputName: "u" });
      for (const input of [u, p]) input.onfocus = () => keyboard.setOptions({ inputName: input.id });
      f.onsubmit = async (e) => { e.preventDefault(); if (await logIn(u.value, p.value)) inside(); else { m.textContent = "That is not right."; u.value = p.value = ""; keyboard.clearInput("u"); keyboard.clearInput("p"); } }</script>`,
    refusal: /not right/,
    shown: async (person) => {
      await person.click("#u");
      await pressLayout(person, user.username);
      await person.click("#p");
      await pressLayout(person, user.password);
      await person.click("button:not([data-skbtn])");
      await person.sees(OUT);
    },
    byHand: async (page: Page) => {
      await page.click("#u");
      await pressLayout(page, user.username);
      await page.click("#p");
      await pressLayout(page, user.password);
      await page.click("form button");
      await page.waitForSelector(OUT);
    },
  }),
  libraryLogin({
    name: "Vant keypad",
    kind: "a code on a keypad whose keys change their places",
    specs: ["vant@4.10.2", "vue@3.5.22", "@vant/touch-emulator@1.5.0"],
    values: pin,
    wrong: "111222",
    html: `<link rel=stylesheet href=/m/vant/lib/index.css><div id=app></div>${vue}<script src=/m/vant/lib/vant.min.js></script><script src=/m/@vant/touch-emulator/dist/index.js></script><script>
      const app = Vue.createApp({ setup() { const step = Vue.ref(0), u = Vue.ref(""), p = Vue.ref(""), bad = Vue.ref(""); Vue.watch(p, async (text) => { if (text.length < 6) return; if (await logIn(u.value, text)) inside(); else { bad.value = "Incorrect passcode"; p.value = ""; } }); return { step, u, p, bad }; },
        template: '<van-form v-if="step === 0" @submit="step = 1"><van-field v-model="u" label="Customer number" name="customer"/><van-button native-type="submit" block>Next</van-button></van-form><template v-else><h2>Passcode</h2><van-password-input :value="p" :error-info="bad" focused/><van-number-keyboard v-model="p" show random-key-order :maxlength="6"/></template>' });
      app.use(vant).mount("#app");</script>`,
    refusal: /Incorrect passcode/,
    shown: async (person) => {
      for (const digit of pin.password) await person.click(`text=${digit}`);
      await person.sees(OUT);
    },
    byHand: async (page: Page) => {
      await page.fill("[name=customer]", pin.username);
      await page.click("button");
      for (const digit of pin.password) await page.locator(".van-key", { hasText: digit }).click();
      await page.waitForSelector(OUT);
    },
  }),
  libraryLogin({
    name: "Vaadin Select",
    kind: "a branch that nobody else knows, in a list drawn by script",
    specs: ["@vaadin/select@25.3.0"],
    entry: `import "@vaadin/select";`,
    html: `<script type=module src=/bundle.js></script><form id=f><vaadin-select id=b label=Branch></vaadin-select><p><label>Name <input id=u></label></p><p><label>Password <input id=p type=password></label></p><button id=go disabled>Start</button><p id=m role=alert></p></form><script type=module>
      b.items = ["Aachen", "Bremen", "Cottbus", "Dresden"].map((label) => ({ label, value: label }));
      b.addEventListener("value-changed", () => { go.disabled = !b.value; });
      f.onsubmit = async (e) => { e.preventDefault(); if (b.value === "Cottbus" && await logIn(u.value, p.value)) inside(); else m.textContent = "Nobody of that name works here."; }</script>`,
    refusal: /Nobody of that name/,
    shown: async (person) => {
      await person.click("#b");
      await person.click("text=Cottbus");
      await person.replace(user.username, "#u");
      await person.replace(user.password, "#p");
      await person.click("#go");
      await person.sees(OUT);
    },
    byHand: async (page: Page) => {
      await page.click("#b");
      await page.click("vaadin-select-item:has-text('Cottbus')");
      await page.fill("#u", user.username);
      await page.fill("#p", user.password);
      await page.click("#go");
      await page.waitForSelector(OUT);
    },
  }),
];
