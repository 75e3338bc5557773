import type { PackageAct, PackagePage } from "../package-page.ts";

const react = ["react@19.2.0", "react-dom@19.2.0"];

/** Acts on the fields of both Prime libraries, which differ in the refusal of a disabled option and in names of classes. */
function fieldActs({
  refused,
  people,
  calendar,
}: Readonly<Record<"refused" | "people" | "calendar", string>>): PackageAct[] {
  return [
    { verb: "fill", on: '"Name"', value: "Anna", holds: "v.name === 'Anna'" },
    { verb: "fill", on: 'textbox "Password"', value: "secret", holds: "v.pass === 'secret'" },
    { verb: "fill", on: 'spinbutton "Amount"', value: "8", holds: "true" },
    { verb: "press", on: 'spinbutton "Amount"', value: "Tab", holds: "v.amount === 8" },
    { verb: "select", on: '"City"', value: "Rome", holds: "v.city === 'Rome'" },
    { verb: "select", on: '"City"', value: "Bern", holds: "v.city === 'Rome'", refused },
    { verb: "press", on: '"City"', value: "Escape", holds: "true" },
    { verb: "select", on: '"Sizes"', value: ["S", "L"], holds: "v.sizes.join() === 'S,L'" },
    { verb: "press", on: '"Sizes"', value: "Escape", holds: "true" },
    {
      verb: "fill",
      on: '"People"',
      value: "al",
      holds: `getComputedStyle(document.querySelector('.p-autocomplete-${people}')).opacity === '1'`,
    },
    { on: 'option "Alan"', holds: "v.people.join() === 'Alan'" },
    { verb: "fill", on: '"Arrival"', value: "2026-03-17", holds: "v.date.getDate() === 17" },
    { verb: "press", on: '"Arrival"', value: "Escape", holds: `!document.querySelector('.p-${calendar}')` },
    { on: 'button "Choose Date"', holds: `document.querySelector('.p-${calendar}')` },
    { on: /"19"/, holds: "v.date.getDate() === 19" },
  ];
}

