import { describe, expect, test } from "vitest";
import type { WorkRequest } from "../../src/page-agent/works.ts";
import { AgentPage } from "./support/agent-page.ts";

const page = AgentPage.share();

/** Colours of a picture at points, as `r,g,b`, read by the browser. */
async function coloursAt(data: string, ...points: readonly (readonly [number, number])[]): Promise<string[]> {
  await page.show("<canvas id=c></canvas>");
  await page.run(`window.ready = fetch("data:image/png;base64,${data}").then((answer) => answer.blob()).then(createImageBitmap)
    .then((picture) => { c.width = picture.width; c.height = picture.height; c.getContext("2d").drawImage(picture, 0, 0); window.done = true; })`);
  await page.until("window.done");
  return page.run(
    `${JSON.stringify(points)}.map(([x, y]) => [...c.getContext("2d").getImageData(x, y, 1, 1).data.slice(0, 3)].join(","))`,
  );
}

const screenshot = (request: WorkRequest<"screenshot"> = {}) => page.work("screenshot", request);
const box = (style: string, text = ""): string =>
  `<button style="position:absolute;border:0;${style}">${text}</button>`;

describe("screenshots", () => {
  test("the viewport, the whole page and an element have their sizes", async () => {
    await page.show(`<body style="margin:0"><div style="height:3000px;background:rgb(0,128,0)"></div>
      ${box("top:1500px;left:40px;width:120px;height:50px;background:rgb(0,0,255)", "Far")}`);
    const view = await screenshot();
    const size = await page.run<number[]>("[innerWidth, innerHeight, document.documentElement.clientWidth]");
    expect([view.width, view.height]).toEqual([size[2], size[1]]);
    const ref = await page.ref("Far");
    const [full, element] = [await screenshot({ full_page: true }), await screenshot({ ref })];
    expect(full.height).toBe(3000);
    expect([element.width, element.height, element.bytes]).toEqual([
      120,
      50,
      Buffer.from(element.data, "base64").length,
    ]);
    expect(await coloursAt(full.data, [5, 2990], [45, 1545])).toEqual(["0,128,0", "0,0,255"]);
    expect(await coloursAt(element.data, [2, 2])).toEqual(["0,0,255"]);
  });

  test("a page that is higher than a picture can be is cut, and its height is said", async () => {
    await page.show(`<body style="margin:0"><div style="height:20000px">`);
    expect(await screenshot({ full_page: true })).toMatchObject({ height: 16_384, page_height: 20_000 });
  });

  test("each control in view has its reference beside it, and no other has", async () => {
    await page.show(`${box("top:100px;left:100px;width:100px;height:40px;background:#fff", "One")}
      ${box("top:4000px;left:100px;width:100px;height:40px", "Far")}
      ${box("top:300px;left:100px;width:100px;height:40px", "Below")}
      <div style="position:absolute;top:280px;left:80px;width:200px;height:100px;background:#fff"></div>`);
    const { data, marked } = await screenshot({ marks: true });
    expect(marked).toBe(1);
    const [frame, label, inside] = await coloursAt(data, [101, 120], [102, 88], [150, 138]);
    expect([frame, label]).toEqual(["179,38,30", "179,38,30"]);
    expect(inside).toBe("179,38,30");
    await page.show("<p>Other");
    expect(await screenshot({ marks: true })).toMatchObject({ marked: 0 });
  });

  test("the references on the picture are those of the snapshot", async () => {
    await page.show("<button>One</button>");
    await screenshot({ marks: true });
    expect(await page.ref("One")).toBe("e1");
    expect((await page.snapshot({ delta: true })).text).toBe("nothing has changed\n");
  });

  test("the page does not change, and sees nothing", async () => {
    await page.show(`<button>One</button><script>window.seen = 0;
      new MutationObserver((all) => { window.seen += all.length }).observe(document, { subtree: true, childList: true, attributes: true });
      OffscreenCanvas = undefined; createImageBitmap = () => { window.seen++; }; atob = () => "";</script>`);
    await page.until("window.seen !== undefined");
    await page.run("new Promise(requestAnimationFrame), window.seen = 0");
    expect((await screenshot({ marks: true })).marked).toBe(1);
    expect(await page.run("window.seen")).toBe(0);
  });

  test("a field with a secret is painted over", async () => {
    await page.show(`<input aria-label=Card style="position:absolute;top:50px;left:50px;width:200px;height:30px">`);
    await page.actOn("Card", "fill", "4711-0815", { secret: true });
    expect(await coloursAt((await screenshot()).data, [150, 65])).toEqual(["34,34,34"]);
  });

  test("an element in a frame of another page of the site", async () => {
    await page.show(
      `<iframe style="position:absolute;top:200px;left:100px;border:0" width=300 height=200 src=/inner></iframe>`,
      {
        "/inner": `<body style="margin:0">${box("top:20px;left:30px;width:80px;height:40px;background:rgb(255,0,255)", "Inner")}`,
      },
    );
    await page.until("frames[0].document.querySelector('button') !== null");
    const { data, height, width } = await screenshot({ ref: await page.ref("Inner") });
    expect([width, height]).toEqual([80, 40]);
    expect(await coloursAt(data, [2, 2], [77, 37])).toEqual(["255,0,255", "255,0,255"]);
  });

  test("an element that is hidden is refused", async () => {
    await page.show("<button id=b>One</button>");
    const ref = await page.ref("One");
    await page.run("b.style.display = 'none'");
    await expect(screenshot({ ref })).rejects.toMatchObject({ code: "not_visible" });
  });
});

describe("PDF", () => {
  const boxOf = (data: string): string | undefined =>
    /MediaBox\s*\[\s*0 0 ([\d.]+ [\d.]+)/.exec(Buffer.from(data, "base64").toString("latin1"))?.[1];

  test.each([
    ["a4", {}, "595.9 842.9"],
    ["letter", { paper: "letter" }, "612 792"],
    ["letter in landscape", { paper: "letter", landscape: true }, "792 612"],
  ] as const)("the paper is %s", async (_name, request, expected) => {
    await page.show("<h1>Receipt</h1>");
    const { bytes, data } = await page.work("pdf", request);
    expect(Buffer.from(data, "base64").subarray(0, 5).toString()).toBe("%PDF-");
    expect(bytes).toBe(Buffer.from(data, "base64").length);
    const [width = 0, height = 0] = (boxOf(data) ?? "").split(" ").map(Number);
    const [wantedWidth = 0, wantedHeight = 0] = expected.split(" ").map(Number);
    expect([Math.abs(width - wantedWidth), Math.abs(height - wantedHeight)].every((off) => off < 2)).toBe(true);
  });

  test("pages that there are not are refused", async () => {
    await page.show("<p>One page");
    await expect(page.work("pdf", { pages: "90" })).rejects.toMatchObject({ code: "no_pages" });
  });
});

describe("HTML", () => {
  test("the page as it is now, with its shadow roots, and one element", async () => {
    await page.show(`<button>Old</button><my-box></my-box><script>document.querySelector("button").textContent = "New";
      document.querySelector("my-box").attachShadow({ mode: "closed" }).innerHTML = "<p>Inside</p>"</script>`);
    const { html } = await page.work("html", {});
    expect(html).toContain("<button>New</button>");
    expect(html).toContain('shadowrootmode="closed"><p>Inside</p>');
    expect(await page.work("html", { ref: await page.ref("New") })).toMatchObject({ html: "<button>New</button>" });
  });
});
