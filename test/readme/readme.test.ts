import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../src/generate/paths.ts";
import { ensureScreenPackages } from "../support/debian-package.ts";
import { runCli, temporaryHome } from "../support/run-cli.ts";
import { type ConsoleStep, difference, readParts } from "./console-blocks.ts";
import { startExampleSite } from "./example-site.ts";
import { ReadmeHome } from "./readme-home.ts";

/** Pages with console blocks, in the order in which they are run: those of docs continue README. */
const pages = [
  "README.md",
  ...["sessions", "files", "profiles", "scripting", "apps", "local-service"].map((name) => `docs/${name}.md`),
];

/** Name of the hosted service in README. */
const HOSTED = "https://browsers.example.com";

test("every console block of README and docs works in order, in one fresh home, and shows what it prints", async () => {
  await ensureScreenPackages();
  const texts = await Promise.all(pages.map((page) => readFile(join(root, page), "utf8")));
  const parts = texts.flatMap((text, at) => readParts(text).map((part) => ({ page: pages[at], part })));
  await using site = await startExampleSite();
  await using hosted = await hostedService();
  await using home = await ReadmeHome.create({ site, services: { [HOSTED]: hosted.url } });
  const replies = [
    { prompt: /\? Token/, answer: hosted.token },
    { prompt: /^\S+@\S+:\S*[#$] ?$/, answer: "exit" },
  ];
  const ids = new Map<string, string>();
  const problems: string[] = [];

  for (const { page, part } of parts) {
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
  expect(problems.join("\n\n")).toBe("");
  expect(site.orders).toEqual([{ country: "Japan", date: "2027-03-15" }]);
}, 300_000);

test("no page of docs has console blocks that are not run", async () => {
  const names = (await readdir(join(root, "docs"))).filter((name) => name.endsWith(".md"));
  const withBlocks = await Promise.all(
    names.map(async (name) => ({
      name: `docs/${name}`,
      parts: readParts(await readFile(join(root, "docs", name), "utf8")),
    })),
  );
  const typed = withBlocks.filter(({ parts }) => parts.some((part) => "step" in part)).map(({ name }) => name);
  expect(typed.filter((name) => !pages.includes(name))).toEqual([]);
});

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

/** A second local service that stands for the hosted one. */
async function hostedService(): Promise<{ url: string; token: string } & AsyncDisposable> {
  const home = temporaryHome();
  const { stdout, stderr, code } = await runCli(["local", "start", "-o", "env"], { home });
  if (code !== 0) throw new Error(stderr);
  const value = (name: string): string => new RegExp(`${name}='?([^'\\n]+)`).exec(stdout)?.[1] ?? "";
  const stop = async (): Promise<void> => void (await runCli(["local", "stop"], { home }));
  return { url: value("BROWSERCTL_BASE_URL"), token: value("BROWSERCTL_TOKEN"), [Symbol.asyncDispose]: stop };
}
