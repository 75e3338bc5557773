import type { PackagePage } from "../package-page.ts";

const react = ["react@19.2.0", "react-dom@19.2.0"];

/** Libraries of components that applications in companies are made of. */
export const pages: readonly PackagePage[] = [
  {
    name: "blueprint",
    specs: ["@blueprintjs/core@6.20.0", "@blueprintjs/select@6.3.6", ...react],
    html: "<link rel=stylesheet href=/m/normalize.css/normalize.css><link rel=stylesheet href=/m/@blueprintjs/core/lib/css/blueprint.css><link rel=stylesheet href=/m/@blueprintjs/select/lib/css/blueprint-select.css><div id=root style='width:600px;padding:20px'></div>",
    module: `import { createRoot } from "react-dom/client"; import { useState } from "react";
      import { Alert, Button, Checkbox, Collapse, ControlGroup, FormGroup, HTMLSelect, InputGroup, Menu, MenuItem, NumericInput, Popover, Radio, RadioGroup, RangeSlider, SegmentedControl, Slider, Switch, Tab, Tabs, TagInput, Tree } from "@blueprintjs/core"; import { MultiSelect, Select, Suggest } from "@blueprintjs/select"; window.v = {};
      const cities = ["Oslo", "Rome", "Bern"]; const item = (x, { handleClick, handleFocus, modifiers }) => <MenuItem key={x} text={x} roleStructure="listoption" active={modifiers.active} onClick={handleClick} onFocus={handleFocus} />; const has = (q, x) => x.toLowerCase().includes(q.toLowerCase());
      function App() { const [city, setCity] = useState("Oslo"); const [tags, setTags] = useState([]); const [words, setWords] = useState(["one"]); const [volume, setVolume] = useState(30); const [pay, setPay] = useState(); const [open, setOpen] = useState(false); const [more, setMore] = useState(false); const [expanded, setExpanded] = useState(false);
        return <><FormGroup label="Name" labelFor="n" labelInfo="(required)"><InputGroup id="n" onChange={(e) => { v.name = e.target.value }} /></FormGroup>
        <FormGroup label="Country" labelFor="h"><HTMLSelect id="h" options={["Norway", "Italy"]} onChange={(e) => { v.country = e.target.value }} /></FormGroup>
        <Select items={cities} itemRenderer={item} itemPredicate={has} onItemSelect={(x) => { setCity(x); v.city = x }}><Button text={city} endIcon="caret-down" /></Select>
        <FormGroup label="Person" labelFor="p"><Suggest items={["Ada", "Alan", "Grace"]} itemRenderer={item} itemPredicate={has} inputValueRenderer={(x) => x} inputProps={{ id: "p" }} onItemSelect={(x) => { v.person = x }} /></FormGroup>
        <MultiSelect items={["red", "green", "blue"]} selectedItems={tags} itemRenderer={item} itemPredicate={has} tagRenderer={(x) => x} placeholder="Colours" onRemove={(x) => { const next = tags.filter((t) => t !== x); setTags(next); v.tags = next.join() }} onItemSelect={(x) => { const next = [...tags, x]; setTags(next); v.tags = next.join() }} />
        <TagInput values={words} placeholder="Words" inputProps={{ "aria-label": "Words" }} onChange={(x) => { setWords(x); v.words = x.join() }} />
        <FormGroup label="Amount" labelFor="a"><NumericInput id="a" defaultValue={3} min={0} max={10} onValueChange={(x) => { v.amount = x }} /></FormGroup>
        <Slider min={0} max={100} labelStepSize={50} value={volume} handleHtmlProps={{ "aria-label": "Volume" }} onChange={(x) => { setVolume(x); v.volume = x }} />
        <Switch label="Dark" onChange={(e) => { v.dark = e.target.checked }} /><Checkbox label="Terms" onChange={(e) => { v.terms = e.target.checked }} />
        <RadioGroup label="Pay" selectedValue={pay} onChange={(e) => { setPay(e.target.value); v.pay = e.target.value }}><Radio label="Card" value="card" /><Radio label="Cash" value="cash" /></RadioGroup>
        <SegmentedControl options={[{ label: "Day", value: "day" }, { label: "Week", value: "week" }]} defaultValue="day" onValueChange={(x) => { v.span = x }} />
        <Tabs id="t" onChange={(x) => { v.tab = x }}><Tab id="one" title="One" panel={<p>1</p>} /><Tab id="two" title="Two" panel={<p>2</p>} /></Tabs>
        <Tree contents={[{ id: 0, label: "Folder", hasCaret: true, isExpanded: expanded, childNodes: [{ id: 1, label: "File" }] }]} onNodeExpand={() => setExpanded(true)} onNodeClick={(n) => { v.node = n.label }} />
        <Button onClick={() => setMore(!more)}>More</Button><Collapse isOpen={more}>Inside the box</Collapse>
        <Popover content={<Menu><MenuItem text="Copy" onClick={() => { v.menu = "copy" }} /><MenuItem text="Paste" disabled /><MenuItem text="Share"><MenuItem text="By mail" onClick={() => { v.menu = "mail" }} /></MenuItem></Menu>}><Button>Actions</Button></Popover>
        <Button onClick={() => setOpen(true)}>Launch</Button><Alert isOpen={open} confirmButtonText="Agree" cancelButtonText="Back" onConfirm={() => { v.yes = true; setOpen(false) }} onCancel={() => setOpen(false)}>Really?</Alert></> }
      createRoot(root).render(<App />)`,
    ready: "document.querySelector('.bp6-slider-handle')",
    sees: ['"Name', '"Volume" = "30"', '"Dark"', '"Card"', 'textbox "Words"'],
    hides: ["Inside the box", "Really?"],
    acts: [
      { verb: "fill", on: 'textbox "Name', value: "Anna", holds: "v.name === 'Anna'" },
      { verb: "select", on: '"Country"', value: "Italy", holds: "v.country === 'Italy'" },
      { verb: "select", on: '"Oslo"', value: "Rome", holds: "v.city === 'Rome'" },
      { verb: "select", on: '"Person"', value: "Alan", holds: "v.person === 'Alan'" },
      { verb: "select", on: '"Colours"', value: ["red", "blue"], holds: "v.tags === 'red,blue'" },
      { on: /"Remove.*red/, holds: "v.tags === 'blue'" },
      { verb: "press", on: 'textbox "Name', value: "Escape", holds: "true" },
      { verb: "type", on: '"Words"', value: "two\n", holds: "v.words === 'one,two'" },
      { verb: "fill", on: '"Amount"', value: "8", holds: "v.amount === 8" },
      { verb: "fill", on: '"Volume"', value: "40", holds: "v.volume === 40" },
      { verb: "check", on: '"Dark"', holds: "v.dark === true" },
      { verb: "check", on: '"Terms"', holds: "v.terms === true" },
      { verb: "check", on: '"Cash"', holds: "v.pay === 'cash'" },
      { on: '"Week"', holds: "v.span === 'week'" },
      { on: 'tab "Two"', holds: "v.tab === 'two'" },
      { on: '"Expand group"', holds: "document.body.innerText.includes('File')" },
      { on: '"File"', holds: "v.node === 'File'" },
      { on: '"More"', holds: "document.body.innerText.includes('Inside the box')" },
      { on: 'button "Actions"', holds: "document.querySelector('[role=menuitem]')" },
      { on: '"Paste"', holds: "v.menu === undefined", refused: "disabled" },
      { verb: "hover", on: 'menuitem "Share', holds: "document.body.innerText.includes('By mail')" },
      { on: 'menuitem "By mail"', holds: "v.menu === 'mail'" },
      { on: 'button "Launch"', holds: "document.querySelector('[role=alertdialog],[role=dialog]')" },
      { on: 'button "Agree"', holds: "v.yes" },
    ],
  },
  {
    name: "carbon",
    specs: ["@carbon/react@1.117.0", "@carbon/styles@1.116.0", ...react],
    html: "<link rel=stylesheet href=/m/@carbon/styles/css/styles.css><div id=root style='width:600px;padding:20px'></div>",
    module: `import { createRoot } from "react-dom/client"; import { useState } from "react";
      import { Accordion, AccordionItem, Button, Checkbox, ComboBox, ContentSwitcher, DatePicker, DatePickerInput, Dropdown, FileUploader, Modal, MultiSelect, NumberInput, OverflowMenu, OverflowMenuItem, RadioButton, RadioButtonGroup, Search, Select, SelectItem, Slider, Switch, Tab, TabList, TabPanel, TabPanels, Tabs, TextArea, TextInput, TimePicker, Toggle } from "@carbon/react"; window.v = {};
      const items = (...all) => all.map((text) => ({ id: text, text, disabled: text === "Bern" })); const text = (x) => x?.text ?? "";
      function App() { const [open, setOpen] = useState(false);
        return <><TextInput id="n" labelText="Name" helperText="As in your passport" onChange={(e) => { v.name = e.target.value }} /><TextArea id="t" labelText="Notes" onChange={(e) => { v.notes = e.target.value }} /><Search labelText="Find" id="f" onChange={(e) => { v.find = e.target.value }} />
        <Select id="s" labelText="Country" onChange={(e) => { v.country = e.target.value }}><SelectItem value="no" text="Norway" /><SelectItem value="it" text="Italy" /></Select>
        <Dropdown id="d" titleText="City" label="Choose" items={items("Oslo", "Rome", "Bern")} itemToString={text} initialSelectedItem={null} onChange={(x) => { v.city = x.selectedItem.text }} />
        <MultiSelect id="m" titleText="Sizes" label="Choose sizes" items={items("S", "M", "L")} itemToString={text} onChange={(x) => { v.sizes = x.selectedItems.map(text).sort().join() }} />
        <ComboBox id="c" titleText="Person" items={items("Ada", "Alan", "Grace")} itemToString={text} onChange={(x) => { v.person = x.selectedItem?.text }} />
        <NumberInput id="a" label="Amount" defaultValue={3} min={0} max={10} onChange={(e, x) => { v.amount = Number(x.value) }} />
        <DatePicker datePickerType="single" dateFormat="Y-m-d" value="2026-03-10" onChange={([d]) => { v.date = d && d.getDate() }}><DatePickerInput id="date" labelText="Arrival" /></DatePicker>
        <Slider labelText="Volume" value={30} min={0} max={100} onChange={(x) => { v.volume = x.value }} />
        <Toggle id="g" labelText="Dark" onToggle={(x) => { v.dark = x }} /><Checkbox id="k" labelText="Terms" onChange={(e, x) => { v.terms = x.checked }} />
        <RadioButtonGroup legendText="Pay" name="pay" onChange={(x) => { v.pay = x }}><RadioButton labelText="Card" value="card" /><RadioButton labelText="Cash" value="cash" /></RadioButtonGroup>
        <ContentSwitcher onChange={(x) => { v.span = x.name }}><Switch name="day" text="Day" /><Switch name="week" text="Week" /></ContentSwitcher>
        <Tabs onChange={(x) => { v.tab = x.selectedIndex }}><TabList aria-label="Tabs"><Tab>One</Tab><Tab>Two</Tab></TabList><TabPanels><TabPanel>1</TabPanel><TabPanel>2</TabPanel></TabPanels></Tabs>
        <Accordion><AccordionItem title="More">Inside the box</AccordionItem></Accordion>
        <OverflowMenu aria-label="Actions"><OverflowMenuItem itemText="Copy" onClick={() => { v.menu = "copy" }} /><OverflowMenuItem itemText="Paste" disabled /></OverflowMenu>
        <Button onClick={() => setOpen(true)}>Launch</Button><Modal open={open} modalHeading="Really?" primaryButtonText="Agree" secondaryButtonText="Back" onRequestClose={() => setOpen(false)} onRequestSubmit={() => { v.yes = true; setOpen(false) }} /></> }
      createRoot(root).render(<App />)`,
    ready: "document.querySelector('.cds--slider')",
    sees: ['"Name"', '"Volume"', '"Dark"', '"Card"', '"City"'],
    hides: ["Inside the box", "Really?"],
    acts: [
      { verb: "fill", on: 'textbox "Name"', value: "Anna", holds: "v.name === 'Anna'" },
      { verb: "fill", on: '"Notes"', value: "one", holds: "v.notes === 'one'" },
      { verb: "fill", on: '"Find"', value: "abc", holds: "v.find === 'abc'" },
      { verb: "select", on: '"Country"', value: "Italy", holds: "v.country === 'it'" },
      { verb: "select", on: '"City"', value: "Rome", holds: "v.city === 'Rome'" },
      { verb: "select", on: '"City"', value: "Bern", holds: "v.city === 'Rome'", refused: "disabled" },
      { verb: "press", on: '"City"', value: "Escape", holds: "true" },
      { verb: "select", on: /combobox "Sizes/, value: ["S", "L"], holds: "v.sizes === 'L,S'" },
      { verb: "press", on: /combobox "Sizes/, value: "Escape", holds: "true" },
      { verb: "select", on: 'combobox "Person"', value: "Alan", holds: "v.person === 'Alan'" },
      { verb: "fill", on: '"Amount"', value: "8", holds: "v.amount === 8" },
      { on: '"Arrival"', holds: "document.querySelector('.flatpickr-calendar.open')" },
      { on: /March 17/, holds: "v.date === 17" },
      { verb: "fill", on: /slider "Volume"/, value: "40", holds: "v.volume === 40" },
      { verb: "check", on: '"Dark"', holds: "v.dark === true" },
      { verb: "check", on: '"Terms"', holds: "v.terms === true" },
      { verb: "check", on: '"Cash"', holds: "v.pay === 'cash'" },
      { on: '"Week"', holds: "v.span === 'week'" },
      { on: 'tab "Two"', holds: "v.tab === 1" },
      { on: '"More"', holds: "document.querySelector('.cds--accordion__item--active')" },
      { on: 'button "Options"', holds: "document.querySelector('[role=menuitem]')" },
      { on: '"Paste"', holds: "v.menu === undefined", refused: "disabled" },
      { on: 'menuitem "Copy"', holds: "v.menu === 'copy'" },
      { on: 'button "Launch"', holds: "document.querySelector('[role=dialog]')" },
      { on: 'button "Agree"', holds: "v.yes" },
    ],
  },
  {
    name: "quasar",
    specs: ["quasar@2.27.0", "@quasar/extras@1.17.0", "vue@3.5.22"],
    html: `<link rel=stylesheet href=/m/@quasar/extras/material-icons/material-icons.css><link rel=stylesheet href=/m/quasar/dist/quasar.prod.css><div id=q-app style="width:600px;padding:20px"></div><script src=/m/vue/dist/vue.global.prod.js></script><script src=/m/quasar/dist/quasar.umd.prod.js></script><script>
      const app = Vue.createApp({ setup() { const v = window.v = Vue.reactive({ name: "", city: "Oslo", sizes: [], ok: false, dark: false, pay: null, volume: 30, stars: 0, tab: "one", date: "2026/03/10", open: false, span: "day", amount: 3, expanded: [] }); return { v } },
        template: \`<q-input v-model="v.name" label="Name" /><q-input v-model.number="v.amount" type="number" label="Amount" />
        <q-select v-model="v.city" :options="['Oslo', 'Rome', 'Bern']" :option-disable="(x) => x === 'Bern'" label="City" /><q-select v-model="v.sizes" multiple use-chips :options="['S', 'M', 'L']" label="Sizes" />
        <q-input v-model="v.date" label="Arrival"><template #append><q-icon name="event" class="cursor-pointer" aria-label="Choose a date"><q-popup-proxy><q-date v-model="v.date" /></q-popup-proxy></q-icon></template></q-input>
        <q-slider v-model="v.volume" :min="0" :max="100" aria-label="Volume" /><q-toggle v-model="v.dark" label="Dark" /><q-checkbox v-model="v.ok" label="Terms" />
        <q-radio v-model="v.pay" val="card" label="Card" /><q-radio v-model="v.pay" val="cash" label="Cash" /><q-rating v-model="v.stars" :max="5" />
        <q-btn-toggle v-model="v.span" :options="[{ label: 'Day', value: 'day' }, { label: 'Week', value: 'week' }]" />
        <q-tabs v-model="v.tab"><q-tab name="one" label="One" /><q-tab name="two" label="Two" /></q-tabs>
        <q-expansion-item label="More"><div>Inside the box</div></q-expansion-item>
        <q-tree :nodes="[{ label: 'Folder', children: [{ label: 'File', handler: () => { v.node = 'File' } }] }]" node-key="label" v-model:expanded="v.expanded" />
        <q-btn-dropdown label="Actions"><q-list><q-item clickable v-close-popup @click="v.menu = 'copy'"><q-item-section>Copy</q-item-section></q-item><q-item clickable disable><q-item-section>Paste</q-item-section></q-item></q-list></q-btn-dropdown>
        <q-btn label="Launch" @click="v.open = true" /><q-dialog v-model="v.open"><q-card><q-card-section>Really?</q-card-section><q-card-actions><q-btn label="Agree" @click="v.yes = true; v.open = false" /></q-card-actions></q-card></q-dialog>\` });
      app.use(Quasar).mount("#q-app")</script>`,
    ready: "document.querySelector('.q-slider')",
    sees: ['"Name"', '"Volume"', '"Dark"', '"Card"', '"City"'],
    hides: ["Inside the box", "Really?", "arrow_drop_down"],
    acts: [
      { verb: "fill", on: '"Name"', value: "Anna", holds: "v.name === 'Anna'" },
      { verb: "fill", on: '"Amount"', value: "8", holds: "v.amount === 8" },
      { verb: "select", on: '"City"', value: "Rome", holds: "v.city === 'Rome'" },
      { verb: "select", on: '"City"', value: "Bern", holds: "v.city === 'Rome'", refused: "disabled" },
      { verb: "press", on: '"City"', value: "Escape", holds: "true" },
      { verb: "select", on: 'combobox "Sizes"', value: ["S", "L"], holds: "v.sizes.join() === 'S,L'" },
      { verb: "press", on: 'combobox "Sizes"', value: "Escape", holds: "true" },
      { verb: "fill", on: '"Arrival"', value: "2026/03/17", holds: "v.date === '2026/03/17'" },
      { verb: "fill", on: '"Volume"', value: "40", holds: "v.volume === 40" },
      { verb: "check", on: '"Dark"', holds: "v.dark === true" },
      { verb: "check", on: '"Terms"', holds: "v.ok === true" },
      { verb: "check", on: '"Cash"', holds: "v.pay === 'cash'" },
      { on: 'radio "grade 3"', holds: "v.stars === 3" },
      { on: /"week"/i, holds: "v.span === 'week'" },
      { on: /tab "two"/i, holds: "v.tab === 'two'" },
      { on: /More/, holds: "document.body.innerText.includes('Inside the box')" },
      { on: /Actions/, holds: "document.body.innerText.includes('Copy')" },
      { on: /"Copy"/, holds: "v.menu === 'copy'" },
      { on: /"launch"/i, holds: "document.querySelector('[role=dialog]')" },
      { on: /"agree"/i, holds: "v.yes" },
    ],
  },
  {
    name: "chakra-ui",
    specs: ["@chakra-ui/react@3.38.0", "@emotion/react@11.14.0", ...react],
    html: "<div id=root style='width:600px;padding:20px'></div>",
    module: `import { createRoot } from "react-dom/client";
      import { Accordion, Button, ChakraProvider, Checkbox, Combobox, Dialog, Editable, Field, Input, Menu, NumberInput, PinInput, Portal, RadioGroup, RatingGroup, SegmentGroup, Select, Slider, Switch, Tabs, TagsInput, Textarea, createListCollection, defaultSystem, useFilter, useListCollection } from "@chakra-ui/react"; window.v = {};
      const cities = createListCollection({ items: [{ label: "Oslo", value: "oslo" }, { label: "Rome", value: "rome" }, { label: "Bern", value: "bern", disabled: true }] }); const sizes = createListCollection({ items: ["S", "M", "L"] });
      function Person() { const { contains } = useFilter({ sensitivity: "base" }); const { collection, filter } = useListCollection({ initialItems: ["Ada", "Alan", "Grace"], filter: contains });
        return <Combobox.Root collection={collection} onInputValueChange={(e) => filter(e.inputValue)} onValueChange={(e) => { v.person = e.value[0] }}><Combobox.Label>Person</Combobox.Label><Combobox.Control><Combobox.Input /><Combobox.IndicatorGroup><Combobox.Trigger /></Combobox.IndicatorGroup></Combobox.Control><Portal><Combobox.Positioner><Combobox.Content>{collection.items.map((x) => <Combobox.Item key={x} item={x}>{x}</Combobox.Item>)}</Combobox.Content></Combobox.Positioner></Portal></Combobox.Root> }
      function App() { return <ChakraProvider value={defaultSystem}><Field.Root required><Field.Label>Name</Field.Label><Input onChange={(e) => { v.name = e.target.value }} /><Field.HelperText>As in your passport</Field.HelperText></Field.Root>
        <Select.Root collection={cities} defaultValue={["oslo"]} onValueChange={(e) => { v.city = e.value[0] }}><Select.HiddenSelect /><Select.Label>City</Select.Label><Select.Control><Select.Trigger><Select.ValueText /></Select.Trigger></Select.Control><Portal><Select.Positioner><Select.Content>{cities.items.map((x) => <Select.Item key={x.value} item={x}>{x.label}</Select.Item>)}</Select.Content></Select.Positioner></Portal></Select.Root>
        <Select.Root multiple collection={sizes} onValueChange={(e) => { v.sizes = e.value.join() }}><Select.HiddenSelect /><Select.Label>Sizes</Select.Label><Select.Control><Select.Trigger><Select.ValueText placeholder="None" /></Select.Trigger></Select.Control><Portal><Select.Positioner><Select.Content>{sizes.items.map((x) => <Select.Item key={x} item={x}>{x}</Select.Item>)}</Select.Content></Select.Positioner></Portal></Select.Root>
        <Person /><NumberInput.Root defaultValue="3" min={0} max={10} onValueChange={(e) => { v.amount = e.valueAsNumber }}><NumberInput.Label>Amount</NumberInput.Label><NumberInput.Control /><NumberInput.Input /></NumberInput.Root>
        <Slider.Root defaultValue={[30]} onValueChange={(e) => { v.volume = e.value[0] }}><Slider.Label>Volume</Slider.Label><Slider.Control><Slider.Track><Slider.Range /></Slider.Track><Slider.Thumbs /></Slider.Control></Slider.Root>
        <Switch.Root onCheckedChange={(e) => { v.dark = e.checked }}><Switch.HiddenInput /><Switch.Control /><Switch.Label>Dark</Switch.Label></Switch.Root><Checkbox.Root onCheckedChange={(e) => { v.terms = e.checked }}><Checkbox.HiddenInput /><Checkbox.Control /><Checkbox.Label>Terms</Checkbox.Label></Checkbox.Root>
        <RadioGroup.Root onValueChange={(e) => { v.pay = e.value }}>{["card", "cash"].map((x) => <RadioGroup.Item key={x} value={x}><RadioGroup.ItemHiddenInput /><RadioGroup.ItemIndicator /><RadioGroup.ItemText>{x}</RadioGroup.ItemText></RadioGroup.Item>)}</RadioGroup.Root>
        <SegmentGroup.Root defaultValue="Day" onValueChange={(e) => { v.span = e.value }}><SegmentGroup.Indicator /><SegmentGroup.Items items={["Day", "Week"]} /></SegmentGroup.Root>
        <RatingGroup.Root count={5} onValueChange={(e) => { v.stars = e.value }}><RatingGroup.HiddenInput /><RatingGroup.Control /></RatingGroup.Root>
        <PinInput.Root onValueChange={(e) => { v.pin = e.valueAsString }}><PinInput.HiddenInput /><PinInput.Control>{[0, 1, 2, 3].map((x) => <PinInput.Input key={x} index={x} />)}</PinInput.Control></PinInput.Root>
        <Editable.Root defaultValue="Title" onValueCommit={(e) => { v.title = e.value }}><Editable.Preview /><Editable.Input /></Editable.Root>
        <Tabs.Root defaultValue="one" onValueChange={(e) => { v.tab = e.value }}><Tabs.List><Tabs.Trigger value="one">One</Tabs.Trigger><Tabs.Trigger value="two">Two</Tabs.Trigger></Tabs.List></Tabs.Root>
        <Accordion.Root collapsible><Accordion.Item value="a"><Accordion.ItemTrigger>More<Accordion.ItemIndicator /></Accordion.ItemTrigger><Accordion.ItemContent><Accordion.ItemBody>Inside the box</Accordion.ItemBody></Accordion.ItemContent></Accordion.Item></Accordion.Root>
        <Menu.Root onSelect={(e) => { v.menu = e.value }}><Menu.Trigger asChild><Button>Actions</Button></Menu.Trigger><Portal><Menu.Positioner><Menu.Content><Menu.Item value="copy">Copy</Menu.Item><Menu.Item value="paste" disabled>Paste</Menu.Item></Menu.Content></Menu.Positioner></Portal></Menu.Root>
        <Dialog.Root><Dialog.Trigger asChild><Button>Launch</Button></Dialog.Trigger><Portal><Dialog.Backdrop /><Dialog.Positioner><Dialog.Content><Dialog.Header><Dialog.Title>Really?</Dialog.Title></Dialog.Header><Dialog.Footer><Dialog.ActionTrigger asChild><Button onClick={() => { v.yes = true }}>Agree</Button></Dialog.ActionTrigger></Dialog.Footer></Dialog.Content></Dialog.Positioner></Portal></Dialog.Root></ChakraProvider> }
      createRoot(root).render(<App />)`,
    ready: "document.querySelector('[role=slider]')",
    sees: ['"Name', '"City" = "Oslo"', '"Volume" = "30"', '"Dark"', '"card"'],
    hides: ["Inside the box", "Really?"],
    acts: [
      { verb: "fill", on: 'textbox "Name', value: "Anna", holds: "v.name === 'Anna'" },
      { verb: "select", on: '"City"', value: "Rome", holds: "v.city === 'rome'" },
      { verb: "select", on: '"City"', value: "Bern", holds: "v.city === 'rome'", refused: "disabled" },
      { verb: "press", on: '"City"', value: "Escape", holds: "true" },
      { verb: "select", on: '"Sizes"', value: ["S", "L"], holds: "v.sizes === 'S,L'" },
      { verb: "press", on: '"Sizes"', value: "Escape", holds: "true" },
      { verb: "select", on: 'combobox "Person"', value: "Alan", holds: "v.person === 'Alan'" },
      { verb: "fill", on: '"Amount"', value: "8", holds: "v.amount === 8" },
      { verb: "fill", on: '"Volume"', value: "40", holds: "v.volume === 40" },
      { verb: "check", on: '"Dark"', holds: "v.dark === true" },
      { verb: "check", on: '"Terms"', holds: "v.terms === true" },
      { verb: "check", on: '"cash"', holds: "v.pay === 'cash'" },
      { verb: "check", on: '"Week"', holds: "v.span === 'Week'" },
      { on: /radio.*"3 star/i, holds: "v.stars === 3" },
      { verb: "fill", on: /pin code 1/i, value: "4821", holds: "v.pin === '4821'" },
      { on: 'tab "Two"', holds: "v.tab === 'two'" },
      { on: '"More"', holds: "document.querySelector('[aria-expanded=true]')" },
      { on: 'button "Actions"', holds: "document.querySelector('[role=menuitem]')?.checkVisibility()" },
      { on: '"Paste"', holds: "v.menu === undefined", refused: "disabled" },
      { on: 'menuitem "Copy"', holds: "v.menu === 'copy'" },
      { on: 'button "Launch"', holds: "document.querySelector('[role=dialog]')?.checkVisibility()" },
      { on: 'button "Agree"', holds: "v.yes" },
    ],
  },
];
