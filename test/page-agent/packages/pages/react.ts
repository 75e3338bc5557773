import type { PackagePage } from "../package-page.ts";

const react = ["react@19.2.0", "react-dom@19.2.0"];

/** Libraries of components for React, bundled as an application does. */
export const pages: readonly PackagePage[] = [
  {
    name: "mui",
    specs: [
      "@mui/material@9.5.0",
      "@mui/x-date-pickers@9.17.0",
      "@emotion/react@11.14.0",
      "@emotion/styled@11.14.1",
      "dayjs@1.11.18",
      ...react,
    ],
    html: "<div id=root style='width:600px;padding:20px'></div>",
    module: `import { createRoot } from "react-dom/client"; import { useState } from "react";
      import { Autocomplete, Button, Checkbox, Chip, Dialog, DialogActions, DialogTitle, FormControl, FormControlLabel, InputLabel, Menu, MenuItem, Radio, RadioGroup, Rating, Select, Slider, Switch, Tab, Tabs, TextField, Accordion, AccordionSummary, AccordionDetails } from "@mui/material";
      import { DatePicker, LocalizationProvider } from "@mui/x-date-pickers"; import { AdapterDayjs } from "@mui/x-date-pickers/AdapterDayjs"; import dayjs from "dayjs"; window.v = {};
      const set = (key) => (event, value) => { v[key] = value !== undefined && typeof value !== "object" ? value : event.target.value };
      function App() { const [city, setCity] = useState("oslo"); const [tags, setTags] = useState([]); const [open, setOpen] = useState(false); const [anchor, setAnchor] = useState(null); const [tab, setTab] = useState(0); const [size, setSize] = useState([]);
        return <LocalizationProvider dateAdapter={AdapterDayjs}>
        <TextField label="Name" required helperText="As in your passport" onChange={set("name")} />
        <FormControl fullWidth><InputLabel id="c">City</InputLabel><Select labelId="c" label="City" value={city} onChange={(e) => { setCity(e.target.value); v.city = e.target.value }}><MenuItem value="oslo">Oslo</MenuItem><MenuItem value="rome">Rome</MenuItem><MenuItem value="bern" disabled>Bern</MenuItem></Select></FormControl>
        <FormControl fullWidth><InputLabel id="s">Sizes</InputLabel><Select multiple labelId="s" label="Sizes" value={size} onChange={(e) => { setSize(e.target.value); v.size = e.target.value.join() }}><MenuItem value="S">S</MenuItem><MenuItem value="M">M</MenuItem><MenuItem value="L">L</MenuItem></Select></FormControl>
        <Autocomplete multiple options={["red", "green", "blue"]} value={tags} onChange={(e, all) => { setTags(all); v.tags = all.join() }} renderInput={(p) => <TextField {...p} label="Colours" />} />
        <Autocomplete options={["Ada", "Alan", "Grace"]} onChange={(e, one) => { v.person = one }} renderInput={(p) => <TextField {...p} label="Person" />} />
        <DatePicker label="Arrival" defaultValue={dayjs("2026-03-10")} onChange={(d) => { v.date = d?.format("YYYY-MM-DD") }} />
        <Slider aria-label="Volume" defaultValue={30} onChange={set("volume")} /><Slider getAriaLabel={(i) => ["Lowest", "Highest"][i]} defaultValue={[20, 60]} onChange={(e, all) => { v.range = all.join() }} />
        <FormControlLabel control={<Switch onChange={set("dark")} />} label="Dark" /><FormControlLabel control={<Checkbox onChange={set("terms")} />} label="Terms" />
        <RadioGroup onChange={set("pay")}><FormControlLabel value="card" control={<Radio />} label="Card" /><FormControlLabel value="cash" control={<Radio />} label="Cash" /></RadioGroup>
        <Rating name="stars" onChange={set("stars")} /><Chip label="Draft" onDelete={() => { v.chip = "gone" }} />
        <Tabs value={tab} onChange={(e, n) => { setTab(n); v.tab = n }}><Tab label="One" /><Tab label="Two" /></Tabs>
        <Accordion><AccordionSummary>More</AccordionSummary><AccordionDetails>Inside the box</AccordionDetails></Accordion>
        <Button onClick={(e) => setAnchor(e.currentTarget)}>Actions</Button><Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}><MenuItem onClick={() => { v.menu = "copy"; setAnchor(null) }}>Copy</MenuItem></Menu>
        <Button onClick={() => setOpen(true)}>Launch</Button><Dialog open={open}><DialogTitle>Really?</DialogTitle><DialogActions><Button onClick={() => { v.yes = true; setOpen(false) }}>Agree</Button></DialogActions></Dialog>
        </LocalizationProvider> }
      createRoot(root).render(<App />)`,
    ready: "document.querySelectorAll('[role=combobox]').length === 4",
    sees: ['"Name', 'combobox "City" = "Oslo"', '"Volume" = "30"', 'switch "Dark"', '"Card"'],
    hides: ["Inside the box", "Really?"],
    acts: [
      { verb: "fill", on: '"Name', value: "Anna", holds: "v.name === 'Anna'" },
      { verb: "select", on: '"City"', value: "Rome", holds: "v.city === 'rome'" },
      { verb: "select", on: '"City"', value: "Bern", holds: "v.city === 'rome'", refused: "disabled" },
      { verb: "press", on: '"City"', value: "Escape", holds: "!document.querySelector('[role=option]')" },
      { verb: "select", on: '"Sizes"', value: ["S", "L"], holds: "v.size === 'S,L'" },
      { verb: "press", on: '"Sizes"', value: "Escape", holds: "!document.querySelector('[role=option]')" },
      { verb: "select", on: '"Colours"', value: ["red", "blue"], holds: "v.tags === 'red,blue'" },
      { verb: "press", on: '"Colours"', value: "Escape", holds: "!document.querySelector('[role=option]')" },
      { verb: "fill", on: '"Person"', value: "al", holds: "document.querySelectorAll('[role=option]').length === 1" },
      { on: 'option "Alan"', holds: "v.person === 'Alan'" },
      { on: /button "Choose date/, holds: "document.querySelector('[role=gridcell]')" },
      { on: /"17"/, holds: "v.date === '2026-03-17'" },
      { verb: "fill", on: '"Volume"', value: "40", holds: "v.volume === 40" },
      { verb: "fill", on: '"Highest"', value: "80", holds: "v.range === '20,80'" },
      { verb: "check", on: '"Dark"', holds: "v.dark === true" },
      { verb: "check", on: '"Terms"', holds: "v.terms === true" },
      { verb: "check", on: '"Cash"', holds: "v.pay === 'cash'" },
      { verb: "check", on: '"3 Stars"', holds: "v.stars === '3' || v.stars === 3" },
      { on: '"delete Draft"', holds: "v.chip === 'gone'" },
      { on: 'tab "TWO"', holds: "v.tab === 1" },
      { on: '"More"', holds: "document.querySelector('[aria-expanded=true]')" },
      { on: 'button "ACTIONS"', holds: "document.querySelector('[role=menuitem]')" },
      { on: 'menuitem "Copy"', holds: "v.menu === 'copy'" },
      { on: 'button "LAUNCH"', holds: "document.querySelector('[role=dialog]')" },
      { on: 'button "AGREE"', holds: "v.yes" },
    ],
  },
  {
    name: "mantine",
    specs: ["@mantine/core@9.8.1", "@mantine/dates@9.8.1", "@mantine/hooks@9.8.1", "dayjs@1.11.18", ...react],
    html: "<link rel=stylesheet href=/m/@mantine/core/styles.css><link rel=stylesheet href=/m/@mantine/dates/styles.css><div id=root style='width:600px;padding:20px'></div>",
    module: `import { createRoot } from "react-dom/client"; import { useState } from "react";
      import { Accordion, Autocomplete, Button, Checkbox, Chip, FileInput, Group, MantineProvider, Menu, Modal, MultiSelect, NumberInput, PasswordInput, PinInput, Popover, Radio, RangeSlider, Rating, SegmentedControl, Select, Slider, Switch, TagsInput, TextInput } from "@mantine/core";
      import { DatePickerInput } from "@mantine/dates"; window.v = {};
      const set = (key) => (value) => { v[key] = value?.currentTarget ? value.currentTarget.value : Array.isArray(value) ? value.join() : value };
      function App() { const [open, setOpen] = useState(false);
        return <MantineProvider><TextInput label="Name" withAsterisk onChange={set("name")} /><PasswordInput label="Password" onChange={set("password")} />
        <Select label="City" data={["Oslo", "Rome", { value: "Bern", label: "Bern", disabled: true }]} defaultValue="Oslo" onChange={set("city")} searchable />
        <MultiSelect label="Sizes" data={["S", "M", "L"]} onChange={set("sizes")} /><TagsInput label="Words" onChange={set("words")} /><Autocomplete label="Person" data={["Ada", "Alan", "Grace"]} onChange={set("person")} />
        <NumberInput label="Amount" defaultValue={3} min={0} max={10} onChange={set("amount")} /><DatePickerInput label="Arrival" defaultDate="2026-03-01" onChange={set("date")} />
        <Slider thumbLabel="Volume" defaultValue={30} onChange={set("volume")} /><RangeSlider thumbFromLabel="Lowest" thumbToLabel="Highest" defaultValue={[20, 60]} onChange={set("range")} />
        <SegmentedControl data={["Day", "Week"]} onChange={set("span")} /><Switch label="Dark" onChange={(e) => { v.dark = e.currentTarget.checked }} /><Checkbox label="Terms" onChange={(e) => { v.terms = e.currentTarget.checked }} />
        <Radio.Group label="Pay" onChange={set("pay")}><Group><Radio value="card" label="Card" /><Radio value="cash" label="Cash" /></Group></Radio.Group><Chip onChange={set("chip")}>Express</Chip><Rating onChange={set("stars")} />
        <PinInput aria-label="Code" length={4} onChange={set("pin")} /><Accordion><Accordion.Item value="a"><Accordion.Control>More</Accordion.Control><Accordion.Panel>Inside the box</Accordion.Panel></Accordion.Item></Accordion>
        <Menu><Menu.Target><Button>Actions</Button></Menu.Target><Menu.Dropdown><Menu.Item onClick={() => { v.menu = "copy" }}>Copy</Menu.Item></Menu.Dropdown></Menu>
        <Button onClick={() => setOpen(true)}>Launch</Button><Modal opened={open} onClose={() => setOpen(false)} title="Really?"><Button onClick={() => { v.yes = true; setOpen(false) }}>Agree</Button></Modal></MantineProvider> }
      createRoot(root).render(<App />)`,
    ready: "document.querySelector('.mantine-Slider-thumb')",
    sees: ['textbox "Name', '"City" = "Oslo"', 'slider "Volume" = "30"', 'switch "Dark"', '"Card"'],
    hides: ["Inside the box", "Really?"],
    acts: [
      { verb: "fill", on: '"Name', value: "Anna", holds: "v.name === 'Anna'" },
      { verb: "fill", on: 'textbox "Password"', value: "secret-1", holds: "v.password === 'secret-1'" },
      { verb: "select", on: '"City"', value: "Rome", holds: "v.city === 'Rome'" },
      { verb: "select", on: '"City"', value: "Bern", holds: "v.city === 'Rome'", refused: "disabled" },
      { verb: "press", on: '"City"', value: "Escape", holds: "true" },
      { verb: "select", on: '"Sizes"', value: ["S", "L"], holds: "v.sizes === 'S,L'" },
      { verb: "press", on: '"Sizes"', value: "Escape", holds: "true" },
      { verb: "type", on: '"Words"', value: "red\nblue\n", holds: "v.words === 'red,blue'" },
      { verb: "fill", on: '"Person"', value: "al", holds: "v.person === 'al'" },
      { on: 'option "Alan"', holds: "v.person === 'Alan'" },
      { verb: "fill", on: '"Amount"', value: "8", holds: "v.amount === 8" },
      { on: 'button "Arrival"', holds: "document.querySelector('.mantine-DatePickerInput-day')" },
      { on: /"17 March 2026"/, holds: "v.date === '2026-03-17'" },
      { verb: "fill", on: '"Volume"', value: "40", holds: "v.volume === 40" },
      { verb: "fill", on: '"Highest"', value: "80", holds: "v.range === '20,80'" },
      { verb: "check", on: '"Week"', holds: "v.span === 'Week'" },
      { verb: "check", on: '"Dark"', holds: "v.dark === true" },
      { verb: "check", on: '"Terms"', holds: "v.terms === true" },
      { verb: "check", on: '"Cash"', holds: "v.pay === 'cash'" },
      { verb: "check", on: '"Express"', holds: "v.chip === true" },
      { verb: "check", on: /radio.*3/, holds: "v.stars === 3" },
      { verb: "type", on: '"PinInput"', value: "4821", holds: "v.pin === '4821'" },
      { verb: "fill", on: '"PinInput"', value: "9376", holds: "v.pin === '9376'" },
      { on: 'button "More"', holds: "document.querySelector('[aria-expanded=true]')" },
      { on: 'button "Actions"', holds: "document.querySelector('[role=menuitem]')" },
      { on: 'menuitem "Copy"', holds: "v.menu === 'copy'" },
      { on: 'button "Launch"', holds: "document.querySelector('[role=dialog]')" },
      { on: 'button "Agree"', holds: "v.yes" },
    ],
  },
];
