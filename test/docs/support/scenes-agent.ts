import { existsSync } from "node:fs";
import { expect } from "vitest";
import { until } from "../../support/until.ts";
import type { Prepared, Ran, Scene, Scenes } from "./example-scene.ts";

interface Line {
  readonly ref?: string;
  readonly name?: string;
}

/** Page with a control for each reference in the examples, by the names that stand for them here. */
const controls: Readonly<Record<string, string>> = {
  e3: "Full name",
  e4: "Password",
  e5: "Country",
  e12: "Save",
  e20: "Anna",
};
const page = `<title>Shop</title><h1>Checkout</h1><label>Full name <input id=name></label>
  <label>Password <input id=password type=password></label>
  <label>Country <select id=country><option>Sweden<option>Norway</select></label>
  <button id=save onclick="window.saved += 1">Save</button><p id=total>total 12.00</p>
  <table><tr><th>Name<th>City<th>Age<tr><td>Anna<td>Oslo<td ondblclick="window.twice = true">30</table>
  <script>Object.assign(window, { saved: 0, twice: false, key: "" }); // The window of an earlier scene may stay.
  addEventListener("keydown", (event) => { window.key = event.key })</script>`;

async function onPage({ id, stage }: Prepared, code: string): Promise<unknown> {
  return (await stage.send("POST", `/browsers/${id}/playwright/execute`, { json: { code } })).body.result;
}

/** Shows the page, and puts its references in the place of those of the line. */
async function showPage(prepared: Prepared): Promise<void> {
  const { id, replaced, stage } = prepared;
  await onPage(prepared, `await page.bringToFront(); await page.setContent(${JSON.stringify(page)});`);
  const { body } = await stage.api("POST", `/_local/browsers/${id}/snapshot`, { json: {} });
  for (const [sample, name] of Object.entries(controls)) {
    const { ref } = (body.lines as Line[]).find((line) => line.name === name) ?? {};
    replaced.set(sample, ref ?? sample);
  }
}

/** Act after which an expression of the page is true. */
function makes(expression: string): Scene {
  return {
    prepare: showPage,
    effect: async (ran) => expect(await onPage(ran, `return await page.evaluate(() => ${expression})`)).toBe(true),
  };
}

/** Snapshot whose output contains these texts. */
function prints(...texts: readonly string[]): Scene {
  return {
    prepare: showPage,
    effect: ({ result }: Ran) => {
      for (const text of texts) expect(result.stdout).toContain(text);
    },
  };
}

interface Tab {
  readonly number: number;
  readonly url: string;
  readonly active: boolean;
}

async function tabsOf({ id, stage }: Prepared): Promise<Tab[]> {
  return (await stage.api("GET", `/_local/browsers/${id}/tabs`)).body;
}

/** Opens pages in front, the last of them at the end; the words of the line for them become those of this run. */
function visits(words: Readonly<Record<string, string>>, ...urls: readonly string[]): Scene {
  return {
    prepare: async (prepared) => {
      const { site } = prepared.stage.sites;
      for (const [word, path] of Object.entries(words)) prepared.replaced.set(word, `${site.url}${path}`);
      const code = urls.map((path) => `await page.goto(${JSON.stringify(site.url + path)});`);
      await onPage(prepared, ["await page.bringToFront();", ...code].join(" "));
    },
  };
}

/** The tab in front ends at an address of the site. */
function shows(path: string, words: Readonly<Record<string, string>>, ...urls: readonly string[]): Scene {
  return {
    ...visits(words, ...urls),
    effect: async (ran) => {
      const front = (await tabsOf(ran)).find(({ active }) => active);
      expect(front?.url).toBe(`${ran.stage.sites.site.url}${path}`);
    },
  };
}

/** Opens a second tab behind the first. */
const withSecondTab = async (prepared: Prepared): Promise<void> => {
  await visits({}, "/?first").prepare?.(prepared);
  for (const { number } of (await tabsOf(prepared)).slice(1).reverse())
    await prepared.stage.api("POST", `/_local/browsers/${prepared.id}/tabs`, { json: { action: "close", number } });
  const url = `${prepared.stage.sites.site.url}/?second`;
  await prepared.stage.api("POST", `/_local/browsers/${prepared.id}/tabs`, { json: { action: "new", url } });
  await prepared.stage.api("POST", `/_local/browsers/${prepared.id}/tabs`, { json: { action: "activate", number: 1 } });
};

const closeTabs = async (prepared: Prepared): Promise<void> => {
  for (const { number } of (await tabsOf(prepared)).slice(1).reverse())
    await prepared.stage.api("POST", `/_local/browsers/${prepared.id}/tabs`, { json: { action: "close", number } });
};

