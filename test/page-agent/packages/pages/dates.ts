import type { PackagePage } from "../package-page.ts";

/** Date pickers and calendars. */
export const pages: readonly PackagePage[] = [
  {
    name: "flatpickr",
    specs: ["flatpickr@4.6.13"],
    html: `<link rel=stylesheet href=/m/flatpickr/dist/flatpickr.css><label>Start <input id=d></label>
      <script src=/m/flatpickr/dist/flatpickr.js></script><script>flatpickr("#d", { defaultDate: "2026-03-10" })</script>`,
    ready: "document.querySelector('.flatpickr-calendar')",
    sees: ['textbox "Start" = "2026-03-10"'],
    acts: [
      { on: '"Start"', holds: "document.querySelector('.flatpickr-calendar.open')" },
      { on: "March 17, 2026", holds: "d.value === '2026-03-17'" },
      { on: '"Start"', holds: "document.querySelector('.flatpickr-calendar.open')" },
      { verb: "select", on: '"Month"', value: "May", holds: "document.querySelector('[aria-label=\"May 20, 2026\"]')" },
      { on: "May 20, 2026", holds: "d.value === '2026-05-20'" },
      { verb: "fill", on: '"Start"', value: "2026-06-01", holds: "true", refused: "readonly" },
    ],
  },
  {
    name: "pikaday",
    specs: ["pikaday@1.8.2"],
    html: `<link rel=stylesheet href=/m/pikaday/css/pikaday.css><label>Day <input id=d></label>
      <script src=/m/pikaday/pikaday.js></script><script>new Pikaday({ field: d, defaultDate: new Date(2026, 2, 10), setDefaultDate: true })</script>`,
    acts: [
      { on: 'textbox "Day"', holds: "!document.querySelector('.pika-single').classList.contains('is-hidden')" },
      { on: /button "Next/, holds: "document.querySelector('.pika-label').textContent.startsWith('April')" },
      { on: '"18"', holds: "d.value.includes('Apr 18 2026')" },
    ],
  },
  {
    name: "air-datepicker",
    specs: ["air-datepicker@3.6.0"],
    html: `<link rel=stylesheet href=/m/air-datepicker/air-datepicker.css><label>Day <input id=d></label>
      <script src=/m/air-datepicker/air-datepicker.js></script><script>new AirDatepicker("#d", { startDate: "2026-03-10", dateFormat: "yyyy-MM-dd", locale: { days: ["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"], daysShort: ["Sun","Mon","Tue","Wed","Thu","Fri","Sat"], daysMin: ["Su","Mo","Tu","We","Th","Fr","Sa"], months: ["January","February","March","April","May","June","July","August","September","October","November","December"], monthsShort: ["Jan","Feb","Mar","Apr","May","Jun","Jul","Aug","Sep","Oct","Nov","Dec"], today: "Today", clear: "Clear", firstDay: 0 } })</script>`,
    acts: [
      { on: 'textbox "Day"', holds: "document.querySelector('.air-datepicker.-active-')" },
      { on: '"17"', holds: "d.value === '2026-03-17'" },
      { on: 'textbox "Day"', holds: "document.querySelector('.air-datepicker.-active-')" },
      { on: /clickable.*March/, holds: "document.querySelector('.air-datepicker-body.-months-:not(.-hidden-)')" },
      { on: '"Jul"', holds: "document.querySelector('.air-datepicker-nav--title').textContent.includes('July')" },
      { on: '"21"', holds: "d.value === '2026-07-21'" },
    ],
  },
  {
    name: "jquery-ui datepicker",
    specs: ["jquery-ui-dist@1.13.3", "jquery@3.7.1"],
    html: `<link rel=stylesheet href=/m/jquery-ui-dist/jquery-ui.css><label>Day <input id=d></label>
      <script src=/m/jquery/dist/jquery.js></script><script src=/m/jquery-ui-dist/jquery-ui.js></script><script>$("#d").datepicker({ defaultDate: new Date(2026, 2, 10), changeYear: true })</script>`,
    acts: [
      { on: 'textbox "Day"', holds: "$('#ui-datepicker-div').is(':visible')" },
      { on: '"Next"', holds: "document.querySelector('.ui-datepicker-month').textContent === 'April'" },
      {
        verb: "select",
        on: "combobox",
        value: "2027",
        holds: "document.querySelector('.ui-datepicker-year').value === '2027'",
      },
      { on: '"18"', holds: "d.value === '04/18/2027'" },
    ],
  },
];
