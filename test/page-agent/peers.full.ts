import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DemoSite, demoSite } from "../../src/demo-site/demo-site.ts";
import { demoUsers } from "../../src/demo-site/users.ts";
import { type SessionRecord, type StartedHome, sharedHome } from "../support/cli/local-home.ts";
import { type Act, agentBrowser, browserctl, playwrightCli, type Tool, type Typed } from "./peers/tools.ts";

const ACTS = 10;
/** Tokens of the task by our commands, typed and read. */
const MAX_TOKENS = 3_000;
/** Tokens by our commands against those of the best peer. */
const MAX_RATIO = 0.6;

const [alice = { name: "", password: "" }] = demoUsers;
const [trip, from, price, day] = ["Salt and caves", "Oslo", "45.00 €", "2030-06-14"] as const;

/** Tokens of the steps of a task, by tool. */
const costs = new Map<string, Map<string, number>>();

const started = sharedHome();
let home: StartedHome;
let site: DemoSite;
beforeAll(async () => {
  home = await started();
  site = await demoSite({ now: Date.now });
});
afterAll(async () => {
  await site.close();
  for (const [tool, steps] of costs) {
    const parts = [...steps].map(([step, tokens]) => `${step} ${tokens}`).join(", ");
    process.stdout.write(`${tool}: ${total(steps)} tokens (${parts})\n`);
  }
});

/** Agent that reads everything that its tool prints, and has references from nowhere else. */
class Agent {
  readonly tool: Tool;
  readonly steps = new Map<string, number>();
  #seen = "";
  acts = 0;

  constructor(tool: Tool) {
    this.tool = tool;
  }

  async open(step: string, path: string, ...texts: readonly string[]): Promise<void> {
    this.#read(step, await this.tool.open(site.on("main", path)));
    this.#read(step, await this.tool.look(...texts));
  }

  async act(step: string, ...acts: readonly Act[]): Promise<void> {
    this.acts += acts.length;
    this.#read(step, await this.tool.act(acts));
  }

  async look(step: string, ...texts: readonly string[]): Promise<void> {
    this.#read(step, await this.tool.look(...texts));
  }

  /** Reference of a control on the page that was seen last. */
  ref(role: string, name: string): string {
    return this.find(this.tool.control(role, name));
  }

  find(pattern: RegExp): string {
    const ref = pattern.exec(this.#seen)?.[1];
    if (ref === undefined) throw new Error(`${this.tool.name} did not show ${pattern.source}:\n${this.#seen}`);
    return ref;
  }

  #read(step: string, typed: readonly Typed[]): void {
    this.#seen = typed.map(({ output }) => output).join("\n");
    const tokens = typed.reduce((sum, { line, output }) => sum + countTokens(line) + countTokens(output), 0);
    this.steps.set(step, (this.steps.get(step) ?? 0) + tokens);
  }
}

const tools = { "agent-browser": agentBrowser, "playwright-cli": playwrightCli, browserctl } as const;

test.each(Object.entries(tools))("%s books a trip in ten acts", async (name, make) => {
  const session = await home.json<SessionRecord>(["browsers", "create", "--headless", "--name", name]);
  const tool = await make({ home, id: name, cdpUrl: session.cdp_ws_url });
  try {
    const agent = new Agent(tool);
    await agent.open("sign in", "/trips");
    await agent.act(
      "sign in",
      ["fill", agent.ref("textbox", "User name or email"), alice.name],
      ["fill", agent.ref("textbox", "Password"), alice.password],
      ["click", agent.ref("button", "Sign in")],
    );
    await agent.open("list", "/trips", trip, price);
    await agent.act("list", ["click", agent.find(tool.row(trip, from, price))]);
    await agent.look("form");
    const form = {
      seats: agent.ref("combobox", "Seats"),
      terms: agent.ref("checkbox", "I accept the terms"),
      next: agent.ref("button", "Continue"),
    };
    await agent.act(
      "form",
      ["fill", agent.ref("textbox", "Name of the traveller"), "Anna Berg"],
      ["click", agent.ref("button", "Choose a day")],
    );
    await agent.look("calendar", day);
    await agent.act(
      "end",
      ["click", agent.ref("gridcell", day)],
      ["select", form.seats, "2"],
      ["check", form.terms],
      ["click", form.next],
    );
    await agent.look("end");
    expect(agent.acts).toBe(ACTS);
    const read = await home.cli(["browsers", "read", name]);
    expect(read.stdout, read.stderr).toContain(`2 × ${trip} on ${day} for Anna Berg: 90.00 €`);
    costs.set(name, agent.steps);
  } finally {
    await tool.close();
  }
});

test("ten acts by our commands cost at most 3,000 tokens, and 0.6 of the best peer", () => {
  const own = total(costs.get("browserctl") ?? new Map());
  const peers = [...costs].filter(([name]) => name !== "browserctl").map(([, steps]) => total(steps));
  expect(peers).toHaveLength(2);
  expect(own).toBeLessThanOrEqual(MAX_TOKENS);
  expect(own / Math.min(...peers)).toBeLessThanOrEqual(MAX_RATIO);
});

function total(steps: ReadonlyMap<string, number>): number {
  return [...steps.values()].reduce((sum, each) => sum + each, 0);
}