/** Opens a question of the page, which the line answers. */
function answers(expected: boolean): Scene {
  return {
    prepare: async (prepared) => {
      await showPage(prepared);
      await onPage(
        prepared,
        "await page.evaluate(() => { save.onclick = () => { window.answer = confirm('Sure?') } })",
      );
      const { id, replaced, stage } = prepared;
      await stage.api("POST", `/_local/browsers/${id}/act`, {
        json: { acts: [{ verb: "click", ref: replaced.get("e12") }] },
      });
    },
    effect: async (ran) => expect(await onPage(ran, "return await page.evaluate(() => window.answer)")).toBe(expected),
  };
}

/** Shows the page, with a change that an expression makes in it soon. */
function soon(code: string): Scene {
  return {
    prepare: async (prepared) => {
      await showPage(prepared);
      await onPage(prepared, `await page.evaluate(() => { setTimeout(() => { ${code} }, 300) })`);
    },
    effect: ({ result }: Ran) => expect(result.stdout).toContain('page "Shop"'),
  };
}

/** Command that writes a file with this text in it. */
function writes(start: string): Scene {
  return {
    prepare: showPage,
    effect: ({ files, stage }: Ran) => {
      expect(files).toHaveLength(1);
      for (const file of files) expect(stage.read(file)).toContain(start);
    },
  };
}

/** The settings of a client name the server, or are gone. */
function inClient(path: string, isThere: boolean): (ran: Ran) => void {
  return ({ stage }: Ran) => expect(existsSync(stage.path(path)) && stage.read(path).includes("mcp")).toBe(isThere);
}

/** Takes the server out of a client. */
function leave(target: string): (prepared: Prepared) => unknown {
  return ({ stage }: Prepared) => stage.cli(["mcp", "uninstall", "--target", target, "--yes"]);
}

