import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { posixWord } from "../../../src/core/shell-quotes.ts";
import { ensureNpmPackage } from "../../logins/support/npm-package.ts";
import type { StartedHome } from "../../support/cli/local-home.ts";

/** Verb, reference and value. */
export type Act = readonly [verb: string, ref: string, ...value: string[]];

/** Line that an agent typed, as a shell has it, and all that it read. */
export interface Typed {
  readonly line: string;
  readonly output: string;
}

/** Command line for agents, used in the cheapest way that its own guide names. */
export interface Tool {
  readonly name: string;
  open(url: string): Promise<readonly Typed[]>;
  act(acts: readonly Act[]): Promise<readonly Typed[]>;
  /** Prints the page with references. A tool that searches gets the texts, one search each. */
  look(...texts: readonly string[]): Promise<readonly Typed[]>;
  /** Pattern whose group is the reference of a control. */
  control(role: string, name: string): RegExp;
  /** Pattern whose group is the reference of the last control in the row of a trip. */
  row(trip: string, from: string, price: string): RegExp;
  close(): Promise<void>;
}

interface Session {
  readonly home: StartedHome;
  readonly id: string;
  /** Address of the session's DevTools protocol. */
  readonly cdpUrl: string;
}

const MAX_OUTPUT = 10_000_000;
const CALL_BOUND_MS = 120_000;

const shown = (words: readonly string[]): string => words.map(posixWord).join(" ");

export function browserctl({ home, id }: Session): Tool {
  const call = async (words: readonly string[], stdin?: string): Promise<Typed> => {
    const { code, stderr, stdout } = await home.cli(["browsers", ...words], stdin === undefined ? {} : { stdin });
    if (code !== 0) throw new Error(`${words.join(" ")}: ${stderr}`);
    const typed = shown(["browserctl", "browsers", ...words]);
    return { line: stdin === undefined ? typed : `${typed} <<E\n${stdin}\nE`, output: stdout };
  };
  return {
    name: "browserctl",
    open: async (url) => [await call(["goto", id, url])],
    act: async ([first, ...others]) => {
      if (!first) return [];
      if (others.length === 0) return [await call(["act", id, ...first])];
      return [await call(["act", id, "-"], [first, ...others].map(shown).join("\n"))];
    },
    look: async (...texts) => {
      if (texts.length === 0) return [await call(["snapshot", id])];
      return [await call(["snapshot", id, "--find", texts[0] ?? ""])];
    },
    control: (role, name) => new RegExp(`(e\\d+) (?:${role}|clickable) "${name}"`),
    row: (trip, from) => new RegExp(`${trip} · ${from} [^\\n]*(e\\d+) button`),
    close: async () => undefined,
  };
}

export async function agentBrowser({ cdpUrl, home }: Session): Promise<Tool> {
  const call = await peer(home, ["agent-browser@0.41.2"], "agent-browser/bin/agent-browser.js");
  await call(["connect", cdpUrl]);
  const act = ([verb, ref, ...value]: Act): readonly string[] => [verb, `@${ref}`, ...value];
  return {
    name: "agent-browser",
    open: async (url) => [await call(["open", url])],
    act: async ([first, ...others]) => {
      if (!first) return [];
      if (others.length === 0) return [await call(act(first))];
      return [await call(["batch", ...[first, ...others].map((each) => batchLine(act(each)))])];
    },
    look: async () => [await call(["snapshot", "-i"])],
    control: (role, name) => new RegExp(`${role} "${name}"[^\\n]*\\bref=(e\\d+)`),
    row: (trip, from) => new RegExp(`"${trip}"[^\\n]*\\n[^\\n]*"${from}"[^]*?button "Book" \\[ref=(e\\d+)`),
    close: async () => void (await call(["close"])),
  };
}

export async function playwrightCli({ cdpUrl, home }: Session): Promise<Tool> {
  const call = await peer(home, ["@playwright/cli@0.1.22"], "@playwright/cli/playwright-cli.js");
  await call(["attach", `--cdp=${cdpUrl}`]);
  return {
    name: "playwright-cli",
    open: async (url) => [await call(["goto", url])],
    act: (acts) => inTurn(acts, (act) => call(act)),
    look: (...texts) =>
      texts.length === 0
        ? inTurn(["--raw"], (raw) => call([raw, "snapshot"]))
        : inTurn(texts, (text) => call(["find", text])),
    control: (role, name) => new RegExp(`${role} "${name}"[^\\n]*\\[ref=(\\w+)\\]`),
    row: (_trip, from, price) =>
      new RegExp(`"${from}".*\\n.*\\n.*"${price}".*\\n.*\\n.*button "Book" \\[ref=(\\w+)\\]`),
    close: async () => void (await call(["detach"])),
  };
}

/** Installs a tool and gives a way to call it in a home of its own. */
async function peer(
  home: StartedHome,
  specs: readonly string[],
  program: string,
): Promise<(words: readonly string[]) => Promise<Typed>> {
  const directory = await ensureNpmPackage(specs);
  const own = join(home.dir, "peer");
  mkdirSync(own, { recursive: true });
  const env = { ...process.env, HOME: own, TMPDIR: own, XDG_RUNTIME_DIR: own, XDG_CACHE_HOME: own };
  return async (typed) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(directory, "node_modules", program), ...typed],
      { cwd: own, env, maxBuffer: MAX_OUTPUT, timeout: CALL_BOUND_MS },
    );
    return { line: shown([program.replace(/.*\/|\.js$/g, ""), ...typed]), output: stdout };
  };
}

async function inTurn<Item>(items: readonly Item[], call: (item: Item) => Promise<Typed>): Promise<readonly Typed[]> {
  const done: Typed[] = [];
  for (const item of items) done.push(await call(item));
  return done;
}
const batchLine = (line: readonly string[]): string =>
  line.map((word) => (/\s/.test(word) ? `"${word}"` : word)).join(" ");
