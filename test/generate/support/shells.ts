import { execFile, spawn } from "node:child_process";
import { join } from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";

const run = promisify(execFile);
/** The same terminal wherever the tests run, on a build machine too. */
const terminal = { PATH: process.env["PATH"], TERM: "xterm", HOME: "/", LANG: "C.UTF-8" };
const bounds = { timeout: 240_000, maxBuffer: 16 * 1024 * 1024 };

/** Suggestions of a shell for one line. */
export interface Offer {
  words: string[];
  /** Descriptions by word, if the shell shows them. */
  descriptions: Record<string, string>;
}

/** Calls the function of the bash script, each line given as its words; the last is the one at the cursor. */
export async function askBash(bash: string, script: string, lines: readonly (readonly string[])[]): Promise<Offer[]> {
  const harness = join(import.meta.dirname, "bash-complete.bash");
  const child = spawn(bash, ["--noprofile", "--norc", harness, script], { cwd: "/", stdio: ["pipe", "pipe", "pipe"] });
  child.stdin.end(lines.map((words) => `${words.join("\t")}\n`).join(""));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const offers = blocks(output).map((words) => ({ words, descriptions: {} }));
  if (errors !== "" || offers.length !== lines.length) throw new Error(`bash: ${errors}\n${output}`);
  return offers;
}

/** Asks fish what TAB would offer at the end of each line. */
export async function askFish(fish: string, script: string, lines: readonly string[]): Promise<Offer[]> {
  const harness = join(import.meta.dirname, "fish-complete.fish");
  const { stdout, stderr } = await run(fish, ["--no-config", harness, script, ...lines], { ...bounds, cwd: "/" });
  if (stderr !== "") throw new Error(`fish: ${stderr}`);
  return blocks(stdout).map((answers) => {
    const pairs = answers.map((answer) => answer.split("\t") as [string, string?]);
    const descriptions = Object.fromEntries(pairs.map(([word, description = ""]) => [word, description]));
    return { words: pairs.map(([word]) => word), descriptions };
  });
}

/** Presses TAB in an interactive zsh at the end of each line and reads the list off the terminal. */
export async function askZsh(zsh: string, directory: string, lines: readonly string[]): Promise<Offer[]> {
  const harness = join(import.meta.dirname, "zsh-tab.zsh");
  const { stdout } = await run(zsh, ["-f", harness, directory, ...lines], { ...bounds, cwd: "/", env: terminal });
  const parts = stdout.split(/^==\r?\n/m).slice(0, -1);
  if (parts.length !== lines.length) throw new Error(`zsh: ${JSON.stringify(stdout)}`);
  return parts.map(readScreen);
}

/** zsh erases the screen below the line, draws the list, and goes up again by as many lines. */
function readScreen(screen: string): Offer {
  const offer: Offer = { words: [], descriptions: {} };
  const list = screen.split("\u001b[J\u001b[J")[1]?.split(/\u001b\[\d*A/)[0] ?? "";
  for (const line of stripVTControlCharacters(list).split(/[\r\n]+/)) {
    const [, word, description] = /^(\S+) +-- (.*)$/.exec(line.trimEnd()) ?? [];
    if (word !== undefined && description !== undefined) {
      offer.words.push(word);
      offer.descriptions[word] = description;
    } else offer.words.push(...line.split(/\s+/).filter(Boolean));
  }
  return offer;
}

/**
 * Types into an interactive bash on a terminal, one step after the other, each until its answer is on the screen.
 * Returns the screen of each step.
 */
export async function typeIntoBash(
  bash: string,
  steps: readonly { type: string; until: string }[],
  boundMs = 20_000,
): Promise<string[]> {
  const child = spawn("script", ["-qfec", `${bash} --noprofile --norc -i`, "/dev/null"], {
    cwd: "/",
    env: { ...terminal, PS1: "$ " },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let screen = "";
  const screens: string[] = [];
  const ended = new Promise((resolve) => child.on("close", resolve));
  try {
    const output = child.stdout.setEncoding("utf8");
    for (const { type, until } of steps) {
      screen = "";
      const shown = new Promise<void>((resolve, reject) => {
        const late = setTimeout(
          () => reject(new Error(`no ${JSON.stringify(until)} in ${JSON.stringify(screen)}`)),
          boundMs,
        );
        const listen = (chunk: string): void => {
          screen += chunk;
          if (!screen.includes(until)) return;
          clearTimeout(late);
          output.off("data", listen);
          resolve();
        };
        output.on("data", listen);
      });
      child.stdin.write(type);
      await shown;
      screens.push(screen);
    }
    return screens;
  } finally {
    // Ctrl-C for what is typed, then the end of the session.
    child.stdin.end("\u0003exit\n");
    setTimeout(() => child.kill("SIGKILL"), 2000).unref();
    await ended;
  }
}

function blocks(output: string): string[][] {
  return [...output.matchAll(/([\s\S]*?)^==\n/gm)].map(([, lines = ""]) =>
    lines.split("\n").filter((line) => line !== ""),
  );
}

async function text(stream: NodeJS.ReadableStream): Promise<string> {
  let all = "";
  for await (const chunk of stream.setEncoding("utf8")) all += chunk;
  return all;
}
