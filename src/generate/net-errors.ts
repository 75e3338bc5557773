import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { findChromium } from "../service/chromium/find.ts";
import { root } from "./paths.ts";

const run = promisify(execFile);
const table = "src/contract/net-error-table.ts";
const header =
  /^\/\*\* Network errors of Chromium (\d+)\.[\d.]+, name to number, from the constants of its net log \(`--log-net-log`\)\. \*\//;

/** Module with the table of a Chromium's network errors. */
export function netErrorModule(version: string, errors: Readonly<Record<string, number>>): string {
  const lines = Object.entries(errors)
    .filter(([name, number]) => name.startsWith("ERR_") && number < 0)
    .sort(([, one], [, other]) => other - one)
    .map(([name, number]) => `  ${name}: ${number},\n`);
  return `/** Network errors of Chromium ${version}, name to number, from the constants of its net log (\`--log-net-log\`). */
// Written by \`npm run generate:net-errors\`. Do not edit.
export const netErrorTable: Readonly<Record<string, number>> = {
${lines.join("")}};
`;
}

/** Problem of a table that is of another major version of Chromium than the protocol's types and client; none otherwise. */
export function netErrorProblems(text: string, wanted: string): string[] {
  const major = header.exec(text)?.[1];
  if (major === wanted.split(".")[0]) return [];
  const of = major === undefined ? "no known version" : `Chromium ${major}`;
  return [
    `${table} is of ${of}, puppeteer-core of Chromium ${wanted}; run npm run generate:net-errors with that Chromium`,
  ];
}

/** {@link netErrorProblems} of the project. */
export async function projectNetErrorProblems(): Promise<string[]> {
  const revisions = join(root, "node_modules/puppeteer-core/lib/puppeteer/revisions.js");
  const { PUPPETEER_REVISIONS } = (await import(pathToFileURL(revisions).href)) as {
    PUPPETEER_REVISIONS: { chrome: string };
  };
  return netErrorProblems(await readFile(join(root, table), "utf8"), PUPPETEER_REVISIONS.chrome);
}

/** Network errors that a Chromium knows. */
export async function netErrorsOf(executable: string): Promise<Record<string, number>> {
  const directory = await mkdtemp(join(tmpdir(), "browserctl-net-errors-"));
  try {
    const log = join(directory, "log.json");
    const places = [`--log-net-log=${log}`, `--user-data-dir=${join(directory, "profile")}`];
    // With the page's content as output, Chromium ends by itself and completes the log.
    await run(executable, ["--headless", "--no-sandbox", "--dump-dom", ...places, "about:blank"]);
    const { constants } = JSON.parse(await readFile(log, "utf8")) as {
      constants: { netError: Record<string, number> };
    };
    return constants.netError;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { path, version } = await findChromium({ env: process.env });
  await writeFile(join(root, table), netErrorModule(version, await netErrorsOf(path)));
}
