import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { type Browser, type Page, chromium as playwright } from "playwright-core";
import { WebSocket } from "ws";
import { type Bench, median, type Row, type Service, startService } from "./bench.ts";

const CLICKS = 40;
const IDLE_MS = 5_000;
const WATCHED_MS = 4_000;
const ROUNDS = 3;

const COLOURS = `data:text/html,<body style="margin:0;background:rgb(0,0,0)"><script>
let n = 0;
onmousedown = () => { document.body.style.background = \`rgb(\${(n += 40) % 256},0,0)\`; };
</script>`;
const ANIMATION = `data:text/html,<body style="margin:0"><canvas width=1280 height=720></canvas><script>
const context = document.querySelector("canvas").getContext("2d");
let n = 0;
const draw = () => { context.fillStyle = \`hsl(\${(n += 7) % 360} 80% 50%)\`; context.fillRect(0, 0, 1280, 720); requestAnimationFrame(draw); };
draw();
</script>`;

/**
 * The live view of a session with a display of 1280x720: milliseconds from a click in it to the changed picture, the part of
 * a processor that the service spends on a viewer of a still page, and frames of a moving page beside a viewer that does
 * not read.
 */
export async function benchLiveView(bench: Bench): Promise<readonly Row[]> {
  const service = await startService(bench);
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const browser = await playwright.launch({
    executablePath: process.env["BROWSERCTL_CHROMIUM"] ?? "/usr/bin/chromium",
    args,
  });
  bench.defer(() => browser.close());
  return [...(await clicks(bench, service, browser)), ...(await stuckViewer(service, browser))];
}

async function clicks(bench: Bench, service: Service, browser: Browser): Promise<Row[]> {
  const { view } = await open(service, browser, COLOURS);
  const times: number[] = [];
  for (let n = 0; n < CLICKS; n += 1) {
    bench.signal.throwIfAborted();
    await view.evaluate(WAIT_FOR_CHANGE);
    await view.mouse.move(400 + n, 300);
    await delay(20 + Math.random() * 60);
    await view.mouse.down();
    times.push(await view.evaluate<number>("globalThis.changed"));
    await view.mouse.up();
  }
  const before = await processorMs(service.pid);
  await delay(IDLE_MS);
  const idle = ((await processorMs(service.pid)) - before) / IDLE_MS;
  await view.close();
  return [
    { name: `live view: click to changed picture, ${CLICKS}`, value: median(times), limit: 80 },
    { name: "live view: service beside an idle viewer", value: idle * 100, unit: "%", limit: 1 },
  ];
}

/** Frames a second of a moving page, with and without a viewer that asks for all pictures and reads none. */
async function stuckViewer(service: Service, browser: Browser): Promise<Row[]> {
  const { view, id } = await open(service, browser, ANIMATION);
  const alone: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(await framesPerSecond(view));
    const stuck = await connectStuck(service, id);
    beside.push(await framesPerSecond(view));
    stuck.terminate();
  }
  await view.close();
  const [value, floor] = [median(beside), median(alone)];
  return [
    { name: "live view: frames beside a stuck viewer", value, floor, unit: "/s" },
    { name: "live view: slower beside a stuck viewer", value: floor / value, unit: "x", limit: 1.1 },
  ];
}

async function open(service: Service, browser: Browser, url: string): Promise<{ view: Page; id: string }> {
  const session = await service.api("POST", "/browsers", {
    kiosk_mode: true,
    viewport: { width: 1280, height: 720 },
    timeout_seconds: 600,
    start_url: url,
  });
  const view = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await view.goto(String(session["browser_live_view_url"]));
  await view.locator('html[data-state="connected"] canvas').waitFor();
  return { view, id: String(session["session_id"]) };
}

/** Milliseconds from the next press of a button to the next change of a pixel, in `changed`. */
const WAIT_FOR_CHANGE = `(() => {
  const context = document.querySelector("canvas").getContext("2d");
  const pixel = () => context.getImageData(100, 100, 1, 1).data.join();
  globalThis.changed = new Promise((resolve) => addEventListener("pointerdown", () => {
    const [begin, before] = [performance.now(), pixel()];
    const look = () => pixel() === before ? setTimeout(look, 1) : resolve(performance.now() - begin);
    look();
  }, { once: true, capture: true }));
})()`;

function framesPerSecond(view: Page): Promise<number> {
  return view.evaluate<number>(`new Promise((resolve) => {
    const context = document.querySelector("canvas").getContext("2d");
    let [frames, last] = [0, ""];
    const begin = performance.now();
    const look = () => {
      const pixel = context.getImageData(100, 100, 1, 1).data.join();
      if (pixel !== last) frames += 1;
      last = pixel;
      const ms = performance.now() - begin;
      if (ms < ${WATCHED_MS}) setTimeout(look, 2);
      else resolve(frames / ms * 1000);
    };
    look();
  })`);
}

async function connectStuck({ api, baseUrl }: Service, id: string): Promise<WebSocket> {
  const link = await api("POST", `/_local/browsers/${id}/live_view`, { read_only: true });
  const opened = await fetch(String(link["url"]));
  const cookie = opened.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const address = `${baseUrl.replace("http", "ws")}/browsers/${id}/live/socket`;
  const stuck = new WebSocket(address, { headers: { cookie, origin: baseUrl } });
  stuck.on("error", () => {});
  await new Promise((resolve) => stuck.once("open", resolve));
  stuck.pause();
  const request = Buffer.from([3, 0, 0, 0, 0, 0, 5, 0, 2, 208]);
  stuck.send(Buffer.concat([Buffer.from("RFB 003.008\n"), Buffer.from([1, 1]), Buffer.from([2, 0, 0, 1, 0, 0, 0, 0])]));
  for (let n = 0; n < 100; n += 1) stuck.send(request);
  return stuck;
}

/** Processor time of a process, in milliseconds. */
async function processorMs(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
