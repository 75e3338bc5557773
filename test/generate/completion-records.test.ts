import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { completionScripts } from "../../src/generate/completions.ts";
import { ensureDebianPackage } from "../support/screen/debian-package.ts";
import { until } from "../support/until.ts";
import { openShell, type ShellTerminal } from "./support/shell-terminal.ts";

const installBound = 300_000;

/** Names that a shell could take for something else, each the only record of a project with its number. */
const values = [
  "with space",
  "a:b=c@d",
  "it's",
  'say "hi"',
  "$HOME",
  "back\\slash\\",
  "$(touch x)",
  "`touch x`",
  "*",
  "[a-z]?",
  "!!",
  "#hash",
  "emoji😀é",
  "a;b|c&d<e>f(g)",
  "{a,b}",
  "'lead",
  '"lead',
  "%s%n",
  "^x^y",
  "-dash",
  "end ",
  "~",
  "~root",
];

let directory: string;
let programs: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "browserctl-records-"));
  programs = join(directory, "bin");
  await mkdir(join(directory, "completions"));
  for (const [path, text] of completionScripts()) await writeFile(join(directory, path), text);
  const lines = [...values.map((value) => `${value}\tabout ${value}`), "alpha-1\tfirst one", "alpha-2\tsecond one"];
  await writeFile(join(directory, "records"), `${lines.join("\n")}\n`);
  for (const name of ["bin", "checkout", "planted", "installed"]) {
    await mkdir(join(directory, name));
    await copyFile(join(import.meta.dirname, "support/records-program.sh"), join(directory, name, "browserctl"));
    await chmod(join(directory, name, "browserctl"), 0o755);
  }
  // Programs that a directory of others could hold for a relative entry of PATH.
  for (const name of ["sh", "timeout", "head", "env", "node", "kill"]) {
    await writeFile(join(directory, "planted", name), `#!/bin/sh\necho ${name} >> "$RAN-planted"\n`);
    await chmod(join(directory, "planted", name), 0o755);
  }
});

afterAll(() => rm(directory, { recursive: true, force: true }));

/** Words of each run of the program, or of each question to it. */
async function recorded(file: string): Promise<string[][]> {
  const text = await readFile(join(directory, file), "utf8").catch(() => "");
  const lines = text.split("\n").slice(0, -1);
  return lines.map((line) => line.split("\t").slice(0, -1));
}

const shells = [
  {
    name: "bash",
    start: async () => "bash --noprofile --norc -i",
    first: () => `bind 'set show-all-if-ambiguous on'; source ${join(directory, "completions/browserctl.bash")}`,
    installed: (path: string) => `_browserctl_installed=${path}`,
    listed: "alpha-1  (first one)",
    bare: values,
  },
  {
    name: "zsh",
    start: async () => `${await ensureDebianPackage("zsh")} -f -i`,
    first: () =>
      `unsetopt list_ambiguous; fpath=(${join(directory, "completions")} $fpath); autoload -Uz compinit; compinit -u -D`,
    installed: (path: string) => `_browserctl_installed=${path}`,
    listed: "alpha-1  -- first one",
    bare: values,
  },
  {
    name: "fish",
    start: async () => `${await ensureDebianPackage("fish")} --no-config -i`,
    first: () => `source ${join(directory, "completions/browserctl.fish")}`,
    installed: (path: string) => `set -g __browserctl_installed ${path}`,
    listed: "(first one)",
    // fish would expand a ~ that it inserts at the beginning of a word, so that these are offered behind a quote alone.
    bare: values.filter((value) => !value.startsWith("~")),
  },
];

