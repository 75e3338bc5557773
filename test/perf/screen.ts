import { setTimeout as delay } from "node:timers/promises";
import type { RfbClient } from "../../src/service/screen/rfb/rfb-client.ts";
import { type Bench, interleaved, median, type Row, type Service, startService, timesFloor } from "./bench.ts";
import { assertDisplay, creation, type ScreenSession, type Size, SMALL, startSession } from "./screen-session.ts";

const LARGE: Size = { width: 1920, height: 1080 };
const RESIZED: Size = { width: 1024, height: 768 };
const AT_ONCE = 10;
/** Time over which processor time is measured. */
const MEASURED_MS = 4_000;
/** Processor time is counted in steps of 10 ms: an idle session needs longer to show its hundredths of a percent. */
const IDLE_MS = 20_000;
/** Time without a change before the next click. */
const QUIET_MS = 150;
const TEXT = 'The Quick, brown Fox (2026) jumps? Yes: over "it"! '.repeat(20).slice(0, 1_000);

const LIMITS = {
  create: 1.25,
  createAtOnce: 1.75,
  memory: 1.2,
  idlePercent: 1,
  scroll: 1.5,
  screenshotMs: 50,
  screenshot: 0.5,
  clickMs: 60,
  typeMs: 1_500,
  resizeMs: 150,
} as const;

/** A session with a window on a private display (the values), and a headless one (their floors). */
interface Pair {
  display: ScreenSession;
  headless: ScreenSession;
}

/**
 * Sessions on private displays against headless ones of the same service. Needs a machine where sessions get a display,
 * and /proc.
 */
export async function benchScreen(bench: Bench): Promise<readonly Row[]> {
  const service = await startService(bench);
  await assertDisplay(service);
  const starts = await creations(bench, service);
  const pair = {
    display: await startSession(bench, service, "display"),
    headless: await startSession(bench, service, "headless"),
  };
  return [
    ...starts,
    ...(await processes(bench, pair)),
    ...(await pictures(bench, pair)),
    ...(await inputs(bench, pair)),
    await resizes(bench, pair),
  ];
}

async function creations(bench: Bench, service: Service): Promise<Row[]> {
  const created = (count: number, kind: "display" | "headless") => async (): Promise<number> => {
    const started = performance.now();
    const sessions = await Promise.all(
      Array.from({ length: count }, () => service.api("POST", "/browsers", creation(kind))),
    );
    const ms = performance.now() - started;
    await Promise.all(sessions.map(({ session_id }) => service.api("DELETE", `/browsers/${session_id}`)));
    return ms;
  };
  const one = await interleaved(bench, bench.long ? 20 : 7, {
    headless: created(1, "headless"),
    display: created(1, "display"),
  });
  const many = await interleaved(bench, bench.long ? 9 : 3, {
    headless: created(AT_ONCE, "headless"),
    display: created(AT_ONCE, "display"),
  });
  return [
    timesFloor("create with a display", one.display, one.headless, LIMITS.create),
    timesFloor(`create ${AT_ONCE} with displays at once`, many.display, many.headless, LIMITS.createAtOnce),
  ];
}

/** Memory and processor of both kinds, while the same page is shown, and while it scrolls. */
async function processes(bench: Bench, pair: Pair): Promise<Row[]> {
  await each(pair, ({ page }) => page.setContent(textPage));
  const memory = await each(pair, (session) => session.memory());
  const still = await each(pair, (session) => cpuWhile(session, () => delay(IDLE_MS)));
  const scrolled = await interleaved(bench, bench.long ? 9 : 3, {
    headless: () => scrolling(pair.headless),
    display: () => scrolling(pair.display),
  });
  return [
    { ...timesFloor("memory", [memory.display], [memory.headless], LIMITS.memory), unit: "MiB" },
    {
      name: "processor while idle",
      value: percentOfIdle(still.display),
      floor: percentOfIdle(still.headless),
      limit: LIMITS.idlePercent,
      unit: "%",
    },
    { ...timesFloor("processor of a scrolled frame", scrolled.display, scrolled.headless, LIMITS.scroll), unit: "ms" },
  ];
}

/** Processor time for each frame, in milliseconds: a busy machine draws fewer. */
async function scrolling(session: ScreenSession): Promise<number> {
  let frames = 0;
  const cpuMs = await cpuWhile(session, async () => {
    frames = await session.page.evaluate<number>(scrollFrames);
  });
  return cpuMs / frames;
}

/** Script that scrolls a page in each of its frames. Its value is their number. */
const scrollFrames = `new Promise((resolve) => {
  const end = performance.now() + ${MEASURED_MS};
  let frames = 0;
  const frame = () => {
    const bottom = document.documentElement.scrollHeight - innerHeight;
    scrollTo(0, (frames * 8) % bottom);
    frames += 1;
    if (performance.now() < end) requestAnimationFrame(frame);
    else resolve(frames);
  };
  requestAnimationFrame(frame);
})`;

