import { execFile } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ensureDebianPackage } from "./debian-package.ts";

test("gives the program of a package that is there", async () => {
  expect(await ensureDebianPackage("bash")).toMatch(/\/bash$/);
  expect(await ensureDebianPackage("coreutils", "uname")).toMatch(/\/uname$/);
});

/** Calls the function in a process of its own, as a user of that number. */
function ensureAs(user: number, name: string, program: string, env = process.env): Promise<string> {
  const module = join(import.meta.dirname, "debian-package.ts");
  const code = `
    process.getuid = () => ${user};
    const { ensureDebianPackage } = await import(${JSON.stringify(module)});
    const say = (result) => console.log(result.message ?? result);
    await ensureDebianPackage("${name}", "${program}").then(say, say);`;
  return new Promise((resolve) => {
    execFile(process.execPath, ["--input-type=module", "-e", code], { env }, (_, stdout) => resolve(stdout.trim()));
  });
}

test("who is not root gets the command to run", async () => {
  expect(await ensureAs(1000, "zsh", "no-such-program")).toBe(
    "this test needs zsh; as root run: apt-get update && apt-get install -y --no-install-recommends zsh",
  );
});

test("root installs it, once, however many ask at the same time", async () => {
  const directory = await mkdtemp(join(tmpdir(), "browserctl-apt-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const [log, program] = [join(directory, "log"), join(directory, "rare-program")];
  // Stands in for the machine's package manager.
  const lines = [
    `echo "$*" >> '${log}'`,
    `[ "$1" = install ] || exit 0`,
    // All three have been asked for it before it is there.
    "while [ $(grep -las 'rare-[p]rogram' /proc/[0-9]*/cmdline | wc -l) -lt 3 ]; do :; done",
    `printf '#!/bin/sh' > '${program}'`,
  ];
  await writeFile(join(directory, "apt-get"), `#!/bin/sh\n${lines.join("\n")}\nchmod 755 '${program}'\n`);
  await chmod(join(directory, "apt-get"), 0o755);
  const env = { ...process.env, PATH: `${directory}:/usr/bin:/bin` };
  const answers = await Promise.all([1, 2, 3].map(() => ensureAs(0, "rare", "rare-program", env)));
  expect(answers).toEqual([program, program, program]);
  expect(await readFile(log, "utf8")).toBe("update\ninstall -y --no-install-recommends rare\n");
});

test("a failed installation says what to try", async () => {
  const directory = await mkdtemp(join(tmpdir(), "browserctl-apt-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  await writeFile(join(directory, "apt-get"), "#!/bin/sh\necho 'no network' >&2\nexit 100\n");
  await chmod(join(directory, "apt-get"), 0o755);
  const answer = await ensureAs(0, "rare", "rare-program", { ...process.env, PATH: `${directory}:/usr/bin:/bin` });
  expect(answer).toContain("could not install rare; try: apt-get update && apt-get install");
  expect(answer).toContain("no network");
});
