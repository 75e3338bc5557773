import type { PackagePage } from "../package-page.ts";

const people = `[{ id: 1, name: "Clara", city: "Oslo", age: 31, ok: true }, { id: 2, name: "Anna", city: "Rome", age: 52, ok: false }, { id: 3, name: "Boris", city: "Bern", age: 18, ok: true }, { id: 4, name: "Dora", city: "Lima", age: 44, ok: false }, { id: 5, name: "Emil", city: "Bonn", age: 27, ok: true }]`;
const many = `Array.from({ length: 1000 }, (_, i) => ({ id: i + 1, name: "Person " + (i + 1), city: ["Oslo", "Rome", "Bern"][i % 3], age: 18 + i % 60, ok: i % 2 === 0 }))`;

/** Tables that sort, filter and edit. */
export const pages: readonly PackagePage[] = [
  {
    name: "tabulator",
    specs: ["tabulator-tables@6.5.3"],
    html: `<link rel=stylesheet href=/m/tabulator-tables/dist/css/tabulator.css><div id=g></div><script src=/m/tabulator-tables/dist/js/tabulator.js></script><script>
      window.t = new Tabulator("#g", { data: ${people}, layout: "fitColumns", pagination: true, paginationSize: 3, columns: [{ title: "Name", field: "name", editor: "input" }, { title: "City", field: "city", editor: "list", editorParams: { values: ["Oslo", "Rome", "Bern"] }, headerFilter: "input" }, { title: "Age", field: "age", editor: "number" }, { title: "Ok", field: "ok", formatter: "tickCross", editor: true }] })</script>`,
    ready: "document.querySelectorAll('.tabulator-row').length === 3",
    sees: ["Clara", "Oslo"],
    acts: [
      { on: /"Name"/, holds: "t.getRows('active')[0].getData().name === 'Anna'" },
      { on: "Clara", cell: 1, holds: "document.querySelector('.tabulator-cell.tabulator-editing input')" },
      {
        verb: "fill",
        on: /textbox.*= "Clara"/,
        value: "Zoe",
        holds: "document.querySelector('.tabulator-cell.tabulator-editing input').value === 'Zoe'",
      },
      {
        verb: "press",
        on: /textbox.*= "Zoe"/,
        value: "Enter",
        holds: "t.getData().find((r) => r.id === 1).name === 'Zoe'",
      },
      { on: /button.*"(Next Page|Next)"/, holds: "t.getPage() === 2" },
      { verb: "fill", on: /City|searchbox/, value: "Rome", holds: "t.getDataCount('active') === 1" },
    ],
  },
  {
    name: "datatables",
    specs: ["datatables.net@2.3.2", "datatables.net-dt@2.3.2", "jquery@3.7.1"],
    html: `<link rel=stylesheet href=/m/datatables.net-dt/css/dataTables.dataTables.css><table id=g></table><script src=/m/jquery/dist/jquery.js></script><script src=/m/datatables.net/js/dataTables.js></script><script>
      const t = new DataTable("#g", { data: ${many}, columns: [{ data: "name", title: "Name" }, { data: "city", title: "City" }, { data: "age", title: "Age" }] })</script>`,
    ready: "document.querySelector('#g tbody tr td:nth-child(2)')",
    sees: ["Person 1", "10", "of 1,000 entries"],
    acts: [
      { on: /"Age/, holds: "t.order()[0][0] === 2" },
      { verb: "select", on: /entries per page/, value: "25", holds: "t.page.len() === 25" },
      { on: /"Next"|"›"/, holds: "t.page() === 1" },
      { verb: "fill", on: /Search/, value: "Person 77", holds: "t.page.info().recordsDisplay < 1000" },
    ],
  },
  {
    name: "handsontable",
    specs: ["handsontable@15.3.0"],
    html: `<link rel=stylesheet href=/m/handsontable/dist/handsontable.full.css><div id=g></div><script src=/m/handsontable/dist/handsontable.full.js></script><script>
      const h = new Handsontable(g, { data: ${people}, columns: [{ data: "name" }, { data: "city", type: "dropdown", source: ["Oslo", "Rome", "Bern", "Lima", "Bonn"] }, { data: "age", type: "numeric" }, { data: "ok", type: "checkbox" }], colHeaders: ["Name", "City", "Age", "Ok"], columnSorting: true, height: 300, licenseKey: "non-commercial-and-evaluation" })</script>`,
    ready: "document.querySelector('.handsontable td')",
    sees: ["Clara", "Oslo", "checkbox"],
    acts: [
      { on: /"Name"/, holds: "h.getDataAtCell(0, 0) === 'Anna'" },
      { verb: "dblclick", on: "Clara", cell: 1, holds: "h.getActiveEditor()?.isOpened()" },
      {
        verb: "fill",
        on: /textbox.*= "Clara"/,
        value: "Zoe",
        holds: "document.querySelector('textarea.handsontableInput').value === 'Zoe'",
      },
      { verb: "press", on: /textbox.*= "Zoe"/, value: "Enter", holds: "h.getSourceDataAtRow(0).name === 'Zoe'" },
      { verb: "check", on: /checkbox/, nth: 0, holds: "h.getSourceDataAtRow(1).ok === true" },
    ],
  },
  {
    name: "free-jqgrid",
    specs: ["free-jqgrid@4.15.5", "jquery@3.7.1", "jquery-ui-dist@1.13.3"],
    html: `<script src=/m/jquery/dist/jquery.js></script><link rel=stylesheet href=/m/jquery-ui-dist/jquery-ui.css><link rel=stylesheet href=/m/free-jqgrid/dist/css/ui.jqgrid.css><script src=/m/free-jqgrid/dist/jquery.jqgrid.min.js></script><table id=g></table><table id=h></table><script>
      const model = [{ name: "name", label: "Name", editable: true }, { name: "city", label: "City", editable: true }];
      $(g).jqGrid({ data: ${people}, colModel: model, caption: "Rows", multiselect: true, ondblClickRow: (id) => { $(g).jqGrid("editRow", id, true) }, editurl: "clientArray" });
      $(h).jqGrid({ data: [{ id: 1, name: "Lena", city: "Lyon" }, { id: 2, name: "Otto", city: "Paris" }], colModel: model, caption: "Cells", cellEdit: true, cellsubmit: "clientArray" })</script>`,
    ready: "document.querySelectorAll('.jqgrow').length === 7",
    acts: [
      { verb: "dblclick", on: "Clara", cell: 2, holds: "document.querySelector('#g input[name=name]')" },
      {
        verb: "fill",
        on: /= "Clara"/,
        value: "Zoe",
        holds: "document.querySelector('#g input[name=name]').value === 'Zoe'",
      },
      { verb: "press", on: /= "Zoe"/, value: "Enter", holds: "$(g).jqGrid('getRowData', 1).name === 'Zoe'" },
      { on: "Lena", cell: 2, holds: "document.querySelector('#h input')" },
      { verb: "fill", on: /= "Lyon"/, value: "Nice", holds: "document.querySelector('#h input').value === 'Nice'" },
      { verb: "press", on: /= "Nice"/, value: "Enter", holds: "$(h).jqGrid('getRowData', 1).city === 'Nice'" },
    ],
  },
  {
    name: "ag-grid",
    specs: ["ag-grid-community@36.2.0"],
    html: `<div id=g style="height:300px;width:600px"></div><script src=/m/ag-grid-community/dist/ag-grid-community.js></script><script>window.api = agGrid.createGrid(g, { columnDefs: [{ field: "name", editable: true, rowDrag: true }, { field: "city" }, { field: "age" }], rowDragManaged: true, rowSelection: { mode: "multiRow" }, rowData: ${people} })</script>`,
    ready: "document.querySelectorAll('.ag-row').length >= 5",
    sees: ["Clara"],
    acts: [
      {
        verb: "drag",
        on: "draggable",
        to: "Boris",
        toCell: 3,
        holds: "api.getDisplayedRowAtIndex(0).data.name === 'Anna'",
      },
      { verb: "check", on: /row selection/i, nth: 1, holds: "api.getSelectedRows().length === 1" },
      { verb: "dblclick", on: "Anna", cell: 2, holds: "document.querySelector('.ag-cell-inline-editing')" },
      {
        verb: "fill",
        on: "Input Editor",
        value: "Zoe",
        holds: "document.querySelector('.ag-cell-inline-editing input').value === 'Zoe'",
      },
      {
        verb: "press",
        on: "Input Editor",
        value: "Enter",
        holds: "api.getRenderedNodes().some(({ data }) => data.name === 'Zoe')",
      },
      { on: "City", cell: 4, holds: "api.getColumnState().find(({ colId }) => colId === 'age').sort === 'asc'" },
    ],
  },
];
