import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { root } from "../../src/generate/paths.ts";
import { program, runCli, temporaryHome } from "../support/run-cli.ts";
import { type ConsoleStep, difference, readParts } from "./console-blocks.ts";
import { exampleFiles } from "./example-files.ts";
import { answer } from "./example-site.ts";
import { ShellSession } from "./shell-session.ts";

/** Name of the site in README, and of the hosted service. */
const SITE = "https://example.com";
const HOSTED = "https://browsers.example.com";

test("every console block of README works in order, in one fresh home, and shows what it prints", async () => {
  const parts = readParts(await readFile(join(root, "README.md"), "utf8"));
  await using site = await startSite();
  await using place = await freshHome(site.url);
  await using hosted = await hostedService();
  await using shell = await openShell(place);
  const toLoopback = (text: string): string => text.replaceAll(HOSTED, hosted.url).replaceAll(SITE, site.url);
  const ids = new Map<string, string>();
  const problems: string[] = [];

  for (const part of parts) {
    if ("file" in part) {
      await mkdir(dirname(join(place.work, part.file.name)), { recursive: true });
      await writeFile(join(place.work, part.file.name), toLoopback(part.file.text));
      continue;
    }
    const { step } = part;
    const command = withIds(toLoopback(step.command), ids);
    const replies = [
      { prompt: /\? Token/, answer: hosted.token },
      { prompt: /^\S+@\S+:\S*[#$] ?$/, answer: "exit" },
    ];
    const { lines, exitCode } = await shell.run(command, replies);
    const shown = lines.map((line) =>
      line
        .replaceAll(site.url, SITE)
        .replaceAll(hosted.url, HOSTED)
        .replaceAll("localhost", "example.com")
        .replaceAll(place.home, "~"),
    );
    learnIds(step.output, shown, ids);
    const problem = problemOf(step, shown, exitCode);
    if (problem !== undefined) problems.push(`README.md:${step.line}: $ ${step.command}\n${problem}`);
  }
  expect(problems.join("\n\n")).toBe("");
}, 300_000);

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

interface Place extends AsyncDisposable {
  readonly home: string;
  readonly work: string;
}

/** An empty home, and a working directory with the files that a reader of README would bring. */
async function freshHome(siteUrl: string): Promise<Place> {
  const home = await mkdtemp(join(tmpdir(), "browserctl-readme-"));
  const work = join(home, "work");
  await mkdir(join(home, "bin"));
  await symlink(program, join(home, "bin/browserctl"));
  await mkdir(join(work, "node_modules"), { recursive: true });
  await symlink(join(root, "node_modules/playwright-core"), join(work, "node_modules/playwright-core"));
  for (const [name, text] of Object.entries(exampleFiles)) {
    await mkdir(dirname(join(work, name)), { recursive: true });
    await writeFile(join(work, name), text.replaceAll(SITE, siteUrl));
  }
  return { home, work, [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true, maxRetries: 5 }) };
}

/** A bash in which `browserctl` is a command; the local service that it starts is stopped at the end. */
async function openShell({ home, work }: Place): Promise<{ run: ShellSession["run"] } & AsyncDisposable> {
  const env = {
    HOME: home,
    PATH: `${join(home, "bin")}:${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`,
    LANG: "C.UTF-8",
    TMPDIR: tmpdir(),
    BROWSERCTL_TEST_RUN: process.env["BROWSERCTL_TEST_RUN"] ?? "",
  };
  const shell = await ShellSession.start(work, env);
  return {
    run: (command, replies, boundMs) => shell.run(command, replies, boundMs),
    [Symbol.asyncDispose]: async () => {
      await shell.close();
      await promisify(execFile)("browserctl", ["local", "stop"], { env });
    },
  };
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

/** The pages that README visits. */
async function startSite(): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
