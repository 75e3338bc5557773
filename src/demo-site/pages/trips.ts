import { randomBytes } from "node:crypto";
import { script } from "../forms.ts";
import { type Html, html, htmlDocument } from "../html.ts";
import { type DemoAnswer, type DemoPages, keep, type Order, type Visit } from "../visit.ts";
import { CALENDAR, SORTING } from "./trips-scripts.ts";

interface Trip {
  readonly id: string;
  readonly name: string;
  readonly from: string;
  readonly hours: number;
  /** Price of a seat in euros. */
  readonly price: number;
}

const names = ["Fjords by boat", "Old town on foot", "Fjords by train", "Night sky", "Two islands", "Salt and caves"];
const towns = ["Bergen", "Oslo", "Tromsø"];

const trips: readonly Trip[] = Array.from({ length: 18 }, (_trip, at) => ({
  id: `t${at + 1}`,
  name: names[at % names.length] ?? "",
  from: towns[Math.floor(at / names.length)] ?? "",
  hours: 2 + ((at * 5) % 9),
  price: 38 + ((at * 17) % 60),
}));

const seats = [1, 2, 3, 4];

/** A page of work behind a login: a search, a table, a form with a calendar, a payment in a frame of another site, a file. */
export const tripPages: readonly DemoPages[] = [
  {
    path: "/trips",
    title: "Trips",
    about: "work behind a login: search, a table, a calendar, a payment in a frame of another site, a download",
    routes: {
      "/trips": (visit) => withUser(visit, listPage),
      "/trips/book": (visit) => withUser(visit, bookPage),
      "/trips/pay": (visit) => withUser(visit, payPage),
      "/trips/card": cardFrame,
      "/trips/paid": paidFrame,
      "/trips/receipt": (visit) => withUser(visit, receiptPage),
      "/trips/receipt.csv": (visit) => withUser(visit, receiptFile),
    },
  },
];

function withUser(visit: Visit, page: (visit: Visit) => DemoAnswer): DemoAnswer {
  return visit.session.user ? page(visit) : { to: "/password" };
}

function listPage({ session, url }: Visit): DemoAnswer {
  const wanted = (url.searchParams.get("q") ?? "").trim().toLowerCase();
  const found = trips.filter(({ from, name }) => `${name} ${from}`.toLowerCase().includes(wanted));
  const rows = found.map(
    ({ from, hours, id, name, price }) => html`<tr><td>${name}</td><td>${from}</td><td>${hours}</td>
<td data-value="${price}">${price}.00 €</td><td><a role="button" href="/trips/book?trip=${id}">Book</a></td></tr>`,
  );
  const heads = ["Trip", "From", "Hours", "Price"].map(
    (head) => html`<th aria-sort="none"><button type="button">${head}</button></th>`,
  );
  const table = html`<table><thead><tr>${heads}<th></th></tr></thead><tbody>${rows}</tbody></table>${script(SORTING)}`;
  const content = html`<p>Signed in as ${session.user?.name}. ${logOut}</p>
<form role="search"><label>Search <input name="q" type="search" value="${wanted}"></label><button>Find</button></form>
<p role="status">${found.length} of ${trips.length} trips</p>${found.length > 0 ? table : undefined}`;
  return { page: htmlDocument("Trips", content, { wide: true }) };
}

const logOut: Html = html`<form method="post" action="/home"><button>Log out</button></form>`;

