import type { PackagePage } from "../package-page.ts";

/** Libraries whose empty fields are transparent, with their label over them. */
export const pages: readonly PackagePage[] = [
  {
    name: "ionic",
    specs: ["@ionic/core@8.7.5"],
    html: `<script type=module src=/m/@ionic/core/dist/ionic/ionic.esm.js></script><link rel=stylesheet href=/m/@ionic/core/css/ionic.bundle.css><ion-app><ion-content><ion-list>
      <ion-item><ion-input id=n label=Name label-placement=floating></ion-input></ion-item><ion-item><ion-textarea id=t label=Notes label-placement=floating></ion-textarea></ion-item>
      <ion-item><ion-select id=s label=City interface=popover><ion-select-option value=oslo>Oslo</ion-select-option><ion-select-option value=rome>Rome</ion-select-option></ion-select></ion-item>
      <ion-item><ion-checkbox id=c>Terms</ion-checkbox></ion-item><ion-item><ion-toggle id=w>Dark</ion-toggle></ion-item>
      <ion-item><ion-range id=g aria-label=Volume min=0 max=10></ion-range></ion-item></ion-list>
      <ion-segment id=m value=day><ion-segment-button value=day>Day</ion-segment-button><ion-segment-button value=week>Week</ion-segment-button></ion-segment>
      <ion-button id=o onclick="d.isOpen = true">Open</ion-button><ion-alert id=d header=Question message="Really?"></ion-alert></ion-content></ion-app>
      <script>d.buttons = [{ text: "Sure", handler: () => { window.sure = true } }]</script>`,
    ready:
      "document.querySelector('ion-input input') && document.querySelector('ion-toggle.hydrated, ion-toggle').shadowRoot",
    sees: ["Name", "Notes", "City", "Terms", "Dark"],
    hides: ["Really?"],
    acts: [
      { verb: "fill", on: '"Name"', value: "Anna", holds: "n.value === 'Anna'" },
      { verb: "fill", on: '"Notes"', value: "Hello", holds: "t.value === 'Hello'" },
      { on: /"City/, holds: "document.querySelector('ion-popover')" },
      { on: /"Rome"/, holds: "s.value === 'rome'" },
      { verb: "check", on: '"Terms"', holds: "c.checked" },
      { verb: "check", on: '"Dark"', holds: "w.checked" },
      { on: /"week"/i, holds: "m.value === 'week'" },
      { on: /button "open"/i, holds: "document.querySelector('.alert-button')" },
      { on: /"sure"/i, holds: "window.sure" },
    ],
  },
  {
    name: "vuetify",
    specs: ["vuetify@3.10.5", "vue@3.5.22"],
    html: `<link rel=stylesheet href=/m/vuetify/dist/vuetify.css><div id=app></div><script src=/m/vue/dist/vue.global.prod.js></script><script src=/m/vuetify/dist/vuetify.js></script><script>
      const app = Vue.createApp({ setup() { const v = window.v = Vue.reactive({ name: "", notes: "", city: null, tags: [], ok: false, dark: false, pay: null, volume: 3, open: false, date: null }); return { v }; },
        template: '<v-app><v-main class="pa-4"><v-text-field v-model="v.name" label="Name"/><v-textarea v-model="v.notes" label="Notes" rows="2"/><v-select v-model="v.city" label="City" :items="[&quot;Oslo&quot;,&quot;Rome&quot;]"/><v-autocomplete v-model="v.tags" label="Tags" multiple :items="[&quot;red&quot;,&quot;green&quot;]"/><v-checkbox v-model="v.ok" label="Terms"/><v-switch v-model="v.dark" label="Dark"/><v-radio-group v-model="v.pay"><v-radio value="card" label="Card"/><v-radio value="cash" label="Cash"/></v-radio-group><v-btn @click="v.open = true">Launch</v-btn><v-dialog v-model="v.open" max-width="300"><v-card title="Question" text="Really?"><v-card-actions><v-btn @click="v.yes = true; v.open = false">Sure</v-btn></v-card-actions></v-card></v-dialog></v-main></v-app>' });
      app.use(Vuetify.createVuetify()).mount("#app")</script>`,
    ready: "document.querySelector('.v-text-field')",
    sees: ["Name", "Notes", "City", "Tags", "Terms", "Dark"],
    hides: ["Really?"],
    acts: [
      { verb: "fill", on: '"Name"', value: "Anna", holds: "v.name === 'Anna'" },
      { verb: "fill", on: '"Notes"', value: "Hello", holds: "v.notes === 'Hello'" },
      { verb: "select", on: '"City"', value: "Rome", holds: "v.city === 'Rome'" },
      { verb: "select", on: '"Tags"', value: "green", holds: "v.tags.join() === 'green'" },
      { verb: "press", on: '"Tags"', value: "Escape", holds: "true" },
      { verb: "check", on: '"Terms"', holds: "v.ok === true" },
      { verb: "check", on: /checkbox "Dark"/, holds: "v.dark === true" },
      { verb: "check", on: '"Cash"', holds: "v.pay === 'cash'" },
      { on: /button "launch"/i, holds: "v.open" },
      { on: /button "sure"/i, holds: "v.yes" },
    ],
  },
];
