import { CliError } from "../core/errors.ts";
import { exitCodes } from "../core/exit-codes.ts";
import type { Io } from "../core/io.ts";
import { commandHelp, pairLines } from "./help.ts";
import { type Group, groupHelp, rootHelp } from "./help-groups.ts";
import { loadOperation } from "./operations.ts";
import type { CommandHead } from "./spec.ts";
import { didYouMean } from "./suggest.ts";
import { withoutAlias } from "./verb-aliases.ts";

/** Variables the program reads. The README prints the same table. */
export const environment: readonly (readonly [name: string, meaning: string])[] = [
  ["BROWSERCTL_CONTEXT", "Context to use"],
  ["BROWSERCTL_BASE_URL", "Base URL of the service"],
  ["BROWSERCTL_TOKEN", "Token; overrides a stored one"],
  ["BROWSERCTL_TOKEN_FILE", "File that holds the token"],
  ["BROWSERCTL_PROJECT", "Project id or name"],
  ["BROWSERCTL_OUTPUT", "Format of results, as --output"],
  ["BROWSERCTL_TIMEOUT", "Time limit of every command, as --timeout"],
  ["BROWSERCTL_NO_INPUT", "1: never prompt"],
  ["BROWSERCTL_NO_DIRECTORY_FILE", "1: ignore .browserctl.json"],
  ["BROWSERCTL_CONFIG_DIR", "Directory of the settings file"],
  ["BROWSERCTL_STATE_DIR", "Directory of the local service's state"],
  ["BROWSERCTL_CHROMIUM", "Browser of the local service"],
  ["BROWSERCTL_SCREEN", "Screens of the local service: auto, real or headless"],
  ["CI", "Set: never prompt, no moving progress"],
  ["GITHUB_ACTIONS", "true: mask tokens and new keys in the job's log"],
  ["NO_COLOR, FORCE_COLOR", "Colour off or on"],
  ["HTTPS_PROXY, HTTP_PROXY, NO_PROXY", "Proxy of every request, except those to this machine"],
  ["NODE_EXTRA_CA_CERTS, SSL_CERT_FILE", "Further certificate authorities"],
];

/** Writes a help text; its headings stand out where stdout takes colour. */
export async function writeHelp(text: string, io: Io): Promise<void> {
  if (!io.colour("stdout")) return io.write(text);
  const { Chalk } = await import("chalk");
  const { bold } = new Chalk({ level: 1 });
  return io.write(text.replace(/^[A-Z][\w ]*:$/gm, (heading) => bold(heading)));
}

/** `help`, `help browsers curl`, `help exit-codes`, `help environment`. Exit 2 for words that name nothing. */
export async function helpCommand(
  words: readonly string[],
  heads: readonly CommandHead[],
  groups: readonly Group[],
): Promise<string> {
  const name = words.filter((word) => !word.startsWith("-")).join(" ");
  if (name === "") return rootHelp(heads, groups);
  if (name === "exit-codes") return exitCodeHelp();
  if (name === "environment") return `Environment:\n${pairLines(environment)}\n`;
  const names = heads.map((each) => each.words);
  const meant = names.includes(name) ? name : withoutAlias(name, names);
  const head = heads.find((each) => each.words === meant || each.aliases?.includes(name));
  if (head) {
    const spec = await head.load();
    return commandHelp(spec, spec.operation && (await loadOperation(spec.operation)));
  }
  if (heads.some((each) => each.words.startsWith(`${name} `))) return groupHelp(name, heads, groups);
  const known = [
    "exit-codes",
    "environment",
    ...groups.map((group) => group.words),
    ...heads.map((each) => each.words),
  ];
  throw new CliError("usage", `there is no help on "${name}"${didYouMean(name, known, (match) => `"${match}"`)}`, {
    hint: "browserctl help",
  });
}

function exitCodeHelp(): string {
  const rows = Object.entries(exitCodes).map(
    ([name, { code, when }]) => [`${String(code).padStart(3)}  ${name}`, when] as const,
  );
  return `Exit codes:\n${pairLines(rows)}\n`;
}
