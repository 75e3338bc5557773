import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { until } from "../../support/until.ts";
import type { Prepared, Ran, Scene, Scenes } from "./example-scene.ts";

const listened = ["click", "mousemove", "wheel", "keydown", "input"];

/** Gives the result of Playwright code on the page of the session. */
async function onPage({ id, stage }: Prepared, code: string): Promise<unknown> {
  return (await stage.send("POST", `/browsers/${id}/playwright/execute`, { json: { code } })).body.result;
}

/** Opens a page that is all one field, with the focus, is longer than its window, and remembers the events of input. */
async function openInputPage(prepared: Prepared): Promise<void> {
  const { site } = prepared.stage.sites;
  await onPage(
    prepared,
    `await page.goto("${site.url}/");
    await page.bringToFront();
    await page.mouse.move(5, 5);
    await page.evaluate((types) => {
      document.body.style.height = "9000px";
      const field = document.querySelector("input");
      field.style = "position: fixed; inset: 0; width: 100vw; height: 100vh";
      field.focus();
      window.events = [];
      for (const type of types) addEventListener(type, (event) => window.events.push(event.type + " " + (event.key ?? "")), true);
    }, ${JSON.stringify(listened)});`,
  );
}

/** An action after which the page has received an event, such as `keydown Enter`. */
function causes(event: string): Scene {
  return {
    prepare: openInputPage,
    effect: (ran) =>
      until(
        async () => (await onPage(ran, "return await page.evaluate(() => window.events);")) as string[],
        (events) => events.some((each) => each.startsWith(event)),
      ),
  };
}

/** Typing after which the field has this text. */
function fills(text: string): Scene {
  return {
    prepare: openInputPage,
    effect: (ran) =>
      until(
        () => onPage(ran, 'return await page.locator("input").inputValue();'),
        (value) => value === text,
      ),
  };
}

/** True when every page shows no pointer. */
function cursor(isHidden: boolean): Scene {
  const read = "return await page.evaluate(() => getComputedStyle(document.documentElement).cursor);";
  return {
    prepare: async (prepared) => {
      await openInputPage(prepared);
      await prepared.stage.send("POST", `/browsers/${prepared.id}/computer/cursor`, { json: { hidden: !isHidden } });
    },
    effect: (ran) =>
      until(
        () => onPage(ran, read),
        (value) => (value === "none") === isHidden,
      ),
    restore: ({ id, stage }) => stage.send("POST", `/browsers/${id}/computer/cursor`, { json: { hidden: false } }),
  };
}

/** An image that was written. */
function picture(name: string): Scene {
  return {
    effect: ({ stage }) => expect(readFileSync(stage.path(name)).subarray(1, 4).toString()).toBe("PNG"),
  };
}

function prints(text: string): Scene {
  return { prepare: openInputPage, effect: ({ result }) => expect(result.stdout).toContain(text) };
}

/** Puts a text into the clipboard. */
async function copy({ id, stage }: Prepared): Promise<void> {
  await stage.send("POST", `/browsers/${id}/computer/clipboard/write`, { json: { text: "two\nlines" } });
}

function copies(text: string): Scene {
  return {
    effect: async ({ id, stage }) => {
      const { body } = await stage.send("POST", `/browsers/${id}/computer/clipboard/read`);
      expect(body.text.trim()).toBe(text);
    },
  };
}

/** The browser got what the site sends. */
async function sameAsSite({ files, result, stage, typed }: Ran): Promise<void> {
  const [url = ""] = /http:\S+/.exec(typed) ?? [];
  const body = typed.includes(" -d ") ? { method: "POST", body: "{}" } : {};
  const sent = Buffer.from(await (await fetch(url, body)).arrayBuffer());
  const [file] = files;
  if (file !== undefined) expect(readFileSync(stage.path(file))).toEqual(sent);
  else if (typed.includes("-o json")) expect(JSON.parse(result.stdout).body).toBe(sent.toString());
  else expect(result.stdout.trim()).toBe(sent.toString().trim());
}

/** Extensions that mark the pages of the session. */
function marks(...names: string[]): Scene {
  return {
    effect: (ran) =>
      until(
        async () => {
          const { site } = ran.stage.sites;
          const read = "return await page.evaluate(() => Object.keys(document.documentElement.dataset));";
          return (await onPage(ran, `await page.goto("${site.url}/");\n${read}`)) as string[];
        },
        (seen) => names.every((name) => seen.includes(name)),
      ),
  };
}