/** Pictures of the display against those of a headless page of the same size, which come from CDP. */
async function pictures(bench: Bench, pair: Pair): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of [LARGE, SMALL]) {
    await each(pair, async ({ call, page }) => {
      await call("PATCH", "", { viewport: size });
      await page.setContent(textPage);
    });
    const taken = (session: ScreenSession) => (): Promise<number> =>
      timed(async () => void (await session.call("POST", "/computer/screenshot", {})));
    const times = await interleaved(bench, bench.long ? 40 : 12, {
      headless: taken(pair.headless),
      display: taken(pair.display),
    });
    const name = `screenshot of text, ${size.width}x${size.height}`;
    rows.push(
      { name, value: median(times.display), limit: LIMITS.screenshotMs },
      timesFloor(`${name}, against CDP`, times.display, times.headless, LIMITS.screenshot),
    );
  }
  return rows;
}

async function inputs(bench: Bench, pair: Pair): Promise<Row[]> {
  const clicks = await clickTimes(bench, pair.display);
  await each(pair, ({ page }) => page.setContent("<textarea></textarea>"));
  const typed = await interleaved(bench, bench.long ? 15 : 5, {
    headless: () => typing(pair.headless),
    display: () => typing(pair.display),
  });
  return [
    { name: "click to changed pixels", value: median(clicks.api), floor: median(clicks.rfb), limit: LIMITS.clickMs },
    {
      name: `type ${TEXT.length} characters`,
      value: median(typed.display),
      floor: median(typed.headless),
      limit: LIMITS.typeMs,
    },
  ];
}

/** Times from a click to pixels that it has changed, by a request and by the display's protocol itself. */
async function clickTimes(
  bench: Bench,
  { page, call, display }: ScreenSession,
): Promise<Record<"api" | "rfb", number[]>> {
  await page.setContent(clickPage);
  const [x, y] = [SMALL.width / 2, SMALL.height / 2];
  await call("POST", "/computer/move_mouse", { x, y });
  const rfb = await display();
  const shown = async (click: () => Promise<unknown>): Promise<number> => {
    await quiet(rfb);
    const started = performance.now();
    const changed = rfb.change(bench.signal).then(() => performance.now() - started);
    await click();
    return changed;
  };
  return interleaved(bench, bench.long ? 40 : 12, {
    rfb: () =>
      shown(async () => {
        rfb.pointer(x, y, 1);
        rfb.pointer(x, y, 0);
      }),
    api: () => shown(() => call("POST", "/computer/click_mouse", { x, y })),
  });
}

/** Resolves after a time without a change of the display. */
async function quiet(rfb: RfbClient): Promise<void> {
  for (;;) {
    const still = AbortSignal.timeout(QUIET_MS);
    await rfb.change(still);
    if (still.aborted) return;
  }
}

/** Milliseconds of one request that types. Throws when the text did not arrive as it is. */
async function typing({ page, call }: ScreenSession): Promise<number> {
  await page.fill("textarea", "");
  await page.focus("textarea");
  const ms = await timed(() => call("POST", "/computer/type", { text: TEXT }));
  const shows = `document.querySelector("textarea").value === ${JSON.stringify(TEXT)}`;
  await page.waitForFunction(shows, undefined, { timeout: 5_000 });
  return ms;
}

/** From the request until the page has its new size. */
async function resizes(bench: Bench, pair: Pair): Promise<Row> {
  await each(pair, ({ page }) => page.setContent(textPage));
  const resized = async ({ page, call }: ScreenSession): Promise<number> => {
    const next = (await page.evaluate("innerWidth")) === SMALL.width ? RESIZED : SMALL;
    const followed = page.evaluate(hasWidth(next.width));
    // The page listens before it is resized.
    await page.evaluate("0");
    return timed(() => Promise.all([call("PATCH", "", { viewport: next }), followed]));
  };
  const times = await interleaved(bench, bench.long ? 20 : 8, {
    headless: () => resized(pair.headless),
    display: () => resized(pair.display),
  });
  return {
    name: "resize to the page's new size",
    value: median(times.display),
    floor: median(times.headless),
    limit: LIMITS.resizeMs,
  };
}

/** Script that ends when the page has a width. */
function hasWidth(width: number): string {
  return `new Promise((resolve) => {
    const check = () => innerWidth === ${width} && resolve();
    addEventListener("resize", check);
    check();
  })`;
}

async function each<T>({ display, headless }: Pair, work: (session: ScreenSession) => Promise<T>): Promise<Each<T>> {
  const [ofDisplay, ofHeadless] = await Promise.all([work(display), work(headless)]);
  return { display: ofDisplay, headless: ofHeadless };
}

interface Each<T> {
  display: T;
  headless: T;
}

async function cpuWhile({ cpu }: ScreenSession, work: () => Promise<unknown>): Promise<number> {
  const before = await cpu();
  await work();
  return ((await cpu()) - before) * 1_000;
}

function percentOfIdle(cpuMs: number): number {
  return (cpuMs / IDLE_MS) * 100;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const PARAGRAPH = "Private displays show what a person would see, window and all. ".repeat(12);
const textPage = Array.from({ length: 80 }, (_, at) => `<h3>Chapter ${at}</h3><p>${PARAGRAPH}</p>`).join("");
const clickPage = `<script>
  let dark = false;
  addEventListener("mousedown", () => {
    dark = !dark;
    document.body.style.background = dark ? "black" : "white";
  });
</script>`;