/** Scenes of what agents see and do. */
export const agentScenes: Scenes = {
  "browsers wait-for shop --text 'Order received'": soon("total.textContent = 'Order received'"),
  "browsers wait-for shop --ref e12 --within 10s": soon("save.disabled = false"),
  "browsers wait-for shop --url /done --loaded": soon("location.hash = '/done'"),
  "browsers wait-for shop --gone 'Loading'": soon("total.textContent = ''"),
  "browsers read shop": prints("# Checkout", "total 12.00"),
  "browsers read shop --part 2": prints("total 12.00"),
  "browsers read shop --links --out page.md": writes("# Checkout"),
  "browsers html shop --out page.html": writes("<h1>Checkout</h1>"),
  "browsers html shop --ref e12": prints('<button id="save"'),
  "browsers pdf shop --out page.pdf": writes("%PDF-"),
  "browsers pdf shop --paper letter --landscape --pages 1-2 --out pages.pdf": writes("%PDF-"),
  "browsers screenshot shop --marks --out page.png": writes("PNG"),
  "browsers screenshot shop --ref e12 --out button.png": writes("PNG"),
  "browsers screenshot shop --full-page --out whole.png": writes("PNG"),
  "browsers snapshot shop": prints("# Checkout", 'textbox "Full name"', 'button "Save"', ": total 12.00"),
  "browsers snapshot shop --find 'total'": prints(": total 12.00", "1 line matches"),
  "browsers snapshot shop --delta": prints("nothing has changed"),
  "browsers snapshot shop --interactive --max-tokens 500": prints('button "Save"'),
  "browsers snapshot shop -o json --query 'lines[?ref].[ref, role, name]'": prints('"Save"'),
  "browsers goto shop example.com/login": shows("/?login", { "example.com/login": "/?login" }, "/"),
  "browsers back": shows("/?one", {}, "/?one", "/?two"),
  "browsers forward": {
    ...shows("/?two", {}, "/?one", "/?two"),
    prepare: async (prepared) => {
      await visits({}, "/?one", "/?two").prepare?.(prepared);
      await prepared.stage.api("POST", `/_local/browsers/${prepared.id}/navigate`, { json: { action: "back" } });
    },
  },
  "browsers reload": shows("/?one", {}, "/?one"),
  "browsers tabs list": {
    ...visits({}, "/?one"),
    effect: ({ result }: Ran) => expect(result.stdout).toContain("/?one"),
  },
  "browsers tabs new shop example.com": {
    ...shows("/?new", { "example.com": "/?new" }, "/"),
    restore: closeTabs,
  },
  "browsers goto shop https://example.com -o json --query url": shows("/?one", { "https://example.com": "/?one" }, "/"),
  "browsers tabs new shop": {
    ...visits({}, "/"),
    effect: async (ran) => expect((await tabsOf(ran)).at(-1)).toMatchObject({ url: "about:blank", active: true }),
    restore: closeTabs,
  },
  "browsers tabs activate shop 1": {
    ...shows("/?first", {}),
    prepare: withSecondTab,
    restore: closeTabs,
  },
  "browsers tabs close shop": {
    prepare: withSecondTab,
    effect: async (ran) => expect((await tabsOf(ran)).map(({ url }) => url.split("/").at(-1))).toEqual(["?second"]),
  },
  "browsers tabs activate shop 2": {
    ...shows("/?second", {}),
    prepare: withSecondTab,
    restore: closeTabs,
  },
  "browsers tabs close shop 2": {
    prepare: withSecondTab,
    effect: async (ran) => expect(await tabsOf(ran)).toHaveLength(1),
  },
  "browsers dialog accept": answers(true),
  "browsers dialog dismiss": answers(false),
  "browsers act shop click e12": makes("window.saved === 1"),
  "browsers act shop fill e3 'Anna Berg'": makes(`document.querySelector("#name").value === "Anna Berg"`),
  "browsers act shop select e5 Norway": makes(`document.querySelector("#country").value === "Norway"`),
  "browsers act shop fill e4 --secret env:PASSWORD": {
    ...makes(`document.querySelector("#password").value.length > 0`),
    prepare: async (prepared) => {
      await showPage(prepared);
      prepared.replaced.set("env:PASSWORD", "env:HOME");
    },
  },
  "browsers act shop dblclick e20.3": makes("window.twice === true"),
  "browsers act shop press page Escape": makes(`window.key === "Escape"`),
  "mcp install --target claude-code": { effect: inClient(".claude.json", true), restore: leave("claude-code") },
  "mcp install --target cursor --yes -- --read-only": {
    effect: inClient(".cursor/mcp.json", true),
    restore: leave("cursor"),
  },
  "mcp install --target codex --dry-run": {
    effect: ({ result, stage }: Ran) => {
      expect(result.stdout + result.stderr).toContain("[mcp_servers.browserctl]");
      expect(existsSync(stage.path(".codex/config.toml"))).toBe(false);
    },
  },
  "mcp uninstall --target claude-code": {
    prepare: ({ stage }) => stage.cli(["mcp", "install", "--target", "claude-code", "--yes"]),
    effect: inClient(".claude.json", false),
  },
  "mcp uninstall --target codex --yes": {
    prepare: ({ stage }) => stage.cli(["mcp", "install", "--target", "codex", "--yes"]),
    effect: inClient(".codex/config.toml", false),
  },
  skill: { effect: ({ result }: Ran) => expect(result.stdout).toMatch(/^---\nname: browserctl\n/) },
  "skill > SKILL.md": {
    effect: ({ stage }: Ran) => expect(stage.read("SKILL.md")).toMatch(/^---\nname: browserctl\n/),
  },
  "skill install": {
    effect: ({ result }: Ran) => expect(result.stdout + result.stderr).toMatch(/^(Created|Updated|Already there:) /m),
    restore: async ({ stage }) => {
      for (const flags of [["--target", "claude-code"], ["--directory", ".claude/skills"], ["--agents-md"]])
        await stage.cli(["skill", "uninstall", ...flags]);
    },
  },
  "skill uninstall --target claude-code": {
    prepare: ({ stage }) => stage.cli(["skill", "install", "--target", "claude-code"]),
    effect: ({ stage }: Ran) => expect(existsSync(stage.path(".claude/skills/browserctl"))).toBe(false),
  },
  "skill uninstall --agents-md": {
    prepare: ({ stage }) => stage.cli(["skill", "install", "--agents-md"]),
    effect: ({ stage }: Ran) => expect(existsSync(stage.path("AGENTS.md"))).toBe(false),
  },
  // The end of stdin ends it.
  "mcp --read-only": { effect: ({ result }: Ran) => expect([result.code, result.stdout]).toEqual([0, ""]) },
  "mcp --http 8931 --token env:MCP_TOKEN": {
    prepare: ({ replaced }) => {
      replaced.set("8931", "0");
      replaced.set("env:MCP_TOKEN", "env:HOME");
    },
    during: async (_prepared, { interrupt, output }) => {
      await until(() => output().includes("MCP server: http://127.0.0.1:"));
      interrupt();
    },
    code: 130,
    effect: ({ result }: Ran) => expect(result.stderr).not.toContain("Bearer"),
  },
  "browsers act shop -": makes(`document.querySelector("#name").value === "Anna" && window.saved === 1`),
};
