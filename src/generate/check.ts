import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { architectureViolations, layoutViolations, sourceFiles } from "./architecture.ts";
import { bundle } from "./build.ts";
import { projectCitationProblems } from "./citations.ts";
import { longFiles, MAX_LINES } from "./file-lengths.ts";
import { importRules, importViolations, sourceImports, withResources } from "./import-rules.ts";
import { projectComments } from "./lint/comments.ts";
import { projectTableProblems } from "./lint/plain-tables.ts";
import { projectPatternProblems } from "./lint/slow-patterns.ts";
import { generate } from "./main.ts";
import { projectNetErrorProblems } from "./net-errors.ts";
import { projectPackageProblems } from "./packages.ts";
import { root } from "./paths.ts";
import { projectCommandLineProblems } from "./raw-command-lines.ts";
import { staleFiles } from "./stale.ts";
import { unreachedFiles } from "./unreached.ts";

const linter = "@biomejs/biome/bin/biome";

/** A check returns its problems, one per text. Messages that do not fail it go to `warn`. */
interface Check {
  readonly name: string;
  readonly run: (warn: (text: string) => void) => Promise<readonly string[]>;
}

/**
 * Runs all checks that are not tests, in parallel, and prints all failures at the end.
 *
 * @param fix generates files, formats, and applies safe fixes of the linter first
 * @returns true when all checks pass
 */
export async function check(
  fix: boolean,
  write = (text: string): unknown => process.stdout.write(text),
): Promise<boolean> {
  if (fix) {
    const changed = await generate();
    for (const path of changed) write(`wrote ${path}\n`);
    // Problems that cannot be fixed are reported below.
    await program(linter, ["check", "--write"]);
  }
  // The bundle comes first, because it writes the contract's data, which the compiler and the linter read.
  const first = await runChecks([{ name: "contract, bundle, architecture", run: architecture }], write);
  const rest = await runChecks(
    [
      { name: "lint and format", run: () => program(linter, ["check"]) },
      { name: "types", run: () => types(".") },
      { name: "types of the live view", run: () => types("src/live-view/page") },
      { name: "types of the hosted login", run: () => types("src/hosted-login/page") },
      { name: "types of the login reader", run: () => types("src/login-reader/page") },
      { name: "types of the page agent", run: () => types("src/page-agent/page") },
      { name: "generated files", run: generatedFiles },
      { name: "packages", run: projectPackageProblems },
      { name: "length of files", run: lengths },
      { name: "comments", run: comments },
      { name: "citations", run: projectCitationProblems },
      { name: "command lines", run: projectCommandLineProblems },
      { name: "patterns", run: projectPatternProblems },
      { name: "tables", run: projectTableProblems },
    ],
    write,
  );
  const failed = [...first, ...rest].filter(({ problems }) => problems.length > 0);
  for (const { name, problems } of failed) write(`\n${name}:\n${problems.map(indent).join("\n")}\n`);
  const names = failed.map(({ name }) => name).join("; ");
  write(
    failed.length === 0
      ? "\nall checks pass\n"
      : `\n${failed.length} of ${first.length + rest.length} checks failed: ${names}\n`,
  );
  return failed.length === 0;
}

async function runChecks(
  checks: readonly Check[],
  write: (text: string) => unknown,
): Promise<{ name: string; problems: readonly string[] }[]> {
  return Promise.all(
    checks.map(async ({ name, run }) => {
      const begin = performance.now();
      const warnings: string[] = [];
      const problems = await run((text) => warnings.push(text)).catch((error: Error) => [error.stack ?? error.message]);
      const seconds = ((performance.now() - begin) / 1000).toFixed(1);
      write(`${problems.length === 0 ? "ok    " : "FAILED"}  ${name} (${seconds} s)\n`);
      for (const warning of warnings) write(`        warning: ${warning}\n`);
      return { name, problems };
    }),
  );
}

async function architecture(): Promise<string[]> {
  const directory = await mkdtemp(join(tmpdir(), "browserctl-check-"));
  try {
    const graph = await bundle(directory);
    // With what the bundle has generated.
    const imports = await sourceImports();
    const violations = [
      ...architectureViolations(graph),
      ...layoutViolations(await sourceFiles()),
      ...importViolations(imports, withResources(importRules, imports)),
      ...(await unreachedFiles(imports)),
    ];
    return violations.map(({ rule, where }) => `${rule}: ${where}`);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function generatedFiles(): Promise<string[]> {
  const stale = (await staleFiles()).map((path) => `${path} is stale: npm run generate`);
  return [...stale, ...(await projectNetErrorProblems())];
}

async function lengths(warn: (text: string) => void): Promise<string[]> {
  const say = ({ path, lines }: { path: string; lines: number }): string =>
    `${path} has ${lines} lines, over ${MAX_LINES}`;
  const long = await longFiles();
  for (const file of long.filter(({ path }) => path.startsWith("test/"))) warn(say(file));
  return long.filter(({ path }) => path.startsWith("src/")).map(say);
}

async function comments(): Promise<string[]> {
  return (await projectComments()).map(({ path, line, problem }) => `${path}:${line} ${problem}`);
}

/** Runs a program of a package. When it fails, its output is the problem. */
async function program(path: string, args: readonly string[]): Promise<string[]> {
  const child = spawn(process.execPath, [join(root, "node_modules", path), ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const code = await new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
  return code === 0 ? [] : [output.trim() || `${path} ended with ${code}`];
}

/** Problems of the compiler in the project of a directory. */
function types(directory: string): Promise<string[]> {
  return program("typescript/bin/tsc", ["--noEmit", "--pretty", "false", "--project", directory]);
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = (await check(process.argv.includes("--fix"))) ? 0 : 1;
}