/** Creates an executor, by a call on it. */
function executor(name: string): NonNullable<Scene["prepare"]> {
  const json = { code: "return 1", executor: name };
  return async ({ id, stage }) => {
    await stage.send("POST", `/browsers/${id}/playwright/execute`, { json });
  };
}

function hasNoExecutor(name: string): NonNullable<Scene["effect"]> {
  return async ({ id, stage }) => {
    const { body } = await stage.send("GET", `/browsers/${id}/playwright/executors`);
    expect(body.executors.map((each: { name: string }) => each.name)).not.toContain(name);
  };
}

/** Shows a page of the example shop that offers a tool to agents. */
const offersSearch: NonNullable<Scene["prepare"]> = async ({ id, stage }) => {
  const tool = `{ name: "search_products", description: "Search the shop", execute: async ({ query }) => ({ found: query }),
    inputSchema: { type: "object", properties: { query: { type: "string" } } } }`;
  const code = `await page.goto("${stage.sites.site.url}/"); await page.evaluate('document.modelContext.registerTool(${tool.replaceAll("\n", " ")})');`;
  const { body } = await stage.send("POST", `/browsers/${id}/playwright/execute`, { json: { code } });
  expect(body).toMatchObject({ success: true });
};
/** Adds a custom tool to the session. */
async function customTool({ id, stage }: Prepared): Promise<string> {
  const source = `[{ kind: "cdp", match: { url_patterns: ["*"] }, execute: () => 1,
    tool: { name: "one", description: "One", inputSchema: { type: "object" } } }]`;
  const json = { namespace: "shop.example.com", source };
  const { body } = await stage.send("POST", `/browsers/${id}/webmcp/custom-tools`, { json });
  return body.tools[0].id;
}
async function namedCustomTool(prepared: Prepared): Promise<void> {
  prepared.replaced.set("ct_n10b9798ad53ecc4y69z31e1", await customTool(prepared));
}
async function noCustomTools({ id, stage }: Prepared): Promise<void> {
  await stage.send("POST", `/browsers/${id}/repl`, { json: { code: "", reset: true } });
}
function hasCustomTools(count: number): NonNullable<Scene["effect"]> {
  return async ({ id, stage }) => {
    const { body } = await stage.send("GET", `/browsers/${id}/webmcp/custom-tools`);
    expect(body.tools).toHaveLength(count);
  };
}
/** The REPL of the session has what an expression says. */
function evaluates(expression: string, text: string): NonNullable<Scene["effect"]> {
  return async ({ id, stage }) => {
    const json = { code: `repl.write(${expression})` };
    const { body } = await stage.send("POST", `/browsers/${id}/repl`, { json });
    expect(body.content).toEqual([{ type: "text", channel: "write", text }]);
  };
}

