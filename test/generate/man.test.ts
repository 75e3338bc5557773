import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { examples, lines, section, text } from "../../src/cli/help/help-page.ts";
import { manPageNames, manPages } from "../../src/generate/man/man-pages.ts";
import { escaped, roffPage } from "../../src/generate/man/roff.ts";
import { root } from "../../src/generate/paths.ts";
import { ensureDebianPackage } from "../support/screen/debian-package.ts";

const run = promisify(execFile);

/** The pages in a directory. */
async function written(pages: ReadonlyMap<string, string>): Promise<string[]> {
  const directory = await mkdtemp(join(tmpdir(), "browserctl-man-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return Promise.all(
    [...pages].map(async ([name, page]) => {
      await writeFile(join(directory, name), page);
      return join(directory, name);
    }),
  );
}

/** A page as `man` prints it, in 100 columns. */
async function printed(path: string): Promise<string> {
  const man = await ensureDebianPackage("man-db", "man");
  const env = { ...process.env, MANWIDTH: "100", LC_ALL: "C.UTF-8", MANPAGER: "cat" };
  const { stdout, stderr } = await run(man, ["--warnings", "-l", path], { env });
  expect(stderr).toBe("");
  return stdout;
}

const facts = { name: "browserctl-odd", section: 1, date: "2026-11-24", version: "1.2.3" } as const;

/** A page of texts that roff could take for something else. */
const odd = {
  name: "odd",
  summary: "Print é, -o and \\n",
  sections: [
    section("Usage", text("browserctl odd <id> [flags]")),
    section("Texts", text(".browserctl.json begins with a dot, 'this' with a quote, and \"that\" with two")),
    section(
      "Lines",
      lines(".SH no heading", "'br no request", "echo \\fBplain\\fR ~/a^b `c` --flag  two blanks", "→ 日本"),
    ),
    section("Calls", examples(["odd --name 'a\\b' -o json", "Give a backslash"])),
  ],
};

test("the linter finds no fault in any manual page", async () => {
  const mandoc = await ensureDebianPackage("mandoc");
  const paths = await written(await manPages("1.2.3", "2026-11-24"));
  const lint = await run(mandoc, ["-T", "lint", "-W", "warning", ...paths]).catch((error: { stdout: string }) => error);
  expect(lint.stdout).toBe("");
});

test("the linter finds a fault in a manual page", async () => {
  const mandoc = await ensureDebianPackage("mandoc");
  const paths = await written(new Map([["broken.1", `${roffPage(odd, facts)}.SH\n.nonsense\n`]]));
  await expect(run(mandoc, ["-T", "lint", "-W", "warning", ...paths])).rejects.toMatchObject({
    stdout: expect.stringContaining("broken.1"),
  });
});

test("man prints texts that roff could take for something else as they are", async () => {
  const [path = ""] = await written(new Map([["browserctl-odd.1", roffPage(odd, facts)]]));
  const page = await printed(path);
  expect(page).toContain("browserctl-odd - Print é, -o and \\n");
  expect(page).toContain("       .browserctl.json begins with a dot, 'this' with a quote, and \"that\" with two\n");
  for (const line of odd.sections[2]?.blocks[0] && "lines" in odd.sections[2].blocks[0]
    ? odd.sections[2].blocks[0].lines
    : [])
    expect(page).toContain(`           ${line}\n`);
  expect(page).toContain("           browserctl odd --name 'a\\b' -o json\n");
});

test("man prints the page of a command: name, usage, flags, examples, exit codes and related pages", async () => {
  const pages = await manPages("1.2.3", "2026-11-24");
  const name = "browserctl-browsers-curl.1";
  const [path = ""] = await written(new Map([[name, pages.get(name) ?? ""]]));
  const page = await printed(path);
  expect(page.match(/^[A-Z][A-Z ]+$/gm)).toEqual([
    ...["NAME", "SYNOPSIS", "DESCRIPTION", "ARGUMENTS", "OPTIONS", "EXAMPLES", "GENERAL FLAGS", "EXIT STATUS", "API"],
    "SEE ALSO",
  ]);
  expect(page).toContain("       browserctl browsers curl [id] <url> [flags]\n");
  expect(page).toContain("       -X, --method METHOD\n");
  expect(page).toContain("           browserctl browsers curl shop https://example.com -o json\n");
  expect(page).toMatch(/browserctl-browsers-run\(1\), .*browserctl-exit-codes\(7\)\n/s);
  expect(page).toMatch(/browserctl 1\.2\.3 +2026-11-24 /);
});

test("there is a page for the program, each group, each command and each topic, and all point to pages", async () => {
  const pages = await manPages("1.2.3", "2026-11-24");
  expect([...pages.keys()].sort()).toEqual(manPageNames());
  for (const name of ["browserctl.1", "browserctl-browsers.1", "browserctl-browsers-create.1", "browserctl-output.7"])
    expect(pages.has(name), name).toBe(true);
  const targets = [...pages.values()].flatMap((page) =>
    [...page.matchAll(/^\.BR (\S+) \((\d)\)/gm)].map(
      ([, name = "", number]) => `${name.replaceAll("\\-", "-")}.${number}`,
    ),
  );
  expect(targets.filter((target) => !pages.has(target))).toEqual([]);
});

test("the build has the pages that package.json lists", async () => {
  const { man } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { man: string[] };
  const first = await readFile(join(root, "dist/man/browserctl-browsers-create.1"), "utf8");
  expect(first).toMatch(/^\.TH BROWSERCTL\\-BROWSERS\\-CREATE 1 \d{4}-\d\d-\d\d "browserctl \d/);
  await Promise.all(man.map((path) => readFile(join(root, path))));
});

test.each([
  ["a\\b", "a\\(rsb"],
  ["--o", "\\-\\-o"],
  ["'`^~\"", "\\(aq\\(ga\\(ha\\(ti\\(dq"],
  ["é😀", "\\[u00E9]\\[u1F600]"],
])("roff escapes %j", (plain, roff) => {
  expect(escaped(plain)).toBe(roff);
});