/** Libraries of components for applications of companies: forms, tables and trees. */
export const pages: readonly PackagePage[] = [
  {
    name: "primereact",
    specs: ["primereact@10.9.9", "primeicons@7.0.0", ...react],
    html: "<link rel=stylesheet href=/m/primereact/resources/themes/lara-light-blue/theme.css><link rel=stylesheet href=/m/primeicons/primeicons.css><div id=root style='width:700px;padding:20px'></div>",
    module: `import { createRoot } from "react-dom/client"; import { useRef, useState } from "react";
      import { Accordion, AccordionTab } from "primereact/accordion"; import { AutoComplete } from "primereact/autocomplete"; import { Button } from "primereact/button"; import { Calendar } from "primereact/calendar"; import { Checkbox } from "primereact/checkbox"; import { Chips } from "primereact/chips"; import { Column } from "primereact/column"; import { ConfirmDialog, confirmDialog } from "primereact/confirmdialog"; import { DataTable } from "primereact/datatable"; import { Dialog } from "primereact/dialog"; import { Dropdown } from "primereact/dropdown"; import { FileUpload } from "primereact/fileupload"; import { FloatLabel } from "primereact/floatlabel"; import { InputNumber } from "primereact/inputnumber"; import { InputSwitch } from "primereact/inputswitch"; import { InputText } from "primereact/inputtext"; import { MultiSelect } from "primereact/multiselect"; import { Password } from "primereact/password"; import { RadioButton } from "primereact/radiobutton"; import { Rating } from "primereact/rating"; import { SelectButton } from "primereact/selectbutton"; import { Slider } from "primereact/slider"; import { TabPanel, TabView } from "primereact/tabview"; import { TieredMenu } from "primereact/tieredmenu"; import { Toast } from "primereact/toast"; import { TreeSelect } from "primereact/treeselect"; window.v = {};
      const nodes = [{ key: "n", label: "Norway", children: [{ key: "o", label: "Oslo" }, { key: "b", label: "Bergen" }] }, { key: "i", label: "Italy" }];
      function App() { const [f, setF] = useState({ amount: 3, volume: 30, skills: ["Go"], city: "Oslo", date: new Date(2026, 2, 10), rows: ["Berta", "Anna", "Carl", "Dora"].map((name, id) => ({ id, name, age: 30 + id })) }); const [found, setFound] = useState([]); const [open, setOpen] = useState(false); const [picked, setPicked] = useState([]); const [shown, setShown] = useState({}); const menu = useRef(null); const toast = useRef(null);
        const set = (key, value) => { v[key] = value; setF((old) => ({ ...old, [key]: value })) }; const bind = (key) => ({ value: f[key], onChange: (e) => set(key, e.value) });
        return <><Toast ref={toast} /><ConfirmDialog />
        <FloatLabel style={{ marginTop: 20 }}><InputText id="n" value={f.name ?? ""} onChange={(e) => set("name", e.target.value)} /><label htmlFor="n">Name</label></FloatLabel>
        <p><label htmlFor="w">Password</label> <Password inputId="w" toggleMask feedback={false} value={f.pass ?? ""} onChange={(e) => set("pass", e.target.value)} /></p>
        <p><label htmlFor="a">Amount</label> <InputNumber inputId="a" showButtons min={0} max={10} value={f.amount} onValueChange={(e) => set("amount", e.value)} /></p>
        <p><label htmlFor="c">City</label> <Dropdown inputId="c" filter options={["Oslo", "Rome", { label: "Bern", value: "Bern", disabled: true }].map((x) => x.label ? x : { label: x, value: x })} {...bind("city")} /> <label htmlFor="m">Sizes</label> <MultiSelect inputId="m" filter display="chip" options={["S", "M", "L"]} {...bind("sizes")} /></p>
        <p><label htmlFor="p">People</label> <AutoComplete inputId="p" multiple suggestions={found} completeMethod={(e) => setFound(["Ada", "Alan", "Grace"].filter((x) => x.toLowerCase().includes(e.query.toLowerCase())))} {...bind("people")} /></p>
        <p><label htmlFor="d">Arrival</label> <Calendar inputId="d" dateFormat="yy-mm-dd" showIcon {...bind("date")} /> <label htmlFor="t">Place</label> <TreeSelect inputId="t" options={nodes} {...bind("place")} /></p>
        <p><Checkbox inputId="k" checked={f.terms} onChange={(e) => set("terms", e.checked)} /> <label htmlFor="k">Terms</label> <InputSwitch inputId="s" checked={f.dark} onChange={(e) => set("dark", e.value)} /> <label htmlFor="s">Dark</label> {["Card", "Cash"].map((x) => <span key={x}><RadioButton inputId={x} name="pay" value={x} checked={f.pay === x} onChange={(e) => set("pay", e.value)} /> <label htmlFor={x}>{x}</label> </span>)}</p>
        <SelectButton options={["Day", "Week"]} {...bind("span")} /><label id="vol">Volume</label><Slider aria-labelledby="vol" style={{ margin: 12 }} {...bind("volume")} /><Rating cancel={false} {...bind("stars")} />
        <p><label htmlFor="h">Skills</label> <Chips inputId="h" {...bind("skills")} /></p>
        <TabView onTabChange={(e) => { v.tab = e.index }}><TabPanel header="One">1</TabPanel><TabPanel header="Two">2</TabPanel></TabView><Accordion><AccordionTab header="More">Inside the box</AccordionTab></Accordion>
        <DataTable value={f.rows} dataKey="id" paginator rows={3} editMode="cell" sortMode="single" selectionMode="checkbox" selection={picked} onSelectionChange={(e) => { setPicked(e.value); v.picked = e.value.map((x) => x.name).join() }}><Column selectionMode="multiple" /><Column field="name" header="Person" sortable /><Column field="age" header="Age" editor={(o) => <InputText aria-label="Age" value={o.value} onChange={(e) => o.editorCallback(e.target.value)} />} onCellEditComplete={(e) => { v.age = e.newValue; setF((old) => ({ ...old, rows: old.rows.map((r) => r.id === e.rowData.id ? { ...r, age: e.newValue } : r) })) }} /></DataTable>
        <TieredMenu ref={menu} popup model={[{ label: "Copy", command: () => { v.menu = "copy" } }, { label: "Paste", disabled: true }, { label: "Share", items: [{ label: "By mail", command: () => { v.menu = "mail" } }] }]} /><Button label="Actions" onClick={(e) => menu.current.toggle(e)} />
        <Button label="Remove" onClick={() => confirmDialog({ message: "Sure?", header: "Remove", acceptLabel: "Do it", accept: () => { v.sure = true; toast.current.show({ severity: "success", summary: "Removed" }) } })} />
        <Button label="Launch" onClick={() => setOpen(true)} /><Dialog header="Really?" visible={open} onHide={() => setOpen(false)}><Button label="Agree" onClick={() => { v.yes = true; setOpen(false) }} /></Dialog>
        <FileUpload mode="basic" chooseLabel="Choose a file" onSelect={(e) => { v.file = e.files[0].name }} /></> }
      createRoot(root).render(<App />)`,
    ready: "document.querySelector('.p-datatable-tbody tr')",
    sees: ['"Name"', '"Amount" = "3"', '"City" = "Oslo"', 'checkbox "Dark"', '"Card"', '"Volume" = "30"'],
    hides: ["Inside the box", "Really?", "Sure?"],
    acts: [
      ...fieldActs({ refused: "covered", people: "panel", calendar: "datepicker" }),
      { on: '"Place"', holds: "document.querySelector('[role=treeitem]')" },
      { on: /e\d+ button$/, holds: "document.querySelectorAll('[role=treeitem]').length > 2" },
      { on: 'treeitem "Bergen"', holds: "v.place === 'b'" },
      { verb: "check", on: '"Terms"', holds: "v.terms === true" },
      { verb: "check", on: '"Dark"', holds: "v.dark === true" },
      { verb: "check", on: '"Cash"', holds: "v.pay === 'Cash'" },
      { on: '"Week"', holds: "v.span === 'Week'" },
      { verb: "fill", on: '"Volume"', value: "40", holds: "v.volume === 40" },
      { on: /clickable$/, nth: 2, holds: "v.stars === 3" },
      { verb: "type", on: '"Skills"', value: "Rust\n", holds: "v.skills.join() === 'Go,Rust'" },
      { on: 'tab "Two"', holds: "v.tab === 1" },
      { on: '"More"', holds: "document.body.innerText.includes('Inside the box')" },
      { on: '"Person"', holds: "document.querySelector('tbody tr').innerText.includes('Anna')" },
      { verb: "check", on: /checkbox.*Row/, nth: 1, holds: "v.picked === 'Berta'" },
      { on: '"Next Page"', holds: "document.querySelector('tbody').innerText.includes('Dora')" },
      { on: 'button "Actions"', holds: "document.querySelector('[role=menuitem]')" },
      { on: '"Paste"', holds: "v.menu === undefined", refused: "disabled" },
      { on: 'menuitem "Share"', holds: "document.body.innerText.includes('By mail')" },
      { on: 'menuitem "By mail"', holds: "v.menu === 'mail'" },
      { on: 'button "Remove"', holds: "document.body.innerText.includes('Sure?')" },
      { on: 'button "Do it"', holds: "v.sure && document.body.innerText.includes('Removed')" },
      { on: 'button "Launch"', holds: "document.querySelector('[role=dialog]')" },
      { on: 'button "Agree"', holds: "v.yes" },
    ],
  },
  {
    name: "primevue",
    specs: ["primevue@4.5.5", "@primeuix/themes@2.0.3", "primeicons@7.0.0", "vue@3.5.22"],
    html: "<link rel=stylesheet href=/m/primeicons/primeicons.css><div id=app style='width:700px;padding:20px'></div>",
    module: `import { createApp, reactive } from "vue/dist/vue.esm-bundler.js"; import Aura from "@primeuix/themes/aura"; import PrimeVue from "primevue/config"; import ConfirmationService from "primevue/confirmationservice";
      import { Accordion, AccordionContent, AccordionHeader, AccordionPanel, AutoComplete, Button, Checkbox, Column, ConfirmDialog, DataTable, DatePicker, Dialog, FloatLabel, InputNumber, InputText, Menu, MultiSelect, Password, RadioButton, Rating, Select, SelectButton, Slider, Tab, TabList, Tabs, TieredMenu, ToggleSwitch, Tree } from "primevue";
      const v = window.v = reactive({ name: "", pass: "", amount: 3, city: "Oslo", sizes: [], people: [], found: [], date: new Date(2026, 2, 10), volume: 30, stars: null, span: "Day", terms: false, dark: false, pay: null, tab: "one", open: false, picked: null, nodes: [{ key: "n", label: "Norway", children: [{ key: "b", label: "Bergen" }] }], rows: [{ name: "Berta", age: 30 }, { name: "Anna", age: 31 }] });
      const app = createApp({ setup() { return { v, items: [{ label: "Copy", command: () => { v.menu = "copy" } }, { label: "Paste", disabled: true }, { label: "Share", items: [{ label: "By mail", command: () => { v.menu = "mail" } }] }], find: (e) => { v.found = ["Ada", "Alan", "Grace"].filter((x) => x.toLowerCase().includes(e.query.toLowerCase())) } } },
        methods: { sure() { this.$confirm.require({ message: "Sure?", header: "Remove", acceptProps: { label: "Do it" }, accept: () => { v.sure = true } }) } },
        template: \`<ConfirmDialog /><FloatLabel style="margin-top:20px"><InputText id="n" v-model="v.name" /><label for="n">Name</label></FloatLabel>
        <p><label for="w">Password</label> <Password inputId="w" toggleMask :feedback="false" v-model="v.pass" /> <label for="a">Amount</label> <InputNumber inputId="a" showButtons :min="0" :max="10" v-model="v.amount" /></p>
        <p><label id="cl">City</label> <Select aria-labelledby="cl" filter :options="['Oslo', 'Rome', 'Bern']" :optionDisabled="(x) => x === 'Bern'" v-model="v.city" /> <label for="m">Sizes</label> <MultiSelect inputId="m" :options="['S', 'M', 'L']" v-model="v.sizes" /></p>
        <p><label for="p">People</label> <AutoComplete inputId="p" multiple :suggestions="v.found" @complete="find" v-model="v.people" /> <label for="d">Arrival</label> <DatePicker inputId="d" dateFormat="yy-mm-dd" showIcon v-model="v.date" /></p>
        <p><Checkbox inputId="k" binary v-model="v.terms" /> <label for="k">Terms</label> <ToggleSwitch inputId="s" v-model="v.dark" /> <label for="s">Dark</label> <RadioButton inputId="r" value="card" v-model="v.pay" /> <label for="r">Card</label> <RadioButton inputId="r2" value="cash" v-model="v.pay" /> <label for="r2">Cash</label></p>
        <SelectButton :options="['Day', 'Week']" v-model="v.span" /><Slider aria-label="Volume" style="margin:12px" v-model="v.volume" /><Rating v-model="v.stars" />
        <Tabs v-model:value="v.tab"><TabList><Tab value="one">One</Tab><Tab value="two">Two</Tab></TabList></Tabs><Accordion><AccordionPanel value="0"><AccordionHeader>More</AccordionHeader><AccordionContent>Inside the box</AccordionContent></AccordionPanel></Accordion>
        <Tree :value="v.nodes" selectionMode="single" @nodeSelect="v.node = $event.label" /><DataTable :value="v.rows" v-model:selection="v.picked" dataKey="name"><Column selectionMode="single" /><Column field="name" header="Person" sortable /><Column field="age" header="Age" /></DataTable>
        <TieredMenu ref="menu" popup :model="items" /><Button label="Actions" @click="$refs.menu.toggle($event)" /><Button label="Remove" @click="sure" /><Button label="Launch" @click="v.open = true" /><Dialog header="Really?" v-model:visible="v.open"><Button label="Agree" @click="v.yes = true; v.open = false" /></Dialog>\` });
      for (const one of [Accordion, AccordionContent, AccordionHeader, AccordionPanel, AutoComplete, Button, Checkbox, Column, ConfirmDialog, DataTable, DatePicker, Dialog, FloatLabel, InputNumber, InputText, MultiSelect, Password, RadioButton, Rating, Select, SelectButton, Slider, Tab, TabList, Tabs, TieredMenu, ToggleSwitch, Tree]) app.component(one.name, one);
      app.use(PrimeVue, { theme: { preset: Aura } }).use(ConfirmationService).mount("#app")`,
    ready: "document.querySelector('.p-datatable-tbody tr')",
    sees: ['"Name"', '"Amount" = "3"', '"City" = "Oslo"', 'switch "Dark"', '"Card"', '"Volume" = "30"'],
    hides: ["Inside the box", "Really?", "Sure?"],
    acts: [
      ...fieldActs({ refused: "disabled", people: "overlay", calendar: "datepicker-panel" }),
      { verb: "check", on: '"Terms"', holds: "v.terms === true" },
      { verb: "check", on: '"Dark"', holds: "v.dark === true" },
      { verb: "check", on: '"Cash"', holds: "v.pay === 'cash'" },
      { on: '"Week"', holds: "v.span === 'Week'" },
      { verb: "fill", on: '"Volume"', value: "40", holds: "v.volume === 40" },
      { on: /radio.*"3 stars/, holds: "v.stars === 3" },
      { on: 'tab "Two"', holds: "v.tab === 'two'" },
      { on: '"More"', holds: "document.body.innerText.includes('Inside the box')" },
      { on: 'treeitem "Norway"', holds: "v.node === 'Norway'" },
      { on: '"Person"', holds: "document.querySelector('tbody tr').innerText.includes('Anna')" },
      { verb: "check", on: /radio ~/, nth: 1, holds: "v.picked.name === 'Berta'" },
      { on: 'button "Actions"', holds: "document.querySelector('[role=menuitem]')" },
      { on: '"Paste"', holds: "v.menu === undefined", refused: "disabled" },
      { on: 'menuitem "Share"', holds: "document.body.innerText.includes('By mail')" },
      { on: 'menuitem "By mail"', holds: "v.menu === 'mail'" },
      { on: 'button "Remove"', holds: "document.body.innerText.includes('Sure?')" },
      { on: 'button "Do it"', holds: "v.sure" },
      { on: 'button "Launch"', holds: "document.querySelector('[role=dialog]')" },
      { on: 'button "Agree"', holds: "v.yes" },
    ],
  },
  {
    name: "vaadin-core",
    specs: ["@vaadin/vaadin-core@25.3.0"],
    html: `<link rel=stylesheet href=/m/@vaadin/vaadin-lumo-styles/lumo.css><body style="width:700px;padding:20px">
      <vaadin-text-field id=name label=Name required></vaadin-text-field><vaadin-combo-box id=city label=City></vaadin-combo-box><vaadin-multi-select-combo-box id=people label=People></vaadin-multi-select-combo-box>
      <vaadin-date-picker id=date label=Arrival value=2026-03-10></vaadin-date-picker><vaadin-time-picker id=time label=Time></vaadin-time-picker><vaadin-number-field id=amount label=Amount value=3 min=0 max=10 step-buttons-visible></vaadin-number-field>
      <vaadin-select id=size label=Size></vaadin-select><vaadin-checkbox-group id=toppings label=Toppings><vaadin-checkbox value=ham label=Ham></vaadin-checkbox><vaadin-checkbox value=egg label=Egg></vaadin-checkbox></vaadin-checkbox-group>
      <vaadin-radio-group id=pay label=Pay><vaadin-radio-button value=card label=Card></vaadin-radio-button><vaadin-radio-button value=cash label=Cash></vaadin-radio-button></vaadin-radio-group>
      <vaadin-tabs id=tabs><vaadin-tab>One</vaadin-tab><vaadin-tab>Two</vaadin-tab></vaadin-tabs><vaadin-details id=more summary=More>Inside the box</vaadin-details>
      <vaadin-grid id=grid style="height:180px"><vaadin-grid-selection-column></vaadin-grid-selection-column><vaadin-grid-sort-column path=name header=Person></vaadin-grid-sort-column><vaadin-grid-column path=age header=Age></vaadin-grid-column></vaadin-grid>
      <vaadin-menu-bar id=bar></vaadin-menu-bar><vaadin-context-menu id=context open-on=click><vaadin-button>Options</vaadin-button></vaadin-context-menu><vaadin-button id=remove>Remove</vaadin-button><vaadin-confirm-dialog id=confirm header=Sure? confirm-text="Do it" cancel-button-visible></vaadin-confirm-dialog>
      <vaadin-button id=launch>Launch</vaadin-button><vaadin-dialog id=dialog header-title=Really?></vaadin-dialog><vaadin-upload id=upload></vaadin-upload>`,
    module: `import "@vaadin/button"; import "@vaadin/checkbox-group"; import "@vaadin/combo-box"; import "@vaadin/confirm-dialog"; import "@vaadin/context-menu"; import "@vaadin/date-picker"; import "@vaadin/details"; import "@vaadin/dialog"; import "@vaadin/grid"; import "@vaadin/grid/vaadin-grid-selection-column.js"; import "@vaadin/grid/vaadin-grid-sort-column.js"; import "@vaadin/menu-bar"; import "@vaadin/multi-select-combo-box"; import { Notification } from "@vaadin/notification"; import "@vaadin/number-field"; import "@vaadin/radio-group"; import "@vaadin/select"; import "@vaadin/tabs"; import "@vaadin/text-field"; import "@vaadin/time-picker"; import "@vaadin/upload"; window.v = {}; const $ = window.$ = (id) => document.getElementById(id);
      $("city").items = ["Oslo", "Rome", "Bern"]; $("people").items = ["Ada", "Alan", "Grace"]; $("size").items = [{ label: "Small", value: "s" }, { label: "Large", value: "l" }, { label: "Huge", value: "h", disabled: true }]; $("grid").items = ["Berta", "Anna", "Carl"].map((name, n) => ({ name, age: 30 + n }));
      $("bar").items = [{ text: "File", children: [{ text: "Open" }, { text: "Export", children: [{ text: "As text" }] }, { text: "Print", disabled: true }] }, { text: "Help" }]; $("bar").addEventListener("item-selected", (e) => { v.bar = e.detail.value.text });
      $("context").items = [{ text: "Copy" }, { text: "Paste", disabled: true }]; $("context").addEventListener("item-selected", (e) => { v.menu = e.detail.value.text });
      $("remove").onclick = () => { $("confirm").opened = true }; $("confirm").addEventListener("confirm", () => { v.sure = true; Notification.show("Removed", { position: "top-end" }) });
      $("dialog").renderer = (root) => { if (!root.firstChild) { const b = document.createElement("vaadin-button"); b.textContent = "Agree"; b.onclick = () => { v.yes = true; $("dialog").opened = false }; root.append(b) } }; $("launch").onclick = () => { $("dialog").opened = true }`,
    ready: "window.$ && $('grid').shadowRoot?.querySelector('tbody tr') && document.body.innerText.includes('Berta')",
    sees: ['"Name"', '"City"', '"Arrival" = "3/10/2026"', '"Amount" = "3"', '"Card"', '"Ham"'],
    hides: ["Inside the box", "Really?", "Sure?"],
    acts: [
      { verb: "fill", on: '"Name"', value: "Anna", holds: "$('name').value === 'Anna'" },
      { verb: "select", on: '"City"', value: "Rome", holds: "$('city').value === 'Rome'" },
      {
        verb: "select",
        on: '"People"',
        value: ["Ada", "Grace"],
        holds: "$('people').selectedItems.join() === 'Ada,Grace'",
      },
      { verb: "press", on: '"People"', value: "Escape", holds: "true" },
      { verb: "fill", on: '"Arrival"', value: "3/17/2026", holds: "true" },
      { verb: "press", on: '"Arrival"', value: "Enter", holds: "$('date').value === '2026-03-17'" },
      { on: '"Arrival"', holds: "$('date').opened" },
      { on: /"19 March/, holds: "$('date').value === '2026-03-19'" },
      { verb: "select", on: '"Time"', value: "10:00", holds: "$('time').value === '10:00'" },
      { verb: "fill", on: '"Amount"', value: "8", holds: "$('amount').value === '8'" },
      { verb: "select", on: '"Size', value: "Large", holds: "$('size').value === 'l'" },
      { verb: "select", on: '"Size', value: "Huge", holds: "$('size').value === 'l'", refused: "disabled" },
      { verb: "press", on: /option.*"Large"/, value: "Escape", holds: "!$('size').opened" },
      { verb: "check", on: '"Egg"', holds: "$('toppings').value.join() === 'egg'" },
      { verb: "check", on: '"Cash"', holds: "$('pay').value === 'cash'" },
      { on: 'tab "Two"', holds: "$('tabs').selected === 1" },
      { on: '"More"', holds: "$('more').opened" },
      {
        on: '"Sort by Person"',
        holds: "$('grid').shadowRoot && document.querySelector('vaadin-grid-sorter').direction === 'asc'",
      },
      { verb: "check", on: "Select Row", nth: 0, holds: "$('grid').selectedItems.length === 1" },
      { on: '"File"', holds: "document.body.innerText.includes('Open')" },
      { on: 'menuitem "Print"', holds: "v.bar === undefined", refused: "disabled" },
      { verb: "hover", on: 'menuitem "Export"', holds: "document.body.innerText.includes('As text')" },
      { on: 'menuitem "As text"', holds: "v.bar === 'As text'" },
      { on: 'button "Options"', holds: "document.body.innerText.includes('Copy')" },
      { on: 'menuitem "Copy"', holds: "v.menu === 'Copy'" },
      { on: 'button "Remove"', holds: "$('confirm').opened" },
      { on: 'button "Do it"', holds: "v.sure && document.body.innerText.includes('Removed')" },
      { on: 'button "Launch"', holds: "$('dialog').opened" },
      { on: 'button "Agree"', holds: "v.yes" },
    ],
  },
  {
    name: "ui5",
    specs: ["@ui5/webcomponents@2.26.0"],
    html: `<body style="width:700px;padding:20px"><ui5-label for=name required show-colon>Name</ui5-label><ui5-input id=name required></ui5-input> <ui5-label for=country>Country</ui5-label><ui5-input id=country show-suggestions><ui5-suggestion-item text=Norway></ui5-suggestion-item><ui5-suggestion-item text=Italy></ui5-suggestion-item></ui5-input>
      <p><ui5-label for=city>City</ui5-label><ui5-combobox id=city><ui5-cb-item text=Oslo></ui5-cb-item><ui5-cb-item text=Rome></ui5-cb-item></ui5-combobox> <ui5-label for=sizes>Sizes</ui5-label><ui5-multi-combobox id=sizes><ui5-mcb-item text=Small></ui5-mcb-item><ui5-mcb-item text=Medium></ui5-mcb-item><ui5-mcb-item text=Large></ui5-mcb-item></ui5-multi-combobox></p>
      <p><ui5-label for=tags>Tags</ui5-label><ui5-multi-input id=tags><ui5-token slot=tokens text=News></ui5-token></ui5-multi-input> <ui5-label for=kind>Kind</ui5-label><ui5-select id=kind><ui5-option value=a>Alpha</ui5-option><ui5-option value=b>Beta</ui5-option></ui5-select></p>
      <p><ui5-label for=date>Arrival</ui5-label><ui5-date-picker id=date value=2026-03-10 format-pattern=yyyy-MM-dd></ui5-date-picker> <ui5-label for=amount>Amount</ui5-label><ui5-step-input id=amount value=3 min=0 max=10></ui5-step-input></p>
      <ui5-switch id=dark accessible-name=Dark></ui5-switch><ui5-checkbox id=terms text=Terms></ui5-checkbox><ui5-radio-button id=card name=pay text=Card></ui5-radio-button><ui5-radio-button id=cash name=pay text=Cash></ui5-radio-button>
      <ui5-slider id=volume accessible-name=Volume value=30></ui5-slider><ui5-range-slider id=price accessible-name=Price start-value=20 end-value=80></ui5-range-slider><ui5-rating-indicator id=stars accessible-name=Stars></ui5-rating-indicator>
      <ui5-segmented-button id=span><ui5-segmented-button-item id=day>Day</ui5-segmented-button-item><ui5-segmented-button-item id=week>Week</ui5-segmented-button-item></ui5-segmented-button>
      <ui5-tabcontainer id=tabs><ui5-tab text=One selected>1</ui5-tab><ui5-tab text=Two>2</ui5-tab></ui5-tabcontainer><ui5-panel id=more header-text=More collapsed>Inside the box</ui5-panel>
      <ui5-tree id=tree selection-mode=Single><ui5-tree-item id=norway text=Norway><ui5-tree-item text=Bergen></ui5-tree-item></ui5-tree-item></ui5-tree>
      <ui5-table id=table><ui5-table-header-row slot=headerRow><ui5-table-header-cell>Person</ui5-table-header-cell><ui5-table-header-cell>Age</ui5-table-header-cell></ui5-table-header-row><ui5-table-row row-key=a interactive><ui5-table-cell>Anna</ui5-table-cell><ui5-table-cell>31</ui5-table-cell></ui5-table-row><ui5-table-row row-key=b interactive><ui5-table-cell>Berta</ui5-table-cell><ui5-table-cell>30</ui5-table-cell></ui5-table-row></ui5-table>
      <ui5-button id=actions>Actions</ui5-button><ui5-menu id=menu opener=actions><ui5-menu-item text=Copy></ui5-menu-item><ui5-menu-item text=Paste disabled></ui5-menu-item><ui5-menu-item text=Share><ui5-menu-item text="By mail"></ui5-menu-item></ui5-menu-item></ui5-menu>
      <ui5-button id=launch>Launch</ui5-button><ui5-dialog id=dialog header-text=Really?><ui5-button id=agree>Agree</ui5-button></ui5-dialog>`,
    module: `import "@ui5/webcomponents/dist/Button.js"; import "@ui5/webcomponents/dist/CheckBox.js"; import "@ui5/webcomponents/dist/ComboBox.js"; import "@ui5/webcomponents/dist/DatePicker.js"; import "@ui5/webcomponents/dist/Dialog.js"; import "@ui5/webcomponents/dist/Input.js"; import "@ui5/webcomponents/dist/features/InputSuggestions.js"; import "@ui5/webcomponents/dist/Label.js"; import "@ui5/webcomponents/dist/Menu.js"; import "@ui5/webcomponents/dist/MenuItem.js"; import "@ui5/webcomponents/dist/MultiComboBox.js"; import "@ui5/webcomponents/dist/MultiInput.js"; import "@ui5/webcomponents/dist/Option.js"; import "@ui5/webcomponents/dist/Panel.js"; import "@ui5/webcomponents/dist/RadioButton.js"; import "@ui5/webcomponents/dist/RangeSlider.js"; import "@ui5/webcomponents/dist/RatingIndicator.js"; import "@ui5/webcomponents/dist/SegmentedButton.js"; import "@ui5/webcomponents/dist/Select.js"; import "@ui5/webcomponents/dist/Slider.js"; import "@ui5/webcomponents/dist/StepInput.js"; import "@ui5/webcomponents/dist/SuggestionItem.js"; import "@ui5/webcomponents/dist/Switch.js"; import "@ui5/webcomponents/dist/Tab.js"; import "@ui5/webcomponents/dist/TabContainer.js"; import "@ui5/webcomponents/dist/Table.js"; import "@ui5/webcomponents/dist/TableCell.js"; import "@ui5/webcomponents/dist/TableHeaderCell.js"; import "@ui5/webcomponents/dist/TableHeaderRow.js"; import "@ui5/webcomponents/dist/TableRow.js"; import "@ui5/webcomponents/dist/Token.js"; import "@ui5/webcomponents/dist/Tree.js"; import "@ui5/webcomponents/dist/TreeItem.js"; import { registerLocaleDataLoader } from "@ui5/webcomponents-base/dist/asset-registries/LocaleData.js"; import en from "@ui5/webcomponents-localization/dist/generated/assets/cldr/en.json"; registerLocaleDataLoader("en", async () => en); window.v = {}; const $ = window.$ = (id) => document.getElementById(id);
      $("tags").addEventListener("token-delete", (e) => { for (const t of e.detail.tokens) t.remove(); v.removed = true }); $("tree").addEventListener("item-click", (e) => { v.node = e.detail.item.text }); $("table").addEventListener("row-click", (e) => { v.row = e.detail.row.rowKey }); $("tabs").addEventListener("tab-select", (e) => { v.tab = e.detail.tab.text });
      $("actions").addEventListener("click", () => { $("menu").open = true }); $("menu").addEventListener("item-click", (e) => { v.menu = e.detail.text }); $("launch").addEventListener("click", () => { $("dialog").open = true }); $("agree").addEventListener("click", () => { v.yes = true; $("dialog").open = false })`,
    ready:
      "window.$ && $('volume').shadowRoot?.querySelector('[role=slider]') && $('price').shadowRoot?.querySelector('[role=slider]')",
    sees: ['"Name', '"City"', '"Amount" = "3"', 'switch "Dark"', '"Card"', '"Terms"', '"Arrival" = "2026-03-10"'],
    hides: ["Inside the box", "Really?"],
    acts: [
      { verb: "fill", on: '"Name', value: "Anna", holds: "$('name').value === 'Anna'" },
      { verb: "fill", on: '"Country"', value: "Ital", holds: "$('country').value === 'Italy'" },
      { on: /option.*"Italy/, holds: "$('country').value === 'Italy'" },
      { verb: "select", on: '"City"', value: "Rome", holds: "$('city').value === 'Rome'" },
      {
        verb: "select",
        on: '"Sizes"',
        value: ["Small", "Large"],
        holds: "[...$('sizes').children].filter((x) => x.selected).length === 2",
      },
      { verb: "press", on: '"Sizes"', value: "Escape", holds: "true" },
      { verb: "select", on: '"Kind"', value: "Beta", holds: "$('kind').value === 'b'" },
      { verb: "fill", on: '"Arrival"', value: "2026-03-17", holds: "true" },
      { verb: "press", on: '"Arrival"', value: "Enter", holds: "$('date').value === '2026-03-17'" },
      { verb: "press", on: 'textbox "Amount"', value: "ArrowUp", holds: "$('amount').value === 4" },
      { verb: "check", on: '"Dark"', holds: "$('dark').checked" },
      { verb: "check", on: '"Terms"', holds: "$('terms').checked" },
      { verb: "check", on: '"Cash"', holds: "$('cash').checked" },
      { verb: "fill", on: /slider.*Volume/, value: "40", holds: "$('volume').value === 40" },
      { verb: "fill", on: /slider.*= "20"/, value: "30", holds: "$('price').startValue === 30" },
      { verb: "fill", on: /slider.*Stars/, value: "3", holds: "$('stars').value === 3" },
      { on: '"Week"', holds: "$('week').selected" },
      { on: 'tab "Two"', holds: "v.tab === 'Two'" },
      { on: '"More"', holds: "!$('more').collapsed" },
      { on: 'treeitem "Norway', holds: "v.node === 'Norway'" },
      { on: /row.*Berta/, cell: 1, holds: "v.row === 'b'" },
      { on: 'button "Actions"', holds: "$('menu').open" },
      { on: 'menuitem "Paste', holds: "v.menu === undefined", refused: "disabled" },
      { on: /menuitem "Share/, holds: "true" },
      { on: 'menuitem "By mail', holds: "v.menu === 'By mail'" },
      { on: 'button "Launch"', holds: "$('dialog').open" },
      { on: 'button "Agree"', holds: "v.yes" },
    ],
  },
];
