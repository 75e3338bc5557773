import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { withServer } from "../../support/browser/chromium.ts";
import { runHere } from "../../support/cli/run-cli.ts";
import { bothWays, json, printed, refusalOf } from "./support/both-ways.ts";

const { describeEach, home } = bothWays();

const page = `<!doctype html><title>Shop</title><nav>Menu</nav><main><h1>Delivery</h1><p>The order leaves the house on the day
  after it was paid.</p><button id=later disabled>Go</button></main><script>
  setTimeout(() => { document.querySelector("h1").textContent = "Sent"; later.disabled = false }, 700)</script>`;

async function show(html = page): Promise<string> {
  const { url } = await withServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(html);
  });
  await printed((args, options) => home().cli(args, options), "goto", "shop", url);
  return url;
}

describeEach((call) => {
  test("the main text is read as Markdown, in parts or as a file", async () => {
    const url = await show(page.replace("The order", "The order ".repeat(900)));
    const text = await printed(call, "read", "shop", "--max-tokens", "300");
    expect(text).toMatch(new RegExp(`^page "Shop" ${url} · part 1 of \\d+\n\n# `));
    expect(text).not.toContain("Menu");
    expect(await printed(call, "read", "shop", "--whole", "--part", "1")).toContain("Menu");
    const out = join(home().dir, `read-${Math.random()}.md`);
    await printed(call, "read", "shop", "--out", out);
    expect(await readFile(out, "utf8")).toMatch(/^# (?:Delivery|Sent)\n\n(?:The order ){900}/);
    expect(await json(call, "read", "shop")).toMatchObject({ url, title: "Shop", part: 1 });
  });

  test("what the page shows later is waited for, and what it does not show is exit 6", async () => {
    const url = await show();
    expect(await printed(call, "wait-for", "shop", "--text", "sent", "--loaded")).toBe(`page "Shop" ${url}\n`);
    const late = await call(["browsers", "wait-for", "shop", "--text", "never", "--within", "200ms"]);
    expect([late.code, late.stderr]).toEqual([
      6,
      expect.stringContaining('waited for the text "never"; shown is the page "Shop"'),
    ]);
  });

  test("pictures and papers are written as files", async () => {
    await show();
    const [picture, paper] = [`page-${Math.random()}.png`, `page-${Math.random()}.pdf`].map((name) =>
      join(home().dir, name),
    );
    const result = await call(["browsers", "screenshot", "shop", "--marks", "--out", String(picture)]);
    expect([result.code, result.stderr]).toEqual([0, expect.stringContaining("1 reference is drawn.")]);
    await printed(call, "pdf", "shop", "--out", String(paper));
    expect((await readFile(String(picture))).subarray(1, 4).toString()).toBe("PNG");
    expect((await readFile(String(paper))).subarray(0, 5).toString()).toBe("%PDF-");
  });

  test("the HTML is printed, of the page or of one element", async () => {
    await show("<!doctype html><title>Shop</title><button>Save</button>");
    expect(await printed(call, "html", "shop")).toContain("<button>Save</button></body></html>\n");
    const [line] = (await json<{ lines: { ref?: string }[] }>(call, "snapshot", "shop")).lines;
    expect(await printed(call, "html", "shop", "--ref", line?.ref ?? "")).toBe("<button>Save</button>\n");
  });

  test.each([
    ["read", "shop", "--ref", "e99999"],
    ["html", "shop", "--ref", "e99999"],
    ["screenshot", "shop", "--ref", "e99999", "--out", "none.png"],
    ["wait-for", "shop", "--ref", "e99999"],
  ])("a reference of nothing is exit 8: %s", async (...words) => {
    await show();
    expect(await refusalOf(call, words)).toEqual({ code: "unknown_ref", message: expect.stringContaining("e99999") });
  });

  test("pages that a document has not are exit 8, and no file is written", async () => {
    await show();
    const out = join(home().dir, `none-${Math.random()}.pdf`);
    expect(await refusalOf(call, ["pdf", "shop", "--pages", "90", "--out", out])).toMatchObject({ code: "no_pages" });
    await expect(access(out)).rejects.toThrow("ENOENT");
  });
});

describe("bad input is refused before a request", () => {
  test.each([
    [["wait-for"], "--text: is missing; or --gone, --ref, --url, --loaded"],
    [["wait-for", "--text", "/(/"], "--text: Invalid regular expression"],
    [["wait-for", "--url", "/[/"], "--url: Invalid regular expression"],
    [["wait-for", "--text", "a", "--within", "2h"], "--within: must be at most 1h"],
    [["wait-for", "--ref", "save"], "--ref: "],
    [["snapshot", "--find", "/(/"], "--find: Invalid regular expression"],
    [["read", "--max-tokens", "10"], "--max-tokens: must be"],
    [["read", "--part", "0"], "--part: must be"],
    [["pdf", "--pages", "one", "--out", "x.pdf"], "--pages: "],
    [["pdf", "--paper", "a0", "--out", "x.pdf"], "--paper: "],
    [["pdf", "--scale", "3", "--out", "x.pdf"], "--scale: must be"],
    [["screenshot", "--ref", "e1", "--full-page", "--out", "x.png"], "--full-page: cannot be given with --ref"],
  ])("browsers %j", async ([verb = "", ...words], message) => {
    const { code, stderr } = await home().cli(["browsers", verb, "shop", ...words]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

test.each([
  ["screenshot", "a screenshot is binary and stdout is a terminal"],
  ["pdf", "a PDF is binary and stdout is a terminal"],
])("browsers %s prints nothing binary at a terminal", async (verb, message) => {
  const { code, stderr, stdout } = await runHere(["browsers", verb, "shop"], { home: home(), tty: { stdout: true } });
  expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(message)]);
});
