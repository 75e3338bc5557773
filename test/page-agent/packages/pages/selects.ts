import type { PackagePage } from "../package-page.ts";

const options = ["Oslo", "Rome", "Bern", "Lima"]
  .map((name) => `<option value=${name.toLowerCase()}>${name}</option>`)
  .join("");

/** Lists to choose from that a script draws in place of those of the browser. */
export const pages: readonly PackagePage[] = [
  {
    name: "tom-select",
    specs: ["tom-select@2.6.2"],
    html: `<link rel=stylesheet href=/m/tom-select/dist/css/tom-select.css><label for=s>City</label><select id=s>${options}</select><label for=m>Tags</label><input id=m value="a,b">
      <script src=/m/tom-select/dist/js/tom-select.complete.js></script><script>new TomSelect("#s"); new TomSelect("#m", { create: true, plugins: ["remove_button"] })</script>`,
    ready: "document.querySelector('.ts-wrapper')",
    sees: ['combobox "City" = "Oslo"', 'combobox "Tags" = "a, b"'],
    acts: [
      { verb: "select", on: /City/, value: "Rome", holds: "s.value === 'rome'" },
      { verb: "type", on: /Tags/, value: "red\n", holds: "m.value === 'a,b,red'" },
      { on: 'button ~"× a"', holds: "m.value === 'b,red'" },
    ],
  },
  {
    name: "slim-select",
    specs: ["slim-select@3.6.1"],
    html: `<link rel=stylesheet href=/m/slim-select/dist/slimselect.css><label>City<select id=s>${options}</select></label>
      <script src=/m/slim-select/dist/slimselect.js></script><script>new SlimSelect({ select: s })</script>`,
    ready: "document.querySelector('.ss-main')",
    sees: ["Oslo"],
    acts: [
      { verb: "select", on: /combobox|Oslo/, value: "Rome", holds: "s.value === 'rome'" },
      {
        on: /combobox|Rome/,
        holds: "document.querySelector('[role=combobox]').getAttribute('aria-expanded') === 'true'",
      },
      {
        verb: "fill",
        on: /searchbox|textbox/,
        value: "Li",
        holds: "[...document.querySelectorAll('.ss-option:not(.ss-hide)')].length === 1",
      },
      { on: /option "Lima"/, holds: "s.value === 'lima'" },
    ],
  },
  {
    name: "tagify",
    specs: ["@yaireo/tagify@4.36.0"],
    html: `<link rel=stylesheet href=/m/@yaireo/tagify/dist/tagify.css><label>Tags <input id=t name=tags value="red"></label>
      <script src=/m/@yaireo/tagify/dist/tagify.js></script><script>window.tagify = new Tagify(t, { whitelist: ["green", "blue", "grey"], dropdown: { enabled: 1 } })</script>`,
    ready: "document.querySelector('.tagify__tag')",
    sees: ["red"],
    acts: [
      { verb: "type", on: "textbox", value: "gre", holds: "document.querySelector('.tagify__dropdown__item')" },
      { on: '"green"', holds: "tagify.value.map((v) => v.value).join() === 'red,green'" },
      { on: /remove tag/i, holds: "tagify.value.map((v) => v.value).join() === 'green'" },
    ],
  },
  {
    name: "intl-tel-input",
    specs: ["intl-tel-input@25.3.1"],
    html: `<link rel=stylesheet href=/m/intl-tel-input/build/css/intlTelInput.css><label for=p>Phone</label><input id=p type=tel>
      <script src=/m/intl-tel-input/build/js/intlTelInputWithUtils.js></script><script>window.iti = intlTelInput(p, { initialCountry: "us" })</script>`,
    ready: "document.querySelector('.iti__selected-country')",
    acts: [
      {
        on: /United States|country/i,
        holds: "!document.querySelector('.iti__dropdown-content').classList.contains('iti__hide')",
      },
      { verb: "fill", on: /Search/, value: "Norw", holds: "document.querySelectorAll('.iti__country').length === 1" },
      { on: /Norway/, holds: "iti.getSelectedCountryData().iso2 === 'no'" },
      { verb: "fill", on: '"Phone"', value: "22334455", holds: "p.value.replace(/\\D/g, '') === '22334455'" },
    ],
  },
  {
    name: "choices.js",
    specs: ["choices.js@11.2.4"],
    html: `<link rel=stylesheet href=/m/choices.js/public/assets/styles/choices.css><label for=s>City</label><select id=s>${options}</select><label for=m>Tags</label><select id=m multiple>${options}</select><script src=/m/choices.js/public/assets/scripts/choices.js></script><script>new Choices(s); window.tags = new Choices(m, { removeItemButton: true })</script>`,
    ready: "document.querySelectorAll('.choices').length === 2",
    sees: ['combobox ~"City" = "Oslo"', '"Tags"'],
    acts: [
      { verb: "select", on: '"City"', value: "Rome", holds: "s.value === 'rome'" },
      { verb: "select", on: '"Tags"', value: "Rome", holds: "tags.getValue(true).join() === 'rome'" },
      { verb: "select", on: '"Tags"', value: "Bern", holds: "tags.getValue(true).join() === 'rome,bern'" },
      { on: /button "Remove item: Rome"/i, holds: "tags.getValue(true).join() === 'bern'" },
    ],
  },
  {
    name: "select2",
    specs: ["select2@4.0.13", "jquery@3.7.1"],
    html: `<script src=/m/jquery/dist/jquery.js></script><link rel=stylesheet href=/m/select2/dist/css/select2.css><script src=/m/select2/dist/js/select2.full.js></script><label for=s>City</label><select id=s style="width:200px">${options}</select><label for=m>Tags</label><select id=m multiple style="width:300px">${options}</select><script>$(s).select2(); $(m).select2({ tags: true })</script>`,
    ready: "document.querySelectorAll('.select2').length === 2",
    sees: ['combobox ~"City" = "Oslo"', 'searchbox ~"Tags"'],
    acts: [
      { verb: "select", on: '~"City" = "Oslo"', value: "Rome", holds: "s.value === 'rome'" },
      { verb: "select", on: '~"Tags"', value: "Rome", holds: "$(m).val().join() === 'rome'" },
      { verb: "select", on: '~"Tags" = "Rome"', value: "Bern", holds: "$(m).val().join() === 'rome,bern'" },
      { verb: "type", on: '~"Tags" = "Rome, Bern"', value: "new\n", holds: "$(m).val().join() === 'rome,bern,new'" },
      { on: 'clickable ~"× Bern"', holds: "$(m).val().join() === 'rome,new'" },
    ],
  },
];
