import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { root } from "../../../src/generate/paths.ts";
import type { ExampleStage } from "./example-stage.ts";

/** Block of shell lines in a page of docs that calls the program. Console blocks are those of test/readme. */
export interface DocBlock {
  /** Page and number of the block in it: `docs/apps.md 1`. */
  readonly name: string;
  readonly lines: readonly string[];
}

/** Surroundings of a block, and its effect. */
interface DocScene {
  /** Makes what the lines need. The texts that it gives stand in the lines in place of others. */
  readonly prepare?: (stage: ExampleStage) => Promise<Readonly<Record<string, string>>>;
  /** @param shown what the terminal showed below each line */
  readonly effect: (stage: ExampleStage, shown: readonly string[]) => Promise<unknown>;
}

/** Blocks that are run by another test. */
export const otherDocTests: Readonly<Record<string, string>> = {
  "docs/mcp.md 2": "serves until Ctrl-C: test/commands/mcp/http.test.ts",
  "docs/standalone.md 1": "builds the executable and starts it: test/standalone/executable.full.ts",
};

/** Pages whose blocks are those of help. */
const generated = "reference.md";

/** Every block of shell lines that calls the program. */
export function listDocBlocks(): readonly DocBlock[] {
  const names = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md") && name !== generated);
  return ["README.md", ...names.map((name) => `docs/${name}`)].flatMap((page) => {
    const text = readFileSync(join(root, page), "utf8");
    const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block.trimEnd().split("\n"));
    return blocks
      .filter((lines) => lines.some((line) => line.startsWith("browserctl ")))
      .map((lines, at) => ({ name: `${page} ${at + 1}`, lines }));
  });
}

/** Connection to a page of the demo site, with a profile. */
async function connect({ send, sites }: ExampleStage, profile_name: string): Promise<string> {
  const json = { domain: "localhost", profile_name, login_url: sites.demo.on("main", "/password") };
  return (await send("POST", "/auth/connections", { json })).body.id;
}

interface Session {
  readonly profile?: { readonly name?: string };
}

/** Scenes by the names of blocks. */
export const docScenes: Readonly<Record<string, DocScene>> = {
  "docs/apps.md 1": { effect: async (_stage, shown) => expect(shown.at(-1)).toContain("Field notes") },
  "docs/ci.md 1": {
    prepare: async ({ world }) => {
      await world.ensure("projects", "shop");
      return {};
    },
    effect: async ({ baseUrl }, [key = ""]) => {
      const [, token = ""] = /^key +(\S+)$/m.exec(key) ?? [];
      const answer = await fetch(`${baseUrl}/auth/context`, { headers: { authorization: `Bearer ${token}` } });
      expect(answer.status, key).toBe(200);
    },
  },
  "docs/ci.md 2": {
    prepare: async (stage) => {
      const id = await connect(stage, "pipeline");
      return { "browserctl auth": `CONNECTION=${id}; SHOP_USER=ada SHOP_PASSWORD=correct-horse browserctl auth` };
    },
    effect: async ({ send }) => {
      const { body } = await send("GET", "/auth/connections?profile_name=pipeline");
      expect(body).toMatchObject([{ status: "AUTHENTICATED" }]);
    },
  },
  "docs/mcp.md 1": {
    effect: async (stage) => {
      expect([existsSync(stage.path(".cursor/mcp.json")), stage.read(".claude.json")]).toEqual([
        false,
        expect.stringContaining("browserctl"),
      ]);
      await stage.cli(["mcp", "uninstall", "--target", "claude-code", "--yes"]);
    },
  },
  "docs/mcp.md 3": {
    effect: async (stage) => {
      for (const file of [".claude/skills/browserctl/SKILL.md", ".agents/skills/browserctl/SKILL.md", "AGENTS.md"])
        expect(stage.read(file)).toContain("browserctl");
      for (const flags of [["--target", "claude-code"], ["--directory", ".agents/skills"], ["--agents-md"]])
        await stage.cli(["skill", "uninstall", ...flags]);
    },
  },
  "docs/hosted.md 1": {
    effect: async (stage) => {
      const { contexts, current } = JSON.parse(readFileSync(stage.settingsFile, "utf8"));
      expect([current, contexts.prod.base_url, contexts.prod.token]).toEqual(["local", stage.baseUrl, stage.token]);
    },
  },
  "docs/hosted.md 2": {
    prepare: async (stage) => {
      await stage.world.ensure("projects", "shop");
      stage.write("work/shop/notes.txt", "");
      return {};
    },
    effect: async (_stage, shown) => {
      const [who = "", status = ""] = shown.slice(-2);
      expect(who).toMatch(/\bacme\b[\s\S]*\bshop\b|\bshop\b[\s\S]*\bacme\b/);
      expect(status).toMatch(/acme[\s\S]* valid [\s\S]*umbrella[\s\S]* valid /);
    },
  },
  "docs/managed-auth.md 1": {
    prepare: async ({ sites }) => ({
      "shop.example.com": "localhost",
      "--credential shop": `--credential shop --login-url ${sites.demo.on("main", "/password")}`,
    }),
    effect: async ({ send }) => {
      const { body: connections } = await send("GET", "/auth/connections?profile_name=customer");
      expect(connections).toMatchObject([{ status: "AUTHENTICATED", flow_status: "SUCCESS" }]);
      const sessions = (await send("GET", "/browsers")).body as Session[];
      expect(sessions.map(({ profile }) => profile?.name)).toContain("customer");
    },
  },
};

/** Types the lines of a block at a terminal, one after another, and checks their effect. */
export async function runDocBlock(stage: ExampleStage, { name, lines }: DocBlock): Promise<void> {
  const scene = docScenes[name];
  if (!scene) throw new Error("no check of its effect: add a scene");
  const settings = readFileSync(stage.settingsFile, "utf8");
  const replaced = { "https://browsers.example.com": stage.baseUrl, ...(await scene.prepare?.(stage)) };
  const replies = [
    { prompt: /\? Token/, answer: stage.token },
    { prompt: /\? .*username/, answer: "ada" },
    { prompt: /\? .*password/, answer: "correct-horse" },
  ];
  const shown: string[] = [];
  for (const line of lines) {
    const here = Object.entries(replaced).reduce((all, [text, other]) => all.replaceAll(text, other), line);
    // An id in docs is that of what a line before has made.
    const [id] = /\b[a-z][a-z0-9]{23}\b/.exec(shown.at(-1) ?? "") ?? [];
    const typed = id === undefined ? here : here.replace(/\ba6u2t8h4c0o5n9n3e7c1t8i2\b/, id);
    const { code, stdout } = await stage.terminal.run(typed, replies);
    if (code !== 0) throw new Error(`${typed}: exit ${code}: ${stdout}`);
    shown.push(stdout);
  }
  await stage.terminal.run("cd", []);
  await scene.effect(stage, shown);
  writeFileSync(stage.settingsFile, settings);
}
