import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../src/generate/paths.ts";
import { ensureScreenPackages } from "../support/screen/debian-package.ts";
import { startService } from "../support/service/service.ts";
import { type ConsoleStep, difference, readParts } from "./console-blocks.ts";
import { exampleFiles } from "./example-files.ts";
import { type Order, startExampleSite } from "./example-site.ts";
import { ReadmeHome } from "./readme-home.ts";

/** Pages with console blocks, in the order in which they are run: those of docs continue README. */
export const pages = [
  "README.md",
  ...[
    "sessions",
    "agents",
    "files",
    "profiles",
    "pools",
    "network",
    "scripting",
    "apps",
    "credential-providers",
    "local-service",
    "conformance",
  ].map((name) => `docs/${name}.md`),
];

/** Maximum time of a run in milliseconds: more than a hundred commands in a row, on a busy machine. Each is bounded too. */
export const RUN_BOUND_MS = 1_200_000;

/** Name of the hosted service in README. */
const HOSTED = "https://browsers.example.com";

/** Result of the console blocks of some pages. */
export interface PagesRun {
  /** Commands that fail, or show something else than the page; empty when there are none. */
  readonly problems: string;
  /** Orders that the site of README has received. */
  readonly orders: readonly Order[];
}

/** Types the console blocks of some pages in order, in one fresh home. */
export async function runPages(names: readonly string[]): Promise<PagesRun> {
  await ensureScreenPackages();
  const texts = await Promise.all(names.map((page) => readFile(join(root, page), "utf8")));
  const parts = texts.flatMap((text, at) => readParts(text).map((part) => ({ page: names[at], part })));
  await using site = await startExampleSite();
  await using hosted = await hostedService();
  await using home = await ReadmeHome.create({ site, services: { [HOSTED]: hosted.url } });
  const replies = [
    { prompt: /\? Token/, answer: hosted.token },
    { prompt: /^\S+@\S+:\S*[#$] ?$/, answer: "exit" },
  ];
  const ids = new Map<string, string>();
  const problems: string[] = [];

  let last: string | undefined;
  for (const { page, part } of parts) {
    // The reader of a page in docs brings files; README makes those that it needs.
    if (last === "README.md" && page !== last)
      for (const [name, text] of Object.entries(exampleFiles)) await home.write({ name, text });
    last = page;
    if ("file" in part) {
      await home.write(part.file);
      continue;
    }
    const { step } = part;
    const { lines, exitCode } = await home.run(withIds(step.command, ids), replies);
    learnIds(step.output, lines, ids);
    const problem = problemOf(step, lines, exitCode);
    if (problem !== undefined) problems.push(`${page}:${step.line}: $ ${step.command}\n${problem}`);
  }
  return { problems: problems.join("\n\n"), orders: site.orders };
}

/** A command that shows an error may fail; each other must succeed, and what is printed below it is what it shows. */
function problemOf(step: ConsoleStep, shown: readonly string[], exitCode: number): string | undefined {
  const fails = step.output.some((line) => line.startsWith("error: "));
  if (exitCode !== 0 && !fails) return `exit code ${exitCode}; the terminal shows\n${shown.join("\n")}`;
  if (exitCode === 0 && fails) return `exit code 0 where an error is printed; the terminal shows\n${shown.join("\n")}`;
  return step.output.length === 0 ? undefined : difference(step.output, shown);
}

/** Remembers which id of this run stands for an id that README prints. */
function learnIds(printed: readonly string[], shown: readonly string[], ids: Map<string, string>): void {
  const pattern = /\b[a-z][a-z0-9]{23}\b/g;
  const [there, here] = [printed, shown].map((lines) => lines.join("\n").match(pattern) ?? []);
  for (const [at, id] of (there ?? []).entries()) {
    const own = here?.[at];
    if (own !== undefined && !ids.has(id)) ids.set(id, own);
  }
}

function withIds(command: string, ids: ReadonlyMap<string, string>): string {
  return command.replace(/\b[a-z][a-z0-9]{23}\b/g, (id) => ids.get(id) ?? id);
}

/** A second service that stands for the hosted one. */
async function hostedService(): Promise<{ url: string; token: string } & AsyncDisposable> {
  const { baseUrl, token, stop } = await startService();
  return { url: baseUrl, token, [Symbol.asyncDispose]: stop };
}
