import type { PackagePage } from "../package-page.ts";

/** Libraries of components. */
export const pages: readonly PackagePage[] = [
  {
    name: "shoelace",
    specs: ["@shoelace-style/shoelace@2.20.1"],
    html: `<link rel=stylesheet href=/m/@shoelace-style/shoelace/cdn/themes/light.css><script type=module src=/m/@shoelace-style/shoelace/cdn/shoelace.js></script>
      <sl-input id=i label=Name></sl-input><sl-select id=s label=City><sl-option value=oslo>Oslo</sl-option><sl-option value=rome>Rome</sl-option></sl-select><sl-checkbox id=c>Terms</sl-checkbox><sl-switch id=w>Dark</sl-switch><sl-radio-group id=r label=Pay value=card><sl-radio value=card>Card</sl-radio><sl-radio value=cash>Cash</sl-radio></sl-radio-group><sl-range id=g label=Volume min=0 max=10></sl-range><sl-rating id=rt label=Stars></sl-rating><sl-button id=o onclick="d.show()">Open</sl-button><sl-dialog id=d label=Question>Really?<sl-button slot=footer onclick="d.hide()">Done</sl-button></sl-dialog><sl-details id=de summary=More>Inside</sl-details>
      <sl-dropdown id=dd><sl-button slot=trigger caret>Menu</sl-button><sl-menu><sl-menu-item value=cut>Cut</sl-menu-item><sl-menu-item value=copy>Copy</sl-menu-item></sl-menu></sl-dropdown><script>dd.addEventListener("sl-select", (e) => { window.item = e.detail.item.value })</script>`,
    ready: "customElements.get('sl-select') && document.querySelector('sl-select').shadowRoot",
    sees: ["Name", "City", "Terms", "Dark", "Volume"],
    hides: ["Really?", "Inside"],
    acts: [
      { verb: "fill", on: '"Name"', value: "Anna", holds: "i.value === 'Anna'" },
      { verb: "select", on: '"City"', value: "Rome", holds: "s.value === 'rome'" },
      { verb: "check", on: '"Terms"', holds: "c.checked" },
      { verb: "check", on: '"Dark"', holds: "w.checked" },
      { verb: "check", on: '"Cash"', holds: "r.value === 'cash'" },
      { verb: "fill", on: '"Volume"', value: "7", holds: "g.value === 7" },
      { verb: "press", on: '"Stars"', value: ["ArrowRight", "ArrowRight"], holds: "rt.value === 2" },
      { on: 'button "Menu"', holds: "dd.open" },
      { on: '"Copy"', holds: "window.item === 'copy'" },
      { on: 'button "Open"', holds: "d.open" },
      { on: /button "Done"/, holds: "!d.open" },
    ],
  },
  {
    name: "antd",
    specs: ["antd@5.29.3", "react@18.3.1", "react-dom@18.3.1", "dayjs@1.11.18"],
    html: `<div id=root></div><script src=/m/react/umd/react.production.min.js></script><script src=/m/react-dom/umd/react-dom.production.min.js></script><script src=/m/dayjs/dayjs.min.js></script><script src=/m/antd/dist/antd.js></script><script>
      const h = React.createElement; const { Select, DatePicker, Slider, Switch, Table, Modal, Button, InputNumber, Radio, Cascader, Tabs, Checkbox } = antd; window.v = {};
      const set = (k) => (x) => { window.v[k] = x && x.format ? x.format("YYYY-MM-DD") : x && x.target ? x.target.value ?? x.target.checked : x };
      function App() { const [open, setOpen] = React.useState(false); return h("div", { style: { padding: 20, width: 600 } },
        h("label", { htmlFor: "city" }, "City"), h(Select, { id: "city", style: { width: 200 }, onChange: set("city"), showSearch: true, options: ["Oslo", "Rome", "Bern"].map((x) => ({ value: x.toLowerCase(), label: x })) }),
        h(Select, { mode: "multiple", "aria-label": "Tags", style: { width: 200 }, onChange: set("tags"), options: ["red", "green"].map((x) => ({ value: x, label: x })) }),
        h(DatePicker, { defaultPickerValue: dayjs("2026-03-10"), onChange: set("date"), placeholder: "Select date" }), h(Slider, { defaultValue: 30, onChange: set("slider"), ariaLabelForHandle: "Volume" }),
        h(Switch, { "aria-label": "Dark", onChange: set("dark") }), h(InputNumber, { "aria-label": "Amount", defaultValue: 3, onChange: set("amount") }),
        h(Radio.Group, { onChange: set("radio"), optionType: "button", options: ["Card", "Cash"] }), h(Checkbox, { onChange: set("terms") }, "Terms"),
        h(Table, { size: "small", pagination: false, rowSelection: { onChange: set("rows") }, columns: [{ title: "Name", dataIndex: "name", sorter: (a, b) => a.name.localeCompare(b.name) }, { title: "City", dataIndex: "city" }], dataSource: [{ key: 1, name: "Clara", city: "Oslo" }, { key: 2, name: "Anna", city: "Rome" }] }),
        h(Button, { onClick: () => setOpen(true) }, "Launch"), h(Modal, { open, title: "Question", onOk: () => { window.ok = true; setOpen(false) }, onCancel: () => setOpen(false) }, "Really?")) }
      ReactDOM.createRoot(root).render(h(App))</script>`,
    ready: "document.querySelector('.ant-table-row')",
    sees: ["City", "Dark", "Volume", "Clara"],
    acts: [
      { verb: "select", on: '"City"', value: "Rome", holds: "v.city === 'rome'" },
      { verb: "select", on: '"Tags"', value: "green", holds: "v.tags?.join() === 'green'" },
      { verb: "press", on: '"Tags"', value: "Escape", holds: "true" },
      { on: /"Select date"/, holds: "document.querySelector('.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)')" },
      { on: /"17"/, holds: "v.date === '2026-03-17'" },
      { verb: "fill", on: '"Volume"', value: "40", holds: "v.slider === 40" },
      { verb: "check", on: '"Dark"', holds: "v.dark === true" },
      { verb: "fill", on: '"Amount"', value: "8", holds: "v.amount === 8" },
      { verb: "check", on: '"Cash"', holds: "v.radio === 'Cash'" },
      { verb: "check", on: '"Terms"', holds: "v.terms === true" },
      {
        on: /(columnheader|clickable|button).*"Name/,
        holds: "document.querySelector('.ant-table-row td:nth-child(2)').textContent === 'Anna'",
      },
      { on: 'button "Launch"', holds: "document.querySelector('.ant-modal-wrap:not([style*=none])')" },
      { on: 'button "OK"', holds: "window.ok" },
    ],
  },
  {
    name: "naive-ui",
    specs: ["naive-ui@2.42.0", "vue@3.5.21"],
    html: `<div id=app style="width:600px;padding:20px"></div><script src=/m/vue/dist/vue.global.js></script><script src=/m/naive-ui/dist/index.js></script><script>
      const app = Vue.createApp({ setup() { const v = window.v = Vue.reactive({ city: null, ok: false, sw: false, s: 30, n: 1, open: false, radio: null }); return { v, opts: ["Oslo", "Rome", "Bern"].map((x) => ({ label: x, value: x })) } },
        template: '<n-select v-model:value="v.city" placeholder="City" :options="opts"/><n-checkbox v-model:checked="v.ok">Terms</n-checkbox><n-switch v-model:value="v.sw" aria-label="Dark"/><n-slider v-model:value="v.s"/><n-input-number v-model:value="v.n"/><n-radio-group v-model:value="v.radio"><n-radio-button value="card">Card</n-radio-button><n-radio-button value="cash">Cash</n-radio-button></n-radio-group><n-button @click="v.open=true">Launch</n-button><n-modal v-model:show="v.open" preset="dialog" title="Question" positive-text="Sure" @positive-click="v.yes=true">Really?</n-modal>' });
      app.use(naive).mount("#app")</script>`,
    ready: "document.querySelector('.n-select')",
    sees: ["City", "Terms"],
    acts: [
      { verb: "select", on: /City/, value: "Rome", holds: "v.city === 'Rome'" },
      { verb: "check", on: "Terms", holds: "v.ok" },
      { verb: "check", on: "switch", holds: "v.sw" },
      { verb: "fill", on: "slider", value: "40", holds: "v.s === 40" },
      { verb: "fill", on: /textbox.*= "1"/, value: "8", holds: "v.n === 8 || document.activeElement.value === '8'" },
      { verb: "check", on: '"Cash"', holds: "v.radio === 'cash'" },
      { on: 'button "Launch"', holds: "v.open" },
      { on: 'button "Sure"', holds: "v.yes" },
    ],
  },
];
