/** Script that sorts a table by the column whose button is pressed, up and then down. */
export const SORTING = `
  const body = document.querySelector("tbody"), heads = [...document.querySelectorAll("th[aria-sort]")];
  for (const [at, head] of heads.entries()) head.firstChild.onclick = () => {
    const down = head.ariaSort === "ascending";
    for (const other of heads) other.ariaSort = "none";
    head.ariaSort = down ? "descending" : "ascending";
    const value = (row) => row.cells[at].dataset.value ?? row.cells[at].textContent;
    const rows = [...body.rows].sort((a, b) => value(a).localeCompare(value(b), "en", { numeric: true }));
    body.append(...(down ? rows.reverse() : rows));
  };`;

/** Script of a calendar in a dialog: a month of days, and buttons for the months around it. */
export const CALENDAR = `
  const dialog = document.querySelector("#calendar"), day = document.querySelector("#day");
  let month = new Date(Date.UTC(2030, 5, 1));
  const text = (date) => date.toISOString().slice(0, 10);
  function draw() {
    const name = month.toLocaleDateString("en", { month: "long", year: "numeric", timeZone: "UTC" });
    dialog.replaceChildren();
    const head = dialog.appendChild(document.createElement("h2"));
    head.textContent = name;
    for (const [label, step] of [["Previous month", -1], ["Next month", 1]]) {
      const button = dialog.appendChild(document.createElement("button"));
      Object.assign(button, { type: "button", name: "month", textContent: step < 0 ? "‹" : "›", ariaLabel: label });
      button.onclick = () => { month.setUTCMonth(month.getUTCMonth() + step); draw(); };
    }
    const grid = dialog.appendChild(document.createElement("div"));
    grid.setAttribute("role", "grid");
    grid.style = "display:grid;grid-template-columns:repeat(7,1fr)";
    for (const date = new Date(month); date.getUTCMonth() === month.getUTCMonth(); date.setUTCDate(date.getUTCDate() + 1)) {
      const own = text(date), cell = grid.appendChild(document.createElement("div"));
      cell.setAttribute("role", "gridcell");
      cell.textContent = date.getUTCDate();
      cell.ariaLabel = own;
      cell.style = "padding:.4rem;cursor:pointer;text-align:center";
      cell.onclick = () => { day.value = own; dialog.hidden = true; };
    }
  }
  document.querySelector("#choose").onclick = () => { draw(); dialog.hidden = false; };`;
