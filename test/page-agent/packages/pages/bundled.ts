import type { PackagePage } from "../package-page.ts";

/** Widgets that an application bundles. */
export const pages: readonly PackagePage[] = [
  {
    name: "react-select",
    specs: ["react-select@5.10.2", "react@18.3.1", "react-dom@18.3.1"],
    html: "<div id=root style='width:300px;padding:20px'></div>",
    module: `import { createRoot } from "react-dom/client"; import { useState } from "react"; import Select from "react-select"; import CreatableSelect from "react-select/creatable";
      const options = ["Oslo", "Rome", "Bern", "Lima"].map((name) => ({ value: name.toLowerCase(), label: name, isDisabled: name === "Lima" })); window.v = {};
      function App() { return <>
        <label htmlFor="city">City</label><Select inputId="city" options={options} defaultValue={options[0]} onChange={(one) => { v.city = one?.value }} isClearable />
        <Select aria-label="Tags" isMulti options={options} defaultValue={[options[0]]} onChange={(all) => { v.tags = all.map((one) => one.value).join() }} />
        <Select aria-label="Size" placeholder="No size" isSearchable={false} options={["Small", "Large"].map((name) => ({ value: name, label: name }))} onChange={(one) => { v.size = one.value }} />
        <CreatableSelect aria-label="Words" isMulti onChange={(all) => { v.words = all.map((one) => one.value).join() }} /></> }
      createRoot(root).render(<App />)`,
    ready: "document.querySelectorAll('[role=combobox]').length === 4",
    sees: ['combobox "City" = "Oslo"', 'combobox "Tags" = "Oslo"'],
    acts: [
      { verb: "select", on: '"City"', value: "Rome", holds: "v.city === 'rome'" },
      { verb: "fill", on: '"City"', value: "Ber", holds: "document.querySelectorAll('[role=option]').length === 1" },
      { verb: "press", on: '"City"', value: "Enter", holds: "v.city === 'bern'" },
      { verb: "select", on: '"City" = "Bern"', value: "Lima", holds: "v.city === 'bern'", refused: "disabled" },
      { verb: "press", on: '"City"', value: "Escape", holds: "!document.querySelector('[role=option]')" },
      { verb: "select", on: '"Tags"', value: "Rome", holds: "v.tags === 'oslo,rome'" },
      { verb: "select", on: '"Tags" = "Oslo, Rome"', value: "Bern", holds: "v.tags === 'oslo,rome,bern'" },
      { on: "Remove Rome", holds: "v.tags === 'oslo,bern'" },
      { on: "Remove Bern", holds: "v.tags === 'oslo'" },
      { verb: "select", on: '"Tags" = "Oslo"', value: ["Bern", "Rome"], holds: "v.tags === 'oslo,bern,rome'" },
      { verb: "press", on: '"Tags"', value: ["Backspace", "Backspace"], holds: "v.tags === 'oslo'" },
      { verb: "select", on: '"Size"', value: "Large", holds: "v.size === 'Large'" },
      { verb: "type", on: '"Words"', value: "red\n", holds: "v.words === 'red'" },
      { verb: "type", on: '"Words" = "red"', value: "blue\n", holds: "v.words === 'red,blue'" },
    ],
  },
  {
    name: "tiptap",
    specs: ["@tiptap/core@3.35.0", "@tiptap/pm@3.35.0", "@tiptap/starter-kit@3.35.0"],
    html: '<button id=b>Bold</button><button id=l>List</button><div id=e style="padding:10px"></div>',
    module: `import { Editor } from "@tiptap/core"; import StarterKit from "@tiptap/starter-kit";
      const ed = window.ed = new Editor({ element: e, extensions: [StarterKit], content: "<p>Old text</p><ul><li><p>Milk</p></li></ul>", editorProps: { attributes: { "aria-label": "Notes" } } });
      b.onclick = () => ed.chain().focus().toggleBold().run(); l.onclick = () => ed.chain().focus().toggleBulletList().run()`,
    ready: "window.ed",
    sees: ['textbox "Notes" = "Old text Milk"'],
    acts: [
      {
        verb: "type",
        on: '"Notes"',
        value: " and more",
        holds: "ed.getText().replace(/\\n+/g, '|') === 'Old text|Milk| and more'",
      },
      { verb: "fill", on: '"Notes"', value: "New words", holds: "ed.getHTML() === '<p>New words</p>'" },
      { verb: "press", on: '"Notes"', value: "Control+a", holds: "ed.state.selection.to > 5" },
      { on: '"Bold"', holds: "ed.getHTML().includes('<strong>New words')" },
      { verb: "type", on: '"Notes"', value: "\nsecond", holds: "ed.getText() === 'New words\\n\\nsecond'" },
      { on: '"List"', holds: "ed.getHTML().includes('<ul><li>')" },
      { verb: "fill", on: '"Notes"', value: "one\ntwo", holds: "ed.getText().replace(/\\n+/g, '|') === 'one|two'" },
      { verb: "fill", on: '"Notes"', value: "", holds: "ed.isEmpty" },
    ],
  },
  {
    name: "codemirror 6",
    specs: ["codemirror@6.0.2", "@codemirror/lang-javascript@6.2.4"],
    html: '<div id=e style="width:600px"></div>',
    module: `import { basicSetup, EditorView } from "codemirror"; import { javascript } from "@codemirror/lang-javascript";
      window.cm = new EditorView({ parent: e, doc: "let a = 1;\\nlet b = 2;", extensions: [basicSetup, javascript()] })`,
    ready: "window.cm && document.querySelector('.cm-line')",
    sees: ['textbox = "let a = 1; let b = 2;"'],
    acts: [
      { verb: "type", on: "textbox", value: "\nx", holds: "cm.state.doc.toString() === 'let a = 1;\\nlet b = 2;\\nx'" },
      { verb: "press", on: "textbox", value: "Control+a", holds: "cm.state.selection.main.to > 5" },
      { verb: "fill", on: "textbox", value: "let z = 26;", holds: "cm.state.doc.toString() === 'let z = 26;'" },
      { verb: "fill", on: "textbox", value: "one\ntwo", holds: "cm.state.doc.toString() === 'one\\ntwo'" },
      { verb: "press", on: "textbox", value: "Control+f", holds: "document.querySelector('.cm-search')" },
      { verb: "fill", on: '"Find"', value: "two", holds: "document.querySelector('.cm-searchMatch')" },
    ],
  },
];