function bookPage({ form, method, state, url }: Visit): DemoAnswer {
  const trip = trips.find(({ id }) => id === url.searchParams.get("trip"));
  if (!trip) return { to: "/trips" };
  const [name, day] = [(form.get("name") ?? "").trim(), form.get("day") ?? ""];
  const count = Number(form.get("seats") ?? 1);
  const errors = [
    ...(name === "" ? ["Enter the name of the traveller."] : []),
    ...(/^\d{4}-\d{2}-\d{2}$/.test(day) ? [] : ["Choose a day."]),
    ...(form.get("terms") === null ? ["Accept the terms."] : []),
  ];
  if (method === "POST" && errors.length === 0 && seats.includes(count)) {
    const id = randomBytes(4).toString("hex");
    keep(state.orders, id, { trip: trip.name, name, day, seats: count, total: count * trip.price });
    return { to: `/trips/pay?order=${id}` };
  }
  const alert = method === "POST" ? html`<p role="alert">${errors.join(" ")}</p>` : undefined;
  const options = seats.map((each) => html`<option ${each === count ? "selected" : undefined}>${each}</option>`);
  const content = html`<p>From ${trip.from}, ${trip.hours} hours, ${trip.price}.00 € a seat.</p>${alert}
<form method="post"><label>Name of the traveller <input name="name" value="${name}" autocomplete="name"></label>
<label>Day <input id="day" name="day" value="${day}" readonly placeholder="No day chosen"></label>
<button type="button" id="choose" name="choose" aria-haspopup="dialog">Choose a day</button>
<div role="dialog" aria-label="Choose a day" id="calendar" hidden></div>
<label>Seats <select name="seats">${options}</select></label>
<label><input type="checkbox" name="terms"> I accept the terms</label><button>Continue</button></form>${script(CALENDAR)}`;
  return { page: htmlDocument(trip.name, content) };
}

function payPage(visit: Visit): DemoAnswer {
  const order = orderOf(visit);
  if (!order) return { to: "/trips" };
  const frame = visit.onHost("foreign", `/trips/card?order=${visit.url.searchParams.get("order") ?? ""}`);
  const content = html`<p>${order.seats} × ${order.trip} on ${order.day} for ${order.name}: ${order.total}.00 €</p>
<iframe title="Card details" src="${frame}"></iframe>`;
  return { page: htmlDocument("Payment", content) };
}

/** Form of a payment provider, which knows the order by its id alone. */
function cardFrame(visit: Visit): DemoAnswer {
  const order = orderOf(visit);
  if (!order) return { page: htmlDocument("Card", html`<p role="alert">Unknown order.</p>`), status: 404 };
  const number = (visit.form.get("card") ?? "").replaceAll(" ", "");
  if (visit.method === "POST" && /^\d{12,19}$/.test(number)) {
    order.paid = true;
    return { to: `/trips/paid?order=${visit.url.searchParams.get("order")}` };
  }
  const alert = visit.method === "POST" ? html`<p role="alert">Enter the number of the card.</p>` : undefined;
  const content = html`${alert}<form method="post"><label>Card number <input name="card" inputmode="numeric" autocomplete="cc-number"></label>
<button>Pay ${order.total}.00 €</button></form>`;
  return { page: htmlDocument("Card", content) };
}

function paidFrame(visit: Visit): DemoAnswer {
  const receipt = visit.onHost("main", `/trips/receipt?order=${visit.url.searchParams.get("order") ?? ""}`);
  return { page: htmlDocument("Card", html`<p>Accepted.</p>${script(`top.location = ${JSON.stringify(receipt)}`)}`) };
}

function receiptPage(visit: Visit): DemoAnswer {
  const order = orderOf(visit);
  if (!order?.paid) return { to: "/trips" };
  const content = html`<p role="status">Paid ${order.total}.00 € for ${order.trip} on ${order.day}.</p>
<p><a href="/trips/receipt.csv?order=${visit.url.searchParams.get("order") ?? ""}" role="button">Download the receipt</a></p>${logOut}`;
  return { page: htmlDocument("Receipt", content) };
}

function receiptFile(visit: Visit): DemoAnswer {
  const order = orderOf(visit);
  if (!order?.paid) return { to: "/trips" };
  const text = `trip,name,day,seats,total\n"${order.trip}","${order.name.replaceAll('"', '""')}",${order.day},${order.seats},${order.total}.00\n`;
  return { file: text, type: "text/csv; charset=utf-8", name: "receipt.csv" };
}

function orderOf({ state, url }: Visit): Order | undefined {
  return state.orders.get(url.searchParams.get("order") ?? "");
}
