import { afterAll, beforeAll, expect, test } from "vitest";
import { type DemoSite, demoSite } from "../../../src/demo-site/demo-site.ts";
import { demoUsers } from "../../../src/demo-site/users.ts";
import { estimatedTokens } from "../../../src/page-agent/tokens.ts";
import { until } from "../../support/until.ts";
import { bothWays, type Call, printed } from "./support/both-ways.ts";

/** Tokens that a day costs, answers and typed words together. */
const MAX_TOKENS = 3_000;

const { describeEach } = bothWays();
const [alice = { name: "", password: "" }] = demoUsers;

let site: DemoSite;
beforeAll(async () => {
  site = await demoSite({ now: Date.now });
});
afterAll(() => site.close());

/** Agent that only knows what the commands have printed. */
class Agent {
  readonly #call: Call;
  #seen = "";
  tokens = 0;

  constructor(call: Call) {
    this.#call = call;
  }

  async types(...words: readonly string[]): Promise<string> {
    this.#seen = await printed(this.#call, ...words);
    this.tokens += estimatedTokens(words.join(" ")) + estimatedTokens(this.#seen);
    return this.#seen;
  }

  /** Does acts in one call; `{Name}` is the reference of the control whose line has that text. */
  async acts(...lines: readonly string[]): Promise<string> {
    const stdin = lines.map((line) => line.replace(/\{([^}]+)\}/g, (_all, text: string) => this.ref(text))).join("\n");
    const { code, stderr, stdout } = await this.#call(["browsers", "act", "shop", "-"], { stdin });
    expect(code, stderr).toBe(0);
    this.tokens += estimatedTokens(stdin) + estimatedTokens(stdout);
    return stdout;
  }

  /** Reference in what was seen last. In a row it is that of its last control. */
  ref(text: string): string {
    const line = this.#seen.split("\n").find((each) => each.includes(text)) ?? "";
    const refs = line.match(/\be\d+(?= )/g) ?? [];
    expect(refs.length, `${text} in\n${this.#seen}`).toBeGreaterThan(0);
    return refs.at(-1) ?? "";
  }
}

describeEach((call) => {
  test("a day of an agent: log in, search, sort, choose a day, book, pay, download, log out", async () => {
    const agent = new Agent(call);
    expect(await agent.types("goto", "shop", site.on("main", "/trips"))).toContain('page "Sign in"');
    await agent.types("snapshot", "shop");
    const login = [`fill {User name} ${alice.name}`, `fill {"Password"} '${alice.password}'`, "click {button}"];
    expect(await agent.acts(...login)).toContain('page: "Your account"');
    await agent.types("goto", "shop", site.on("main", "/trips"));
    await agent.types("snapshot", "shop", "--interactive", "--max-tokens", "300");
    expect(await agent.acts("fill {searchbox} oslo", "press {searchbox} Enter")).toContain("/trips?q=oslo");
    expect(await agent.types("snapshot", "shop", "--max-tokens", "400")).toContain(": 6 of 18 trips");
    expect(await agent.acts('click {button "Price"}')).toMatch(
      /"Price" \(ascending\)\n~ - Salt and caves · Oslo · 3 · 45/,
    );
    expect(await agent.acts("click {Salt and caves · Oslo}")).toContain('page: "Salt and caves"');
    await agent.types("snapshot", "shop");
    const [seats, terms, next] = ["combobox", "checkbox", '"Continue"'].map((text) => agent.ref(text));
    expect(await agent.acts("fill {Name of} 'Anna Berg'", "click {Choose}")).toContain("June 2030");
    await agent.types("snapshot", "shop", "--find", "2030-06-14");
    const rest = [`select ${seats} 2`, `check ${terms}`, `click ${next}`];
    expect(await agent.acts("click {2030-06-14}", ...rest)).toContain('page: "Payment"');
    expect(await agent.types("snapshot", "shop")).toContain(
      ": 2 × Salt and caves on 2030-06-14 for Anna Berg: 90.00 €",
    );
    expect(await agent.acts("fill {Card number} '4111 1111 1111 1111'", "click {Pay 90.00}")).toContain(
      'page: "Receipt"',
    );
    await agent.types("snapshot", "shop");
    const [file, leave] = [agent.ref("Download"), agent.ref("Log out")];
    expect(await agent.acts(`click ${file}`)).toContain('a download has begun: "receipt.csv"');
    expect(await agent.acts(`click ${leave}`)).toContain('page: "Sign in"');
    expect(agent.tokens).toBeLessThanOrEqual(MAX_TOKENS);
    const read = ["browsers", "fs", "read", "shop", "Downloads/receipt.csv"];
    await until(async () => (await call(read)).stdout.includes("Salt and caves"), {
      what: "the receipt",
      boundMs: 20_000,
    });
    await printed(call, "fs", "rm", "shop", "Downloads/receipt.csv");
    await printed(call, "cookies", "clear", "shop", "--all-sites", "--yes");
  });
});
