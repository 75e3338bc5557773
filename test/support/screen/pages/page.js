/**
 * Reports of a test page to its server, in order, as JSON. Each page reports `layout` once it is laid out, and again when
 * its window has another place or size: the box of every element with an id, in CSS pixels of the viewport, and the offset
 * of the viewport from the corner of the screen. After its first layout it reports `load`.
 * With `?as=name` the page reports under that name, as in a frame. With `?visit=name` it reports `visit` with that name, once
 * it is laid out and on the screen.
 */
const parameters = new URLSearchParams(location.search);
const page = parameters.get("as") ?? location.pathname.slice(1);
const waiting = [];
let sending = false;
/** Place and size of the window in the last report of a layout. */
let reported = "";

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
  const place = measureWindow();
  report("layout", { ...place, boxes });
  reported = JSON.stringify(place);
};

function measureWindow() {
  const border = (outerWidth - innerWidth) / 2;
  const offset = { x: screenX + border, y: screenY + outerHeight - innerHeight - border };
  return { viewport: { width: innerWidth, height: innerHeight }, offset };
}

const laidOut = new Promise((resolve) => {
  addEventListener("load", () =>
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        reportLayout();
        report("load");
        resolve();
      }),
    ),
  );
});
// A new window gets its size while its page loads: the boxes are not there yet.
addEventListener("resize", () => laidOut.then(() => requestAnimationFrame(reportLayout)));
// The window manager may place a new window after its page was laid out; no event says that a window was moved.
void laidOut.then(() =>
  setInterval(() => {
    if (JSON.stringify(measureWindow()) !== reported) reportLayout();
  }, 50),
);

const visit = parameters.get("visit");
if (visit !== null) {
  // A page of empty text fields paints no content.
  const painted = new PerformanceObserver((list) => {
    if (list.getEntriesByName("first-paint").length > 0) void laidOut.then(() => report("visit", { visit }));
  });
  painted.observe({ type: "paint", buffered: true });
}
