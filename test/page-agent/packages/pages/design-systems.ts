import type { PackagePage } from "../package-page.ts";

const react = ["react@19.2.0", "react-dom@19.2.0"];

/** Design systems whose controls are drawn by the page. */
export const pages: readonly PackagePage[] = [
  {
    name: "fluent-ui",
    specs: ["@fluentui/react-components@9.74.11", ...react],
    html: "<div id=root style='width:600px'></div>",
    module: `import { createRoot } from "react-dom/client"; import { useState } from "react";
      import { Accordion, AccordionHeader, AccordionItem, AccordionPanel, Button, Checkbox, Combobox, Dialog, DialogActions, DialogBody, DialogContent, DialogSurface, DialogTitle, DialogTrigger, Dropdown, Field, FluentProvider, Input, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger, Option, Radio, RadioGroup, Slider, SpinButton, Switch, Tab, TabList, TagPicker, TagPickerControl, TagPickerGroup, TagPickerInput, TagPickerList, TagPickerOption, Tag, Textarea, ToggleButton, webLightTheme } from "@fluentui/react-components"; window.v = {};
      const set = (key) => (event, data) => { v[key] = data.value ?? data.checked };
      function App() { const [tags, setTags] = useState([]); const [pressed, setPressed] = useState(false);
        return <FluentProvider theme={webLightTheme}>
        <Field label="Name" required hint="As in your passport"><Input onChange={set("name")} /></Field><Field label="Notes"><Textarea onChange={set("notes")} /></Field>
        <Field label="City"><Dropdown defaultValue="Oslo" defaultSelectedOptions={["Oslo"]} onOptionSelect={(e, d) => { v.city = d.optionValue }}><Option>Oslo</Option><Option>Rome</Option><Option disabled>Bern</Option></Dropdown></Field>
        <Field label="Sizes"><Dropdown multiselect onOptionSelect={(e, d) => { v.sizes = d.selectedOptions.join() }}><Option>S</Option><Option>M</Option><Option>L</Option></Dropdown></Field>
        <Field label="Person"><Combobox onOptionSelect={(e, d) => { v.person = d.optionValue }}><Option>Ada</Option><Option>Alan</Option><Option>Grace</Option></Combobox></Field>
        <Field label="Team"><TagPicker selectedOptions={tags} onOptionSelect={(e, d) => { setTags(d.selectedOptions); v.team = d.selectedOptions.join() }}><TagPickerControl><TagPickerGroup>{tags.map((t) => <Tag key={t} value={t}>{t}</Tag>)}</TagPickerGroup><TagPickerInput /></TagPickerControl><TagPickerList>{["Kim", "Lou", "Max"].filter((t) => !tags.includes(t)).map((t) => <TagPickerOption key={t} value={t}>{t}</TagPickerOption>)}</TagPickerList></TagPicker></Field>
        <Field label="Amount"><SpinButton defaultValue={3} min={0} max={10} onChange={(e, d) => { v.amount = d.value ?? Number(d.displayValue) }} /></Field>
        <Field label="Volume"><Slider defaultValue={30} onChange={set("volume")} /></Field><Switch label="Dark" onChange={set("dark")} /><Checkbox label="Terms" onChange={set("terms")} />
        <Field label="Pay"><RadioGroup onChange={set("pay")}><Radio value="card" label="Card" /><Radio value="cash" label="Cash" /></RadioGroup></Field>
        <ToggleButton checked={pressed} onClick={() => { setPressed(!pressed); v.bold = !pressed }}>Bold</ToggleButton>
        <TabList defaultSelectedValue="one" onTabSelect={(e, d) => { v.tab = d.value }}><Tab value="one">One</Tab><Tab value="two">Two</Tab></TabList>
        <Accordion collapsible><AccordionItem value="a"><AccordionHeader>More</AccordionHeader><AccordionPanel>Inside the box</AccordionPanel></AccordionItem></Accordion>
        <Menu><MenuTrigger disableButtonEnhancement><Button>Actions</Button></MenuTrigger><MenuPopover><MenuList><MenuItem onClick={() => { v.menu = "copy" }}>Copy</MenuItem><MenuItem disabled>Paste</MenuItem></MenuList></MenuPopover></Menu>
        <Dialog><DialogTrigger disableButtonEnhancement><Button>Launch</Button></DialogTrigger><DialogSurface><DialogBody><DialogTitle>Really?</DialogTitle><DialogContent>It cannot be undone</DialogContent><DialogActions><DialogTrigger disableButtonEnhancement><Button onClick={() => { v.yes = true }}>Agree</Button></DialogTrigger></DialogActions></DialogBody></DialogSurface></Dialog>
        </FluentProvider> }
      createRoot(root).render(<App />)`,
    ready: "document.querySelector('[role=switch]')",
    sees: ['"Name', '"City" = "Oslo"', '"Volume" = "30"', 'switch "Dark"', '"Card"'],
    hides: ["Inside the box", "Really?"],
    acts: [
      { verb: "fill", on: '"Name', value: "Anna", holds: "v.name === 'Anna'" },
      { verb: "fill", on: '"Notes"', value: "one\ntwo", holds: "v.notes === 'one\\ntwo'" },
      { verb: "select", on: '"City"', value: "Rome", holds: "v.city === 'Rome'" },
      { verb: "select", on: '"City"', value: "Bern", holds: "v.city === 'Rome'", refused: "disabled" },
      { verb: "press", on: '"City"', value: "Escape", holds: "true" },
      { verb: "select", on: '"Sizes"', value: ["S", "L"], holds: "v.sizes === 'S,L'" },
      { verb: "press", on: '"Sizes"', value: "Escape", holds: "true" },
      { verb: "select", on: '"Person"', value: "Alan", holds: "v.person === 'Alan'" },
      { verb: "select", on: '"Team"', value: ["Kim", "Max"], holds: "v.team === 'Kim,Max'" },
      { verb: "press", on: '"Team"', value: "Escape", holds: "true" },
      { verb: "fill", on: '"Amount"', value: "8", holds: "true" },
      { verb: "press", on: '"Amount"', value: "Tab", holds: "v.amount === 8" },
      { verb: "fill", on: '"Volume"', value: "40", holds: "v.volume === 40" },
      { verb: "check", on: '"Dark"', holds: "v.dark === true" },
      { verb: "check", on: '"Terms"', holds: "v.terms === true" },
      { verb: "check", on: '"Cash"', holds: "v.pay === 'cash'" },
      { on: '"Bold"', holds: "v.bold === true" },
      { on: 'tab "Two"', holds: "v.tab === 'two'" },
      { on: '"More"', holds: "document.body.innerText.includes('Inside the box')" },
      { on: 'button "Actions"', holds: "document.querySelector('[role=menuitem]')" },
      { on: '"Paste"', holds: "v.menu === undefined", refused: "disabled" },
      { on: 'menuitem "Copy"', holds: "v.menu === 'copy'" },
      { on: 'button "Launch"', holds: "document.querySelector('[role=dialog]')" },
      { on: 'button "Agree"', holds: "v.yes" },
    ],
  },
  {
    name: "react-aria",
    specs: ["react-aria-components@1.22.1", "@internationalized/date@3.12.0", ...react],
    html: "<style>.react-aria-SliderTrack{position:relative;height:30px;width:300px}.react-aria-SliderThumb{top:50%;width:20px;height:20px;border-radius:50%;background:navy}.react-aria-Popover{background:#fff;border:1px solid}.react-aria-ColorSwatch{width:20px;height:20px}</style><div id=root style='width:600px'></div>",
    module: `import { createRoot } from "react-dom/client"; import { useState } from "react"; import { parseDate } from "@internationalized/date";
      import { Button, Calendar, CalendarCell, CalendarGrid, Checkbox, ComboBox, DateField, DateInput, DatePicker, DateSegment, Dialog, DialogTrigger, Disclosure, DisclosurePanel, GridList, GridListItem, Group, Heading, Input, Label, ListBox, ListBoxItem, Menu, MenuItem, MenuTrigger, Modal, NumberField, Popover, Radio, RadioGroup, SearchField, Select, SelectValue, Slider, SliderThumb, SliderTrack, Switch, Tab, TabList, TabPanel, Tabs, TagGroup, TagList, Tag, TextField, ToggleButton } from "react-aria-components"; window.v = {};
      const set = (key) => (value) => { v[key] = value };
      function App() { const [tags, setTags] = useState(["News", "Travel"]);
        return <><TextField onChange={set("name")}><Label>Name</Label><Input /></TextField><SearchField onChange={set("search")}><Label>Search</Label><Input /><Button>✕</Button></SearchField>
        <Select defaultSelectedKey="Oslo" disabledKeys={["Bern"]} onSelectionChange={set("city")}><Label>City</Label><Button><SelectValue /></Button><Popover><ListBox>{["Oslo", "Rome", "Bern"].map((x) => <ListBoxItem key={x} id={x}>{x}</ListBoxItem>)}</ListBox></Popover></Select>
        <ComboBox onSelectionChange={set("person")}><Label>Person</Label><Input /><Button>▼</Button><Popover><ListBox>{["Ada", "Alan", "Grace"].map((x) => <ListBoxItem key={x} id={x}>{x}</ListBoxItem>)}</ListBox></Popover></ComboBox>
        <NumberField defaultValue={3} minValue={0} maxValue={10} onChange={set("amount")}><Label>Amount</Label><Group><Button slot="decrement">-</Button><Input /><Button slot="increment">+</Button></Group></NumberField>
        <DateField defaultValue={parseDate("2026-03-10")} onChange={(d) => { v.born = String(d) }}><Label>Born</Label><DateInput>{(s) => <DateSegment segment={s} />}</DateInput></DateField>
        <DatePicker defaultValue={parseDate("2026-03-10")} onChange={(d) => { v.date = String(d) }}><Label>Arrival</Label><Group><DateInput>{(s) => <DateSegment segment={s} />}</DateInput><Button>▼</Button></Group><Popover><Dialog><Calendar><header><Button slot="previous">◀</Button><Heading /><Button slot="next">▶</Button></header><CalendarGrid>{(d) => <CalendarCell date={d} />}</CalendarGrid></Calendar></Dialog></Popover></DatePicker>
        <Slider defaultValue={30} onChange={set("volume")}><Label>Volume</Label><SliderTrack><SliderThumb /></SliderTrack></Slider>
        <Switch onChange={set("dark")}>Dark</Switch><Checkbox onChange={set("terms")}>Terms</Checkbox>
        <RadioGroup onChange={set("pay")}><Label>Pay</Label><Radio value="card">Card</Radio><Radio value="cash">Cash</Radio></RadioGroup>
        <ListBox aria-label="Sizes" selectionMode="multiple" onSelectionChange={(all) => { v.sizes = [...all].join() }}><ListBoxItem id="S">S</ListBoxItem><ListBoxItem id="M">M</ListBoxItem><ListBoxItem id="L">L</ListBoxItem></ListBox>
        <GridList aria-label="Files" selectionMode="multiple" onSelectionChange={(all) => { v.files = [...all].join() }}><GridListItem id="a" textValue="a.txt"><Checkbox slot="selection" />a.txt</GridListItem><GridListItem id="b" textValue="b.txt"><Checkbox slot="selection" />b.txt</GridListItem></GridList>
        <TagGroup onRemove={(keys) => { v.removed = [...keys].join(); setTags(tags.filter((t) => !keys.has(t))) }}><Label>Topics</Label><TagList>{tags.map((t) => <Tag key={t} id={t} textValue={t}>{t}<Button slot="remove">✕</Button></Tag>)}</TagList></TagGroup>
        <ToggleButton onChange={set("bold")}>Bold</ToggleButton>
        <Tabs onSelectionChange={set("tab")}><TabList><Tab id="one">One</Tab><Tab id="two">Two</Tab></TabList><TabPanel id="one">1</TabPanel><TabPanel id="two">2</TabPanel></Tabs>
        <Disclosure><Heading><Button slot="trigger">More</Button></Heading><DisclosurePanel>Inside the box</DisclosurePanel></Disclosure>
        <MenuTrigger><Button>Actions</Button><Popover><Menu onAction={set("menu")} disabledKeys={["paste"]}><MenuItem id="copy">Copy</MenuItem><MenuItem id="paste">Paste</MenuItem></Menu></Popover></MenuTrigger>
        <DialogTrigger><Button>Launch</Button><Modal><Dialog><Heading slot="title">Really?</Heading><Button slot="close" onPress={() => { v.yes = true }}>Agree</Button></Dialog></Modal></DialogTrigger></> }
      createRoot(root).render(<App />)`,
    ready: "document.querySelector('[role=switch]')",
    sees: ['"Name', '"City" = "Oslo"', '"Volume" = "30"', 'switch "Dark"', '"Card"'],
    hides: ["Inside the box", "Really?"],
    acts: [
      { verb: "fill", on: 'textbox "Name', value: "Anna", holds: "v.name === 'Anna'" },
      { verb: "fill", on: '"Search"', value: "abc", holds: "v.search === 'abc'" },
      { verb: "select", on: '"City"', value: "Rome", holds: "v.city === 'Rome'" },
      { verb: "select", on: '"City"', value: "Bern", holds: "v.city === 'Rome'", refused: "disabled" },
      { verb: "press", on: '"Rome"', value: "Escape", holds: "!document.querySelector('.react-aria-Popover')" },
      { verb: "select", on: 'combobox "Person"', value: "Alan", holds: "v.person === 'Alan'" },
      { verb: "fill", on: 'textbox "Amount"', value: "8", holds: "true" },
      { verb: "press", on: 'textbox "Amount"', value: "Tab", holds: "v.amount === 8" },
      { verb: "fill", on: /"month.*Born/, value: "11", holds: "v.born === '2026-11-10'" },
      { verb: "fill", on: /"year.*Born/, value: "1999", holds: "v.born === '1999-11-10'" },
      { on: 'button "Calendar Arrival"', holds: "document.querySelector('.react-aria-CalendarCell')" },
      { on: /March 17, 2026/, holds: "v.date === '2026-03-17'" },
      { verb: "fill", on: '"Volume"', value: "40", holds: "v.volume === 40" },
      { verb: "check", on: '"Dark"', holds: "v.dark === true" },
      { verb: "check", on: '"Terms"', holds: "v.terms === true" },
      { verb: "check", on: '"Cash"', holds: "v.pay === 'cash'" },
      { on: 'option "S"', holds: "v.sizes === 'S'" },
      { on: 'option "L"', holds: "v.sizes === 'S,L'" },
      { verb: "check", on: /checkbox.*b\.txt/, holds: "v.files === 'b'" },
      { on: /button.*Travel/, holds: "v.removed === 'Travel'" },
      { on: '"Bold"', holds: "v.bold === true" },
      { on: 'tab "Two"', holds: "v.tab === 'two'" },
      { on: '"More"', holds: "document.body.innerText.includes('Inside the box')" },
      { on: 'button "Actions"', holds: "document.querySelector('[role=menuitem]')" },
      { on: '"Paste"', holds: "v.menu === undefined", refused: "disabled" },
      { on: 'menuitem "Copy"', holds: "v.menu === 'copy'" },
      { on: 'button "Launch"', holds: "document.querySelector('[role=dialog]')" },
      { on: 'button "Agree"', holds: "v.yes" },
    ],
  },
  {
    name: "radix-themes",
    specs: ["@radix-ui/themes@3.3.0", ...react],
    html: "<link rel=stylesheet href=/m/@radix-ui/themes/styles.css><div id=root style='width:600px;padding:20px'></div>",
    module: `import { createRoot } from "react-dom/client";
      import { AlertDialog, Button, Checkbox, CheckboxCards, ContextMenu, DropdownMenu, HoverCard, Popover, RadioCards, RadioGroup, SegmentedControl, Select, Slider, Switch, Tabs, Text, TextArea, TextField, Theme, Tooltip } from "@radix-ui/themes"; window.v = {};
      const set = (key) => (value) => { v[key] = Array.isArray(value) ? value.join() : value };
      function App() { return <Theme><Text as="label">Name <TextField.Root onChange={(e) => { v.name = e.target.value }} /></Text><TextArea aria-label="Notes" onChange={(e) => { v.notes = e.target.value }} />
        <Select.Root defaultValue="oslo" onValueChange={set("city")}><Select.Trigger aria-label="City" /><Select.Content><Select.Item value="oslo">Oslo</Select.Item><Select.Item value="rome">Rome</Select.Item><Select.Item value="bern" disabled>Bern</Select.Item></Select.Content></Select.Root>
        <Slider aria-label="Volume" defaultValue={[30]} onValueChange={set("volume")} />
        <Text as="label"><Switch onCheckedChange={set("dark")} /> Dark</Text> <Text as="label"><Checkbox onCheckedChange={set("terms")} /> Terms</Text>
        <RadioGroup.Root onValueChange={set("pay")}><RadioGroup.Item value="card">Card</RadioGroup.Item><RadioGroup.Item value="cash">Cash</RadioGroup.Item></RadioGroup.Root>
        <RadioCards.Root onValueChange={set("plan")}><RadioCards.Item value="free">Free plan</RadioCards.Item><RadioCards.Item value="pro">Pro plan</RadioCards.Item></RadioCards.Root>
        <CheckboxCards.Root onValueChange={set("extras")}><CheckboxCards.Item value="a">Breakfast</CheckboxCards.Item><CheckboxCards.Item value="b">Parking</CheckboxCards.Item></CheckboxCards.Root>
        <SegmentedControl.Root defaultValue="day" onValueChange={set("span")}><SegmentedControl.Item value="day">Day</SegmentedControl.Item><SegmentedControl.Item value="week">Week</SegmentedControl.Item></SegmentedControl.Root>
        <Tabs.Root defaultValue="one" onValueChange={set("tab")}><Tabs.List><Tabs.Trigger value="one">One</Tabs.Trigger><Tabs.Trigger value="two">Two</Tabs.Trigger></Tabs.List></Tabs.Root>
        <DropdownMenu.Root><DropdownMenu.Trigger><Button>Actions</Button></DropdownMenu.Trigger><DropdownMenu.Content><DropdownMenu.Item onSelect={() => { v.menu = "copy" }}>Copy</DropdownMenu.Item><DropdownMenu.Sub><DropdownMenu.SubTrigger>Share</DropdownMenu.SubTrigger><DropdownMenu.SubContent><DropdownMenu.Item onSelect={() => { v.menu = "mail" }}>By mail</DropdownMenu.Item></DropdownMenu.SubContent></DropdownMenu.Sub></DropdownMenu.Content></DropdownMenu.Root>
        <Popover.Root><Popover.Trigger><Button>Comment</Button></Popover.Trigger><Popover.Content><TextArea aria-label="Comment text" onChange={(e) => { v.comment = e.target.value }} /></Popover.Content></Popover.Root>
        <Tooltip content="Adds one"><Button onClick={() => { v.added = true }}>Add</Button></Tooltip>
        <AlertDialog.Root><AlertDialog.Trigger><Button>Launch</Button></AlertDialog.Trigger><AlertDialog.Content><AlertDialog.Title>Really?</AlertDialog.Title><AlertDialog.Action><Button onClick={() => { v.yes = true }}>Agree</Button></AlertDialog.Action></AlertDialog.Content></AlertDialog.Root></Theme> }
      createRoot(root).render(<App />)`,
    ready: "document.querySelector('[role=switch]')",
    sees: ['"Name', '"City" = "Oslo"', '"Volume" = "30"', 'switch "Dark"', '"Card"', "Pro plan"],
    hides: ["Really?", "Adds one"],
    acts: [
      { verb: "fill", on: 'textbox "Name', value: "Anna", holds: "v.name === 'Anna'" },
      { verb: "select", on: '"City"', value: "Rome", holds: "v.city === 'rome'" },
      { verb: "select", on: '"City"', value: "Bern", holds: "v.city === 'rome'", refused: "disabled" },
      { verb: "press", on: '"Rome"', value: "Escape", holds: "!document.querySelector('[role=option]')" },
      { verb: "fill", on: '"Volume"', value: "40", holds: "v.volume === '40'" },
      { verb: "check", on: '"Dark"', holds: "v.dark === true" },
      { verb: "check", on: '"Terms"', holds: "v.terms === true" },
      { verb: "check", on: '"Cash"', holds: "v.pay === 'cash'" },
      { verb: "check", on: '"Pro plan"', holds: "v.plan === 'pro'" },
      { verb: "check", on: '"Parking"', holds: "v.extras === 'b'" },
      { verb: "check", on: '"Week"', holds: "v.span === 'week'" },
      { on: 'tab "Two"', holds: "v.tab === 'two'" },
      { on: 'button "Actions"', holds: "document.querySelector('[role=menuitem]')" },
      { on: '"Share"', holds: "document.querySelectorAll('[role=menu]').length === 2" },
      { on: '"By mail"', holds: "v.menu === 'mail'" },
      { on: 'button "Comment"', holds: "document.querySelector('[role=dialog]')" },
      { verb: "fill", on: '"Comment text"', value: "fine", holds: "v.comment === 'fine'" },
      { verb: "press", on: '"Comment text"', value: "Escape", holds: "!document.querySelector('[role=dialog]')" },
      { on: 'button "Add"', holds: "v.added" },
      { on: 'button "Launch"', holds: "document.querySelector('[role=alertdialog]')" },
      { on: 'button "Agree"', holds: "v.yes" },
    ],
  },
  {
    name: "headlessui",
    specs: ["@headlessui/react@2.2.10", ...react],
    html: "<div id=root style='width:600px'></div>",
    module: `import { createRoot } from "react-dom/client"; import { useState } from "react";
      import { Checkbox, Combobox, ComboboxButton, ComboboxInput, ComboboxOption, ComboboxOptions, Dialog, DialogPanel, DialogTitle, Disclosure, DisclosureButton, DisclosurePanel, Field, Input, Label, Listbox, ListboxButton, ListboxOption, ListboxOptions, Menu, MenuButton, MenuItem, MenuItems, Radio, RadioGroup, Switch, Tab, TabGroup, TabList } from "@headlessui/react"; window.v = {};
      const set = (key) => (value) => { v[key] = Array.isArray(value) ? value.join() : value };
      const box = { style: { width: 20, height: 20, display: "inline-block", border: "1px solid" } };
      function App() { const [city, setCity] = useState("Oslo"); const [sizes, setSizes] = useState([]); const [person, setPerson] = useState(null); const [query, setQuery] = useState(""); const [pay, setPay] = useState(null); const [open, setOpen] = useState(false); const [dark, setDark] = useState(false); const [ok, setOk] = useState(false);
        return <><Field><Label>Name</Label><Input onChange={(e) => { v.name = e.target.value }} /></Field>
        <Field><Label>City</Label><Listbox value={city} onChange={(x) => { setCity(x); v.city = x }}><ListboxButton>{city}</ListboxButton><ListboxOptions anchor="bottom" style={{ background: "#fff" }}><ListboxOption value="Oslo">Oslo</ListboxOption><ListboxOption value="Rome">Rome</ListboxOption><ListboxOption value="Bern" disabled>Bern</ListboxOption></ListboxOptions></Listbox></Field>
        <Field><Label>Sizes</Label><Listbox multiple value={sizes} onChange={(x) => { setSizes(x); v.sizes = x.join() }}><ListboxButton>{sizes.join(", ") || "None"}</ListboxButton><ListboxOptions anchor="bottom" style={{ background: "#fff" }}>{["S", "M", "L"].map((x) => <ListboxOption key={x} value={x}>{x}</ListboxOption>)}</ListboxOptions></Listbox></Field>
        <Field><Label>Person</Label><Combobox value={person} onChange={(x) => { setPerson(x); v.person = x }}><ComboboxInput onChange={(e) => setQuery(e.target.value)} /><ComboboxButton>▼</ComboboxButton><ComboboxOptions anchor="bottom" style={{ background: "#fff" }}>{["Ada", "Alan", "Grace"].filter((x) => x.toLowerCase().includes(query)).map((x) => <ComboboxOption key={x} value={x}>{x}</ComboboxOption>)}</ComboboxOptions></Combobox></Field>
        <Field><Switch {...box} checked={dark} onChange={(x) => { setDark(x); v.dark = x }} /><Label>Dark</Label></Field><Field><Checkbox {...box} checked={ok} onChange={(x) => { setOk(x); v.terms = x }} /><Label>Terms</Label></Field>
        <RadioGroup value={pay} onChange={(x) => { setPay(x); v.pay = x }} aria-label="Pay">{["card", "cash"].map((x) => <Field key={x}><Radio {...box} value={x} /><Label>{x}</Label></Field>)}</RadioGroup>
        <TabGroup onChange={set("tab")}><TabList><Tab>One</Tab><Tab>Two</Tab></TabList></TabGroup>
        <Disclosure><DisclosureButton>More</DisclosureButton><DisclosurePanel>Inside the box</DisclosurePanel></Disclosure>
        <Menu><MenuButton>Actions</MenuButton><MenuItems anchor="bottom" style={{ background: "#fff" }}><MenuItem><button onClick={() => { v.menu = "copy" }}>Copy</button></MenuItem><MenuItem disabled><button>Paste</button></MenuItem></MenuItems></Menu>
        <button onClick={() => setOpen(true)}>Launch</button><Dialog open={open} onClose={() => setOpen(false)}><DialogPanel style={{ position: "fixed", inset: 80, background: "#fff" }}><DialogTitle>Really?</DialogTitle><button onClick={() => { v.yes = true; setOpen(false) }}>Agree</button></DialogPanel></Dialog></> }
      createRoot(root).render(<App />)`,
    ready: "document.querySelector('[role=switch]')",
    sees: ['"Name', '"City', 'switch "Dark"', '"card"'],
    hides: ["Inside the box", "Really?"],
    acts: [
      { verb: "fill", on: 'textbox "Name', value: "Anna", holds: "v.name === 'Anna'" },
      { verb: "select", on: '"City', value: "Rome", holds: "v.city === 'Rome'" },
      { verb: "select", on: '"City', value: "Bern", holds: "v.city === 'Rome'", refused: "disabled" },
      { verb: "press", on: "listbox", value: "Escape", holds: "!document.querySelector('[role=option]')" },
      { verb: "select", on: '"Sizes', value: ["S", "L"], holds: "v.sizes === 'S,L'" },
      { verb: "press", on: "listbox", value: "Escape", holds: "!document.querySelector('[role=option]')" },
      { verb: "select", on: 'combobox "Person"', value: "Alan", holds: "v.person === 'Alan'" },
      { verb: "check", on: '"Dark"', holds: "v.dark === true" },
      { verb: "check", on: '"Terms"', holds: "v.terms === true" },
      { verb: "check", on: '"cash"', holds: "v.pay === 'cash'" },
      { on: 'tab "Two"', holds: "v.tab === 1" },
      { on: '"More"', holds: "document.body.innerText.includes('Inside the box')" },
      { on: 'button "Actions"', holds: "document.querySelector('[role=menuitem]')" },
      { on: '"Paste"', holds: "v.menu === undefined", refused: "disabled" },
      { on: 'menuitem "Copy"', holds: "v.menu === 'copy'" },
      { on: 'button "Launch"', holds: "document.querySelector('[role=dialog]')" },
      { on: 'button "Agree"', holds: "v.yes" },
    ],
  },
  {
    name: "element-plus",
    specs: ["element-plus@2.14.8", "vue@3.5.22"],
    html: `<link rel=stylesheet href=/m/element-plus/dist/index.css><div id=app style="width:600px;padding:20px"></div><script src=/m/vue/dist/vue.global.prod.js></script><script src=/m/element-plus/dist/index.full.js></script><script>
      const app = Vue.createApp({ setup() { const v = window.v = Vue.reactive({ name: "", city: "Oslo", sizes: [], ok: false, dark: false, pay: null, volume: 30, amount: 3, date: "2026-03-10", stars: 0, tab: "one", place: [], open: false, span: "Day", person: "" }); return { v, find: (q, done) => done(["Ada", "Alan", "Grace"].filter((x) => x.toLowerCase().includes(q.toLowerCase())).map((value) => ({ value }))), places: [{ value: "no", label: "Norway", children: [{ value: "os", label: "Oslo" }, { value: "be", label: "Bergen" }] }, { value: "it", label: "Italy", children: [{ value: "ro", label: "Rome" }] }] } },
        template: \`<el-form label-width="90px"><el-form-item label="Name"><el-input v-model="v.name" /></el-form-item>
        <el-form-item label="City"><el-select v-model="v.city"><el-option value="Oslo" /><el-option value="Rome" /><el-option value="Bern" disabled /></el-select></el-form-item>
        <el-form-item label="Sizes"><el-select v-model="v.sizes" multiple><el-option value="S" /><el-option value="M" /><el-option value="L" /></el-select></el-form-item>
        <el-form-item label="Person"><el-autocomplete v-model="v.person" :fetch-suggestions="find" /></el-form-item>
        <el-form-item label="Place"><el-cascader v-model="v.place" :options="places" /></el-form-item>
        <el-form-item label="Amount"><el-input-number v-model="v.amount" :min="0" :max="10" /></el-form-item>
        <el-form-item label="Arrival"><el-date-picker v-model="v.date" value-format="YYYY-MM-DD" /></el-form-item>
        <el-form-item label="Volume"><el-slider v-model="v.volume" aria-label="Volume" /></el-form-item>
        <el-form-item label="Dark"><el-switch v-model="v.dark" /></el-form-item><el-form-item><el-checkbox v-model="v.ok" label="Terms" /></el-form-item>
        <el-form-item label="Pay"><el-radio-group v-model="v.pay"><el-radio value="card">Card</el-radio><el-radio value="cash">Cash</el-radio></el-radio-group></el-form-item>
        <el-form-item label="Span"><el-radio-group v-model="v.span"><el-radio-button value="Day">Day</el-radio-button><el-radio-button value="Week">Week</el-radio-button></el-radio-group></el-form-item>
        <el-form-item label="Stars"><el-rate v-model="v.stars" /></el-form-item></el-form>
        <el-tabs v-model="v.tab"><el-tab-pane label="One" name="one">1</el-tab-pane><el-tab-pane label="Two" name="two">2</el-tab-pane></el-tabs>
        <el-collapse><el-collapse-item title="More">Inside the box</el-collapse-item></el-collapse>
        <el-dropdown trigger="click" @command="v.menu = $event"><el-button>Actions</el-button><template #dropdown><el-dropdown-menu><el-dropdown-item command="copy">Copy</el-dropdown-item><el-dropdown-item disabled>Paste</el-dropdown-item></el-dropdown-menu></template></el-dropdown>
        <el-popconfirm title="Sure?" confirm-button-text="Do it" @confirm="v.sure = true"><template #reference><el-button>Remove</el-button></template></el-popconfirm>
        <el-button @click="v.open = true">Launch</el-button><el-dialog v-model="v.open" title="Really?"><el-button @click="v.yes = true; v.open = false">Agree</el-button></el-dialog>\` });
      app.use(ElementPlus).mount("#app")</script>`,
    ready: "document.querySelector('.el-slider')",
    sees: ['"Name', "Oslo", '"Volume"', '"Card"'],
    hides: ["Inside the box", "Really?", "Sure?"],
    acts: [
      { verb: "fill", on: 'textbox "Name', value: "Anna", holds: "v.name === 'Anna'" },
      { verb: "select", on: '"City"', value: "Rome", holds: "v.city === 'Rome'" },
      { verb: "select", on: '"City"', value: "Bern", holds: "v.city === 'Rome'", refused: "disabled" },
      { verb: "press", on: '"City"', value: "Escape", holds: "true" },
      { verb: "select", on: '"Sizes"', value: ["S", "L"], holds: "v.sizes.join() === 'S,L'" },
      { verb: "press", on: '"Sizes"', value: "Escape", holds: "true" },
      { verb: "select", on: '"Sizes"', value: "M", holds: "v.sizes.join() === 'S,L,M'" },
      { verb: "press", on: '"Sizes"', value: "Escape", holds: "true" },
      { on: '"Close this tag L"', holds: "v.sizes.join() === 'S,M'" },
      { verb: "fill", on: '"Person"', value: "al", holds: "document.body.innerText.includes('Alan')" },
      { on: 'option "Alan"', holds: "v.person === 'Alan'" },
      { on: '"Place"', holds: "document.querySelector('.el-cascader-node')" },
      { on: 'menuitem "Norway"', holds: "document.querySelectorAll('.el-cascader-menu').length > 1" },
      { on: 'menuitem "Bergen"', holds: "v.place.join() === 'no,be'" },
      { verb: "fill", on: '"Amount"', value: "8", holds: "v.amount === 8" },
      { verb: "fill", on: '"Arrival"', value: "2026-03-17", holds: "true" },
      { verb: "press", on: '"Arrival"', value: "Enter", holds: "v.date === '2026-03-17'" },
      { on: '"Arrival"', holds: "document.querySelector('.el-date-table')?.checkVisibility()" },
      { on: /"19"/, holds: "v.date === '2026-03-19'" },
      { verb: "fill", on: '"Volume"', value: "40", holds: "v.volume === 40" },
      { verb: "check", on: '"Dark"', holds: "v.dark === true" },
      { verb: "check", on: '"Terms"', holds: "v.ok === true" },
      { verb: "check", on: '"Cash"', holds: "v.pay === 'cash'" },
      { verb: "check", on: '"Week"', holds: "v.span === 'Week'" },
      { on: 'tab "Two"', holds: "v.tab === 'two'" },
      { on: '"More"', holds: "document.querySelector('.el-collapse-item.is-active')" },
      { on: 'button "Actions"', holds: "document.querySelector('.el-dropdown-menu__item')?.checkVisibility()" },
      { on: '"Copy"', holds: "v.menu === 'copy'" },
      { on: 'button "Remove"', holds: "document.body.innerText.includes('Sure?')" },
      { on: 'button "Do it"', holds: "v.sure" },
      { on: 'button "Launch"', holds: "document.querySelector('[role=dialog]')" },
      { on: 'button "Agree"', holds: "v.yes" },
    ],
  },
];
