/**
 * Reports of a test page to its server, in order, as JSON. Each page reports `layout` once it is laid out: the box of
 * every element with an id, in CSS pixels of the viewport, and the offset of the viewport from the corner of the screen.
 * With `?as=name` the page reports under that name, as in a frame.
 */
const page = new URLSearchParams(location.search).get("as") ?? location.pathname.slice(1);
const waiting = [];
let sending = false;

/** Sends a report of a type, such as `report("select", { value: "b" })`. */
globalThis.report = (type, facts = {}) => {
  waiting.push({ page, type, ...facts });
  if (!sending) void send();
};

async function send() {
  sending = true;
  while (waiting.length > 0) {
    const body = JSON.stringify(waiting.splice(0));
    await fetch("/reports", { method: "POST", body, keepalive: true }).catch(() => {});
  }
  sending = false;
}

/** Reports events of a type on an element, or on the whole page, with the facts that `read` takes from each. */
globalThis.reportEvents = (target, types, read = () => ({})) => {
  for (const type of types) {
    target.addEventListener(type, (event) => report(type, { target: event.target?.id ?? "", ...read(event) }), true);
  }
};

globalThis.reportLayout = () => {
  const boxes = {};
  for (const element of document.querySelectorAll("[id]")) {
    const { x, y, width, height } = element.getBoundingClientRect();
    boxes[element.id] = { x, y, width, height };
  }
  const border = (outerWidth - innerWidth) / 2;
  const offset = { x: screenX + border, y: screenY + outerHeight - innerHeight - border };
  report("layout", { viewport: { width: innerWidth, height: innerHeight }, offset, boxes });
};

addEventListener("load", () => requestAnimationFrame(() => requestAnimationFrame(reportLayout)));
addEventListener("resize", () => requestAnimationFrame(reportLayout));
