import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { execa } from "execa";
import { root } from "../generate/paths.ts";
import { startTarget } from "./target.ts";
import { type Facts, type Outcome, type Step, tour } from "./tour.ts";

const bold = (text: string): string => (process.stdout.isTTY ? `\u001b[1m${text}\u001b[22m` : text);
const dim = (text: string): string => (process.stdout.isTTY ? `\u001b[2m${text}\u001b[22m` : text);

const next = [
  ["npx browserctl local start", "start the service in your own home"],
  ["npx browserctl browsers create --name first", "open a session"],
  [
    "npx browserctl browsers curl $(npx browserctl browsers get first --query session_id) https://example.com",
    "fetch through it",
  ],
  ["npx browserctl help", "every command"],
  ["npm test", "prove that all of this works"],
] as const;

process.exitCode = await quickstart();

/** Runs the tour in a temporary home directory. Returns 0 only when every step succeeded. */
async function quickstart(): Promise<number> {
  const home = await mkdtemp(join(tmpdir(), "browserctl-quickstart-"));
  const target = await startTarget();
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort();
  process.once("SIGINT", interrupt);
  process.once("SIGTERM", interrupt);
  const facts: Facts = {
    target,
    picture: join(relative(process.cwd(), root), "dist", "quickstart.png"),
    id: "",
    process: "",
  };
  const env = { BROWSERCTL_CONFIG_DIR: join(home, "config"), BROWSERCTL_STATE_DIR: join(home, "state") };
  try {
    for (const step of tour) {
      if (!(await take(step, facts, env, interrupted.signal))) return 1;
    }
    print(`${bold("Everything worked.")} The page is in ${facts.picture}. Next:\n`);
    const width = Math.max(...next.map(([line]) => (line.length > 60 ? 0 : line.length)));
    for (const [line, does] of next) print(`  ${line.padEnd(width)}  ${dim(`# ${does}`)}`);
    return 0;
  } finally {
    // Stops processes that a failed tour left running; the home directory is removed in any case.
    await browserctl(["local", "stop"], env).catch(() => {});
    await target.close();
    await rm(home, { recursive: true, force: true });
  }
}

async function take(step: Step, facts: Facts, env: Record<string, string>, signal: AbortSignal): Promise<boolean> {
  const args = step.args(facts);
  const piped = step.stdin === undefined ? "" : `printf ${shown(step.stdin)} | `;
  print(`${dim(`# ${step.says}`)}\n${bold(`$ ${piped}browserctl ${args.map(shown).join(" ")}`)}`);
  const outcome = await browserctl(args, env, signal, step.stdin);
  print(`${outcome.all}\n`);
  try {
    const wanted = step.exitCode ?? 0;
    if (outcome.exitCode !== wanted) throw new Error(`it ended with ${outcome.exitCode} instead of ${wanted}`);
    await step.check(outcome, facts);
    return true;
  } catch (error) {
    print(bold(`This step failed: ${(error as Error).message}.`));
    return false;
  }
}

async function browserctl(
  args: readonly string[],
  env: Record<string, string>,
  signal?: AbortSignal,
  input?: string,
): Promise<Outcome> {
  const result = await execa(process.execPath, [join(root, "bin/browserctl.js"), ...args], {
    all: true,
    reject: false,
    ...(input === undefined ? { stdin: "ignore" } : { input }),
    env: { ...env, BROWSERCTL_OUTPUT: "", BROWSERCTL_CONTEXT: "", BROWSERCTL_BASE_URL: "", BROWSERCTL_TOKEN: "" },
    ...(signal && { cancelSignal: signal }),
  });
  return { exitCode: result.exitCode ?? -1, stdout: result.stdout, all: result.all };
}

/** A word as it is typed in a shell. */
function shown(word: string): string {
  if (/^[A-Za-z0-9_./:=@-]+$/.test(word)) return word;
  return word.includes('"') || word.includes("\n") ? `'${word.replaceAll("\n", "\\n")}'` : `"${word}"`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
