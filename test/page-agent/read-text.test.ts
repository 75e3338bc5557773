import { describe, expect, test } from "vitest";
import { splitMarkdown } from "../../src/page-agent/content/parts.ts";
import { estimatedTokens } from "../../src/page-agent/tokens.ts";
import { AgentPage } from "./support/agent-page.ts";

const page = AgentPage.share();

const sentences = (count: number, words = "The order leaves the house on the day after it was paid."): string =>
  `<p>${`${words} `.repeat(count)}</p>`;

async function read(html: string, request: Parameters<typeof page.work<"read">>[1] = {}): Promise<string> {
  await page.show(html);
  return (await page.work("read", request)).markdown;
}

describe("main text of a page", () => {
  test("what the page marks as main is read, without navigation in it", async () => {
    const text = await read(`<nav>Menu of all</nav><main><nav>On this page</nav><h1>Delivery</h1>${sentences(5)}
      <aside>See also</aside></main><footer>Imprint</footer>`);
    expect(text).toMatch(/^# Delivery\n\nThe order leaves/);
    expect(text).not.toMatch(/Menu|On this page|See also|Imprint/);
  });

  test("an article among other things is found where nothing is marked", async () => {
    const links = `<div class=sidebar><ul>${"<li><a href=/x>Another article with a long title</a>".repeat(30)}</ul></div>`;
    const text = await read(`${links}<div class=article><h1>Delivery</h1>${sentences(8).repeat(5)}</div>${links}`);
    expect(text).toContain("The order leaves");
    expect(text).not.toContain("Another article");
  });

  test("a page that is text all over is read whole, with its beginning", async () => {
    const text = await read(`<div class=refnamediv><h1>SELECT</h1><p>retrieve rows</div>
      <div class=refsect>${sentences(20)}</div><div class=refsect>${sentences(20)}</div>`);
    expect(text).toMatch(/^# SELECT\n\nretrieve rows/);
  });

  test("with whole all of it is read, with one reference one element", async () => {
    const html = `<nav>Menu</nav><main><h1>A</h1>${sentences(4)}<button id=b>Save</button></main>`;
    expect(await read(html, { whole: true })).toContain("Menu");
    expect((await page.work("read", { ref: await page.ref("Save") })).markdown).toBe("Save");
  });

  test.each([
    ["nothing", "", "the page has no text"],
    ["a page that only has fields", "<form><input value=secret><select><option>One</select></form>", "no text"],
  ])("%s has no text", async (_name, html, expected) => {
    await page.show(html);
    expect((await page.work("read", {})).text).toContain(expected);
  });
});

describe("Markdown of a page", () => {
  test.each([
    [
      "a table",
      "<table><tr><th>Name<th>Price<tr><td>Tea<td>3.00</table>",
      "| Name | Price |\n| --- | --- |\n| Tea | 3.00 |",
    ],
    [
      "a cell over two columns",
      "<table><tr><th colspan=2>Both<tr><td>a<td>b</table>",
      "| Both |     |\n| --- | --- |\n| a   | b   |",
    ],
    ["code", "<pre class=language-sh>npm run\n  build</pre>", "```sh\nnpm run\n  build\n```"],
    ["code with fences", "<pre>```\nx\n```</pre>", "````\n```\nx\n```\n````"],
    ["a list", "<ul><li>One<li>Two</ul>", "-   One\n-   Two"],
    ["terms", "<dl><dt>Tea<dd>A drink</dl>", "**Tea**\n\nA drink"],
    ["signs of Markdown", "<p>1. *not* a list [x]", "1\\. \\*not\\* a list \\[x\\]"],
    ["a picture with a text", "<img alt='A map' src=data:,>", "![A map]"],
    ["a picture without", "<p>a<img src=data:,>b", "ab"],
    ["a link", "<p>See <a href=/help>the help</a>", "See the help"],
    ["a button with a text", "<h2><button>Question?</button></h2>", "## Question?"],
    ["a custom element", "<my-text>Text</my-text>", "Text"],
  ])("%s", async (_name, html, expected) => {
    expect(await read(html)).toBe(expected);
  });

  test("links have their addresses when they are asked for, those of the page's origin without it", async () => {
    const html =
      "<p><a href=/help>Help</a> <a href='https://example.com/a b'>Far</a> <a href='/a_(b)'>Round</a> <a href='javascript:x()'>Run</a>";
    expect(await read(html, { links: true })).toBe(
      "[Help](/help) [Far](https://example.com/a%20b) [Round](/a_%28b%29) Run",
    );
  });

  test.each([
    ["display", "<p style='display:none'>No"],
    ["an ancestor's display", "<div style='display:none'><p>No</div>"],
    ["visibility", "<p style='visibility:hidden'>No"],
    ["hidden", "<p hidden>No"],
    ["a closed disclosure", "<details><summary>More</summary>No</details>"],
    ["a template", "<template>No</template>"],
    ["a script", "<script type=text/plain>No</script>"],
    ["a noscript", "<noscript>No</noscript>"],
    ["an option", "<select><option>No</select>"],
    ["a field", "<textarea>No</textarea>"],
  ])("what %s hides is not read", async (_name, html) => {
    expect(await read(`<p>Yes${html}`)).not.toContain("No");
  });

  test("what is visible in something that is not is read", async () => {
    const html =
      "<div style='visibility:hidden'>No<p style='visibility:visible'>Yes</p></div><div style='display:contents'>Too</div>";
    expect(await read(html)).toBe("Yes\n\nToo");
  });
});

describe("places of texts", () => {
  test("shadow roots, open and closed, and their slots", async () => {
    await page.show(`<open-box>slotted</open-box><closed-box></closed-box><script>
      for (const mode of ["open", "closed"]) {
        document.querySelector(mode + "-box").attachShadow({ mode }).innerHTML = "<p>" + mode + " root <slot></slot></p>";
      }
      const outer = document.body.appendChild(document.createElement("out-box")).attachShadow({ mode: "closed" });
      outer.innerHTML = "<p>outer</p><in-box></in-box>";
      outer.lastChild.attachShadow({ mode: "closed" }).innerHTML = "<p>inner</p>"</script>`);
    expect((await page.work("read", {})).markdown).toBe("open root slotted\n\nclosed root\n\nouter\n\ninner");
  });

  test("frames follow after the text of the page when they have a text", async () => {
    const url = await page.show(
      `<p>Outside</p><iframe width=600 height=400 src=/inner></iframe><iframe width=1 height=1 src=/tiny></iframe>`,
      {
        "/inner": sentences(6),
        "/tiny": sentences(6, "A tracker says something about you here."),
      },
    );
    await page.until("frames[0].document.body?.innerText.length > 10");
    const { markdown } = await page.work("read", {});
    expect(markdown).toMatch(new RegExp(`^Outside\n\nframe ${url}inner\n\nThe order leaves`));
    expect(markdown).not.toContain("tracker");
  });

  test("names that the page gives its elements do not change the reading", async () => {
    const html = `<form name=body id=x><input name=childNodes><input name=localName><img name=createElement>
      <p id=querySelectorAll>Text of the form</form>`;
    expect(await read(html)).toBe("Text of the form");
  });

  test("1,500 elements in each other are read", async () => {
    expect(
      await read(`<p></p><script>let at = document.body; for (let i = 0; i < 1500; i++) at = at.appendChild(document.createElement("div"));
      at.textContent = "The ground";</script>`),
    ).toBe("The ground");
  });

  test("a policy of trusted types and content does not stop the reading", async () => {
    const policy = `<meta http-equiv=Content-Security-Policy content="default-src 'none'; require-trusted-types-for 'script'">`;
    const noted =
      "<script>seen = []; document.addEventListener('securitypolicyviolation', (event) => seen.push(event.sample))</script>";
    expect(await read(`${noted}${policy}<p>Text`)).toBe("Text");
    expect(await page.run("seen")).toEqual([]);
  });

  test("controls and invisible characters are left out", async () => {
    expect(await read("<p>a&#x202e;b&#x200b;c&#x1b;[31md")).toBe("abc\\[31md");
  });
});

describe("parts", () => {
  test("each fits into the budget, all together are the text, and the last line says how to go on", async () => {
    await page.show(`<main><h1>Rules</h1>${sentences(10).repeat(30)}</main>`);
    const first = await page.work("read", { max_tokens: 500 });
    expect(first.text).toMatch(/^page "127.*" http.* · part 1 of \d+\n\n# Rules\n/);
    expect(first.text).toMatch(/\n\npart 1 of \d+; --part 2 shows the next\n$/);
    const texts = [];
    for (let part = 1; part <= first.parts; part += 1) {
      const own = await page.work("read", { max_tokens: 500, part });
      expect(estimatedTokens(own.text)).toBeLessThanOrEqual(500);
      texts.push(own.markdown);
    }
    const { markdown } = await page.work("read", { all: true });
    expect(texts.join("\n\n")).toBe(markdown);
  });

  test("a part that there is not is the last one", async () => {
    await page.show("<p>Text");
    expect(await page.work("read", { part: 9 })).toMatchObject({ part: 1, parts: 1, markdown: "Text" });
  });

  test("code that is longer than a part is closed and opened again", () => {
    const parts = splitMarkdown(`\`\`\`js\n${"line of code;\n".repeat(100)}\`\`\``, 100);
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) expect(part).toMatch(/^```js\n(?:line of code;\n)+```$/);
  });

  test("a table that is longer than a part keeps its head", () => {
    const parts = splitMarkdown(`| A | B |\n| --- | --- |\n${"| one | two |\n".repeat(100)}`, 100);
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) expect(part).toMatch(/^\| A \| B \|\n\| --- \| --- \|\n(?:\| one \| two \|\n?)+$/);
  });

  test("one word without end is cut", () => {
    const parts = splitMarkdown("x".repeat(20_000), 200);
    expect(parts.length).toBeGreaterThan(5);
    expect(parts.join("").replaceAll("\n", "")).toBe("x".repeat(20_000));
  });
});

test("an unknown reference is refused", async () => {
  await page.show("<p>Text");
  await expect(page.work("read", { ref: "e99" })).rejects.toMatchObject({ code: "unknown_ref" });
});

test("a secret that was typed is in no text and no HTML", async () => {
  await page.show(`<input aria-label=Card oninput="o.textContent = value"><p id=o></p>`);
  await page.actOn("Card", "fill", "4711-0815", { secret: true });
  await page.until(`o.textContent === "4711-0815"`);
  const [{ text }, { html }] = [await page.work("read", {}), await page.work("html", {})];
  expect(text + html).not.toContain("0815");
  expect(text).toContain("••••");
});