/** Scenes of what is seen and done on a page. */
export const pageScenes: Scenes = {
  "browsers curl": { effect: sameAsSite },
  "browsers computer click": causes("click"),
  "browsers computer move": causes("mousemove"),
  "browsers computer drag": causes("mousemove"),
  "browsers computer scroll": causes("wheel"),
  "browsers computer batch shop @actions.json": causes("click"),
  "browsers computer batch": fills("red shoes"),
  "browsers computer press shop Return": causes("keydown Enter"),
  "browsers computer press shop Ctrl+a BackSpace": causes("keydown Backspace"),
  "browsers computer press shop Right --duration 1s": causes("keydown ArrowRight"),
  "browsers computer type shop 'hello'": fills("hello"),
  "browsers computer type shop env:PASSWORD": fills("correct-horse"),
  "browsers computer type shop @letter.txt --delay 20": fills("{}"),
  "browsers computer cursor shop --hide": cursor(true),
  "browsers computer cursor shop --show": cursor(false),
  "browsers computer screenshot shop --out page.png": picture("page.png"),
  "browsers computer screenshot shop --region 0,0,400,300 --out - > corner.png": picture("corner.png"),
  "browsers computer mouse-position": {
    prepare: ({ id, stage }) =>
      stage.send("POST", `/browsers/${id}/computer/move_mouse`, { json: { x: 31, y: 32, smooth: false } }),
    effect: ({ result }) => expect(result.stdout).toContain("31"),
  },
  "browsers computer clipboard read shop > clip.txt": {
    prepare: copy,
    effect: ({ stage }) => expect(stage.read("clip.txt").trimEnd()).toBe("two\nlines"),
    restore: ({ stage }) => stage.write("clip.txt", "red shoes\n"),
  },
  "browsers computer clipboard read shop -o json": {
    prepare: copy,
    effect: ({ result }) => expect(JSON.parse(result.stdout)).toEqual({ text: "two\nlines" }),
  },
  "browsers computer clipboard write": copies("red shoes"),
  "browsers playwright execute shop 'return await page.title()'": prints("Example shop"),
  "browsers playwright execute shop @login.js --timeout-sec 120": prints("/login"),
  "browsers playwright execute shop @login.js --executor checkout": prints("/login"),
  "browsers playwright executors list shop": {
    prepare: executor("checkout"),
    effect: ({ result }) => expect(result.stdout).toContain("checkout"),
  },
  "browsers playwright executors list shop --query '[?busy].name'": {
    effect: ({ result }) => expect(result.stdout).not.toContain("checkout"),
  },
  "browsers playwright executors delete shop checkout": {
    prepare: executor("checkout"),
    effect: hasNoExecutor("checkout"),
  },
  "browsers playwright executors delete shop prices --no-close-tab": {
    prepare: executor("prices"),
    effect: hasNoExecutor("prices"),
  },
  "browsers webmcp list shop": {
    prepare: offersSearch,
    effect: ({ result }) => expect(result.stdout).toContain("search_products"),
  },
  "browsers webmcp list shop --query '[].tool.inputSchema' -o json": {
    prepare: offersSearch,
    effect: ({ result }) => expect(result.stdout).toContain('"query"'),
  },
  'browsers webmcp invoke shop search_products \'{"query":"shoes"}\'': {
    prepare: offersSearch,
    effect: ({ result }) => expect(result.stdout).toBe("found\tshoes\n"),
  },
  "browsers webmcp invoke shop search_products @input.json --timeout-sec 10": {
    prepare: offersSearch,
    effect: ({ result }) => expect(result.stdout).toBe("found\tred shoes\n"),
  },
  "browsers webmcp custom-tools add shop shop.example.com @tools.js": {
    effect: hasCustomTools(1),
    restore: noCustomTools,
  },
  "browsers webmcp custom-tools add shop shop.example.com @tools.js --replace": {
    prepare: customTool,
    effect: hasCustomTools(1),
    restore: noCustomTools,
  },
  "browsers webmcp custom-tools list shop": {
    prepare: customTool,
    effect: ({ result }) => expect(result.stdout).toContain("shop.example.com"),
    restore: noCustomTools,
  },
  "browsers webmcp custom-tools list shop --query '[].id' -o text": {
    prepare: customTool,
    effect: ({ result }) => expect(result.stdout).toMatch(/^ct_[0-9a-f]{24}\n$/),
    restore: noCustomTools,
  },
  "browsers webmcp custom-tools remove shop ct_n10b9798ad53ecc4y69z31e1": {
    prepare: namedCustomTool,
    effect: hasCustomTools(0),
  },
  "browsers webmcp custom-tools remove shop ct_n10b9798ad53ecc4y69z31e1 -q": {
    prepare: namedCustomTool,
    effect: hasCustomTools(0),
  },
  "browsers playwright execute shop @prices.ts -o json --query result": prints('"12.50"'),
  "browsers create --vault checkout": {
    code: 1,
    effect: ({ result }) => expect(result.stderr).toContain("there are no vaults here"),
  },
  "browsers repl shop": {
    replies: [{ prompt: /^>/, answer: "\u0004" }],
    effect: ({ result }) => expect(result.stdout).toContain("repl.help()"),
  },
  "browsers repl shop 'await page.title()'": prints("Example shop"),
  "browsers repl shop @helpers.js --timeout-sec 120": { effect: evaluates("typeof visit", "function") },
  "browsers repl shop < steps.js": prints("/login"),
  "browsers repl shop --reset": {
    prepare: async ({ id, stage }) => {
      await stage.send("POST", `/browsers/${id}/repl`, { json: { code: "let kept = 1" } });
    },
    effect: evaluates("typeof kept", "undefined"),
  },
  "browsers extensions upload shop ./my-extension": marks("mine"),
  "browsers extensions upload shop dist blocker.zip --name mine --name blocker": marks("dist", "blocker"),
  "browsers view": {
    effect: async ({ result }) => {
      const [url = ""] = /http:[^"\s]+/.exec(result.stdout) ?? [];
      const page = await fetch(url);
      expect([page.status, page.headers.get("content-type")]).toEqual([200, expect.stringContaining("text/html")]);
    },
  },
};
