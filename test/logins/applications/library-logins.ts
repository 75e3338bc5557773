import type { Page } from "playwright-core";
import { libraryLogin } from "../support/library-login.ts";
import { user, type WebApplication } from "../support/web-application.ts";

async function out(page: Page): Promise<void> {
  await page.waitForSelector("#log-out");
}

function typed(name: string, secret: string, go: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.locator(name).first().fill(user.username);
    await page.locator(secret).first().fill(user.password);
    await page.locator(go).first().click();
    await out(page);
  };
}
const reactUmd = ["react@18.3.1", "react-dom@18.3.1"];
const react =
  "<div id=root></div><script src=/m/react/umd/react.production.min.js></script><script src=/m/react-dom/umd/react-dom.production.min.js></script>";

/** Login pages made of the components of libraries, or of whole widgets. */
export const libraryLogins: readonly WebApplication[] = [
  libraryLogin({
    name: "Vaadin Login",
    kind: "web components, shadow roots",
    specs: ["@vaadin/login@25.3.0"],
    entry: `import "@vaadin/login/vaadin-login-form.js";`,
    html: `<script type=module src=/bundle.js></script><vaadin-login-form no-forgot-password></vaadin-login-form><script>
      const form = document.querySelector("vaadin-login-form");
      form.addEventListener("login", async ({ detail }) => { form.error = false; if (await logIn(detail.username, detail.password)) inside(); else { form.error = true; form.disabled = false; } });
    </script>`,
    refusal: /Incorrect username or password/,
    byHand: typed("input[name=username]", "input[name=password]", "vaadin-button"),
  }),
  libraryLogin({
    name: "Vaadin Login, overlay",
    isHome: true,
    kind: "web components, overlay",
    specs: ["@vaadin/login@25.3.0"],
    entry: `import "@vaadin/login/vaadin-login-form.js"; import "@vaadin/login/vaadin-login-overlay.js";`,
    html: `<script type=module src=/bundle.js></script><button onclick="document.querySelector('vaadin-login-overlay').opened = true">Sign in</button><p>Invoices for everybody.</p><vaadin-login-overlay></vaadin-login-overlay><script>
      const form = document.querySelector("vaadin-login-overlay");
      form.addEventListener("login", async ({ detail }) => { form.error = false; if (await logIn(detail.username, detail.password)) { form.opened = false; inside(); } else { form.error = true; form.disabled = false; } });
    </script>`,
    refusal: /Incorrect username or password/,
    byHand: async (page) => {
      await page.click("button");
      await typed("input[name=username]", "input[name=password]", "vaadin-button[theme*=submit]")(page);
    },
  }),
  libraryLogin({
    name: "Shoelace",
    kind: "web components, open shadow roots",
    specs: ["@shoelace-style/shoelace@2.20.1"],
    html: `<link rel=stylesheet href=/m/@shoelace-style/shoelace/cdn/themes/light.css><script type=module src=/m/@shoelace-style/shoelace/cdn/shoelace.js></script>
      <form id=f><sl-input name=email label="Email address" required></sl-input><sl-input name=pw type=password label=Password password-toggle required></sl-input><sl-checkbox>Remember me</sl-checkbox><sl-button type=submit variant=primary>Continue</sl-button></form><sl-alert variant=danger id=a>We do not recognise these details.</sl-alert>
      <script>f.addEventListener("submit", async (e) => { e.preventDefault(); const d = new FormData(f); if (await logIn(d.get("email"), d.get("pw"))) inside(); else a.show(); })</script>`,
    refusal: /do not recognise/,
    byHand: typed("sl-input[name=email] input", "sl-input[name=pw] input", "sl-button"),
  }),
  libraryLogin({
    name: "UI5 Web Components",
    kind: "web components, open shadow roots, no form",
    specs: ["@ui5/webcomponents@2.14.0"],
    entry: `import "@ui5/webcomponents/dist/Input.js"; import "@ui5/webcomponents/dist/Button.js"; import "@ui5/webcomponents/dist/Label.js"; import "@ui5/webcomponents/dist/MessageStrip.js";`,
    html: `<script type=module src=/bundle.js></script><ui5-label for=u>User</ui5-label><ui5-input id=u></ui5-input><ui5-label for=p>Password</ui5-label><ui5-input id=p type=Password></ui5-input><ui5-button id=b design=Emphasized>Log On</ui5-button><ui5-message-strip id=m design=Negative hidden>Logon failed. Check your user and password.</ui5-message-strip>
      <script>b.addEventListener("click", async () => { if (await logIn(u.value, p.value)) inside(); else m.hidden = false; })</script>`,
    refusal: /Logon failed/,
    byHand: typed("#u input", "#p input", "#b"),
  }),
  libraryLogin({
    name: "Material Web",
    kind: "web components, open shadow roots",
    specs: ["@material/web@2.4.0"],
    entry: `import "@material/web/textfield/outlined-text-field.js"; import "@material/web/button/filled-button.js";`,
    html: `<script type=module src=/bundle.js></script><form id=f><md-outlined-text-field id=u label=Username></md-outlined-text-field><md-outlined-text-field id=p type=password label=Password></md-outlined-text-field><md-filled-button>Next</md-filled-button></form>
      <script>f.addEventListener("submit", async (e) => { e.preventDefault(); if (await logIn(u.value, p.value)) inside(); else { p.error = true; p.errorText = "Wrong password. Try again."; } })</script>`,
    refusal: /Wrong password/,
    byHand: typed("#u input", "#p input", "md-filled-button"),
  }),
  libraryLogin({
    name: "Ionic",
    kind: "web components, scoped",
    specs: ["@ionic/core@8.7.5"],
    html: `<script type=module src=/m/@ionic/core/dist/ionic/ionic.esm.js></script><link rel=stylesheet href=/m/@ionic/core/css/ionic.bundle.css><ion-app><ion-content class=ion-padding><ion-list><ion-item><ion-input id=u label=E-mail label-placement=floating></ion-input></ion-item><ion-item><ion-input id=p type=password label=Password label-placement=floating></ion-input></ion-item></ion-list><ion-button id=b expand=block>Log in</ion-button></ion-content></ion-app><ion-toast id=t message="Invalid credentials" duration=4000></ion-toast>
      <script>b.addEventListener("click", async () => { if (await logIn(u.value, p.value)) inside(); else t.present(); })</script>`,
    refusal: /Invalid credentials/,
    byHand: typed("#u input", "#p input", "#b"),
  }),
  libraryLogin({
    name: "Fluent UI Web Components",
    kind: "web components, form-associated",
    specs: ["@fluentui/web-components@2.6.1"],
    html: `<script type=module src=/m/@fluentui/web-components/dist/web-components.min.js></script><fluent-card style="padding:20px"><fluent-text-field id=u appearance=outline>Account</fluent-text-field><fluent-text-field id=p type=password appearance=outline>Password</fluent-text-field><fluent-button id=b appearance=accent>Sign in</fluent-button><div id=m role=alert></div></fluent-card>
      <script>b.addEventListener("click", async () => { if (await logIn(u.value, p.value)) inside(); else m.textContent = "That account doesn't exist. Enter a different account."; })</script>`,
    refusal: /doesn't exist/,
    byHand: typed("#u input", "#p input", "#b"),
  }),
  libraryLogin({
    name: "Ant Design",
    kind: "React",
    specs: ["antd@5.29.3", ...reactUmd, "dayjs@1.11.18"],
    html: `${react}<script src=/m/dayjs/dayjs.min.js></script><script src=/m/antd/dist/antd.js></script><script>
      const h = React.createElement; const { Form, Input, Button, Checkbox, message } = antd;
      const App = () => h(Form, { name: "login", onFinish: async (v) => { if (await logIn(v.username, v.password)) inside(); else message.error("Incorrect account or password"); } },
        h(Form.Item, { name: "username", rules: [{ required: true }] }, h(Input, { placeholder: "Username" })), h(Form.Item, { name: "password", rules: [{ required: true }] }, h(Input.Password, { placeholder: "Password" })),
        h(Form.Item, { name: "remember", valuePropName: "checked" }, h(Checkbox, null, "Remember me")), h(Button, { htmlType: "submit", type: "primary", block: true }, "Submit"));
      ReactDOM.createRoot(root).render(h(App));</script>`,
    refusal: /Incorrect account/,
    byHand: typed("#login_username", "#login_password", "button[type=submit]"),
  }),
  libraryLogin({
    name: "Material UI",
    kind: "React, identifier first, snackbar",
    specs: ["@mui/material@5.18.0", "@emotion/react@11.14.0", "@emotion/styled@11.14.1", ...reactUmd],
    html: `${react}<script src=/m/@mui/material/umd/material-ui.production.min.js></script><script>
      const h = React.createElement; const { TextField, Button, Snackbar, Alert, Collapse, Box } = MaterialUI;
      const App = () => { const [step, setStep] = React.useState(0), [u, setU] = React.useState(""), [p, setP] = React.useState(""), [bad, setBad] = React.useState(false), [busy, setBusy] = React.useState(false);
        const next = async (e) => { e.preventDefault(); if (step === 0) { setBusy(true); setTimeout(() => { setBusy(false); setStep(1); }, 700); return; } setBusy(true); const ok = await logIn(u, p); setBusy(false); if (ok) inside(); else { setBad(true); setP(""); } };
        return h(Box, { component: "form", onSubmit: next, noValidate: true }, h(TextField, { label: "Email or phone", value: u, onChange: (e) => setU(e.target.value), margin: "normal", fullWidth: true }),
          h(Collapse, { in: step === 1, unmountOnExit: true }, h(TextField, { label: "Enter your password", type: "password", value: p, onChange: (e) => setP(e.target.value), fullWidth: true, error: bad })),
          h(Button, { type: "submit", variant: "contained", disabled: busy }, "Next"), h(Snackbar, { open: bad, autoHideDuration: 6000, onClose: () => setBad(false) }, h(Alert, { severity: "error" }, "Sorry, that didn't work."))); };
      ReactDOM.createRoot(root).render(h(App));</script>`,
    refusal: /didn't work/,
    byHand: async (page) => {
      await page.locator("input").first().fill(user.username);
      await page.click("button");
      await page.locator("[type=password]").fill(user.password);
      await page.click("button");
      await out(page);
    },
  }),
  libraryLogin({
    name: "Vuetify",
    kind: "Vue",
    specs: ["vuetify@3.10.5", "vue@3.5.22"],
    html: `<link rel=stylesheet href=/m/vuetify/dist/vuetify.css><div id=app></div><script src=/m/vue/dist/vue.global.prod.js></script><script src=/m/vuetify/dist/vuetify.js></script><script>
      const { createApp, ref } = Vue;
      const app = createApp({ setup() { const u = ref(""), p = ref(""), bad = ref(""), show = ref(false); const go = async () => { bad.value = ""; if (await logIn(u.value, p.value)) inside(); else bad.value = "These credentials do not match our records."; }; return { u, p, bad, go, show }; },
        template: '<v-app><v-main><v-card class="pa-6" max-width="400"><v-form @submit.prevent="go"><v-text-field v-model="u" label="Login"/><v-text-field v-model="p" label="Secret" :type="show ? \\'text\\' : \\'password\\'" append-inner-icon="mdi-eye" @click:append-inner="show = !show" :error-messages="bad"/><v-btn type="submit" block>Enter</v-btn></v-form></v-card></v-main></v-app>' });
      app.use(Vuetify.createVuetify()).mount("#app");</script>`,
    refusal: /do not match/,
    byHand: typed("input[type=text]", "input[type=password]", "button[type=submit]"),
  }),
  libraryLogin({
    name: "Quasar",
    isHome: true,
    kind: "Vue, dialog from a menu",
    specs: ["quasar@2.18.5", "vue@3.5.22"],
    html: `<link rel=stylesheet href=/m/quasar/dist/quasar.css><div id=app></div><script src=/m/vue/dist/vue.global.prod.js></script><script src=/m/quasar/dist/quasar.umd.prod.js></script><script>
      const app = Vue.createApp({ setup() { const open = Vue.ref(false), u = Vue.ref(""), p = Vue.ref(""); const go = async () => { if (await logIn(u.value, p.value)) { open.value = false; inside(); } else Quasar.Notify.create({ type: "negative", message: "Login failed" }); }; return { open, u, p, go }; },
        template: '<q-layout view="hHh lpR fFf"><q-header><q-toolbar><q-toolbar-title>Shop</q-toolbar-title><q-btn flat label="Account" @click="open = true"/></q-toolbar></q-header><q-page-container><q-page padding><q-input label="Search products"/><p>Shoes and hats.</p></q-page></q-page-container><q-dialog v-model="open"><q-card style="width:400px"><q-card-section><q-input v-model="u" label="Email"/><q-input v-model="p" type="password" label="Password" @keyup.enter="go"/></q-card-section><q-card-actions align="right"><q-btn flat label="Cancel" v-close-popup/><q-btn color="primary" label="Log in" @click="go"/></q-card-actions></q-card></q-dialog></q-layout>' });
      app.use(Quasar, { plugins: { Notify: Quasar.Notify } }); app.mount("#app");</script>`,
    refusal: /Login failed/,
    byHand: async (page) => {
      await page.click("text=Account");
      await page.locator(".q-dialog input").first().fill(user.username);
      await page.locator("[type=password]").fill(user.password);
      await page.click("text=Log in");
      await out(page);
    },
  }),
  libraryLogin({
    name: "Element Plus",
    kind: "Vue",
    specs: ["element-plus@2.11.4", "vue@3.5.22"],
    html: `<link rel=stylesheet href=/m/element-plus/dist/index.css><div id=app></div><script src=/m/vue/dist/vue.global.prod.js></script><script src=/m/element-plus/dist/index.full.js></script><script>
      const app = Vue.createApp({ setup() { const m = Vue.reactive({ u: "", p: "" }); const go = async () => { if (await logIn(m.u, m.p)) inside(); else ElementPlus.ElMessage.error("用户名或密码错误"); }; return { m, go }; },
        template: '<el-form :model="m" label-width="80px" style="width:400px"><el-form-item label="账号"><el-input v-model="m.u" placeholder="请输入账号"/></el-form-item><el-form-item label="密码"><el-input v-model="m.p" type="password" show-password placeholder="请输入密码" @keyup.enter="go"/></el-form-item><el-button type="primary" @click="go">登录</el-button><el-button>注册</el-button></el-form>' });
      app.use(ElementPlus).mount("#app");</script>`,
    refusal: /错误/,
    byHand: typed("input[type=text]", "input[type=password]", ".el-button--primary"),
  }),
];