describe.each(shells)("$name completes records", ({ name, start, first, installed, listed, bare }) => {
  let shell: ShellTerminal;
  const ran = `ran-${name}`;
  const asked = `asked-${name}`;

  beforeAll(async () => {
    const env = {
      PATH: `planted::.:${programs}:${process.env["PATH"]}`,
      RECORDS: join(directory, "records"),
      RAN: join(directory, ran),
      ASKED: join(directory, asked),
    };
    shell = await openShell(await start(), { env, cwd: directory, first: first() });
  }, installBound);

  afterAll(() => shell?.end());

  /** Types a line, and gives the words with which the program has run. */
  async function run(line: string): Promise<string[] | undefined> {
    const before = (await recorded(ran)).length;
    shell.clear();
    shell.type(`${line}\r`);
    const what = (): string => `a run of ${JSON.stringify(line)} in ${JSON.stringify(shell.screen())}`;
    await until(async () => (await recorded(ran)).length > before, { what });
    return (await recorded(ran)).at(-1);
  }

  test("exactly, bare and behind each quote, and runs nothing of them", async () => {
    for (const [at, value] of values.entries()) {
      const head = ["browsers", "delete", "--project", String(at + 1), "--"];
      const isBare = bare.includes(value);
      const words = isBare ? [value, value, value] : [value, value];
      expect.soft(await run(`browserctl ${head.join(" ")} ${isBare ? "\t" : ""}'\t"\t`)).toEqual([...head, ...words]);
    }
    expect(await readdir(directory)).not.toContain("x");
  });

  test("as values of flags, in both forms", async () => {
    for (const value of ["with space", "a:b=c@d", "it's", "$HOME", "-dash"]) {
      const project = `--project=${values.indexOf(value) + 1}`;
      expect
        .soft(await run(`browserctl browsers create ${project} --extension \t --profile=\t`))
        .toEqual(["browsers", "create", project, "--extension", value, `--profile=${value}`]);
    }
  });

  test("not where a name would be a flag", async () => {
    const project = String(values.indexOf("-dash") + 1);
    expect(await run(`browserctl browsers get --project ${project} \tx`)).toEqual([
      ...["browsers", "get", "--project", project, "x"],
    ]);
  });

  test("of the source, prefix, flags and parents that were typed", async () => {
    const project = values.length + 1;
    await run(`browserctl --context 'a "b' browsers process status --project=${project} shop\\ 1 al\t`);
    expect((await recorded(asked)).at(-1)).toEqual([
      ...[join(programs, "browserctl"), "__complete", "browsers/processes", "al"],
      ...["--context", 'a "b', "--project", String(project), "--", "shop 1"],
    ]);
  });

  test.each(["./checkout/browserctl", "checkout/browserctl", "DIRECTORY/checkout/browserctl", "browserctl"])(
    "by the program of an absolute directory of PATH, not by %s",
    async (typed) => {
      await run(`${typed.replace("DIRECTORY", directory)} browsers get --project ${values.length + 1} al\t`);
      expect((await recorded(asked)).at(-1)).toContain("browsers");
      expect(new Set((await recorded(asked)).map(([program]) => program))).toEqual(
        new Set([join(programs, "browserctl")]),
      );
      expect(await readdir(directory)).not.toContain(`${ran}-planted`);
    },
  );

  test("by the program that has installed the script, and by the one of PATH once that is gone", async () => {
    const line = `browserctl browsers get --project ${values.length + 1} al\t`;
    const own = join(directory, "installed", "browserctl");
    shell.type(`${installed(own)}\r`);
    await run(line);
    expect((await recorded(asked)).at(-1)?.[0]).toBe(own);
    shell.type(`${installed(`${own}-gone`)}\r`);
    await run(line);
    expect((await recorded(asked)).at(-1)?.[0]).toBe(join(programs, "browserctl"));
  });

  test("with descriptions in a list, which are not inserted", async () => {
    shell.clear();
    shell.type("browserctl browsers get al\t");
    await shell.shows(listed);
    expect(await run("1")).toEqual(["browsers", "get", "alpha-1"]);
  });

  test.each(["garbage", "endless", "hang"])("quietly not at all where the program answers: %s", async (project) => {
    expect(await run(`browserctl browsers get --project ${project} \tx`)).toEqual([
      ...["browsers", "get", "--project", project, "x"],
    ]);
    expect(shell.screen()).not.toMatch(/kill|terminat|error|red|bell|two/i);
  });

  test("quietly not at all without the program", async () => {
    shell.clear();
    await rename(programs, `${programs}-away`);
    shell.type("browserctl browsers get \tx");
    await shell.shows("get x");
    await rename(`${programs}-away`, programs);
    expect(await run("")).toEqual(["browsers", "get", "x"]);
    expect(shell.screen()).not.toMatch(/not found|unknown/i);
  });
});
