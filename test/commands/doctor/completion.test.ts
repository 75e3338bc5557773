import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { runHere, temporaryHome } from "../../support/cli/run-cli.ts";
import { diagnose } from "./doctor-run.ts";

const stale = "# fish completion for browserctl. An older one.\n";

test("doctor says for which shells completion is installed", async () => {
  const home = temporaryHome();
  const finding = async () => (await diagnose(["program"], { home })).of("program.completion");
  expect(await finding()).toMatchObject({ status: "note", fix: "browserctl completion install" });
  for (const shell of ["bash", "fish"]) await runHere(["completion", "install", shell], { home });
  expect(await finding()).toMatchObject({ status: "ok", found: "completion is installed for bash, fish" });
});

test("a completion script of another version is a warning, and --fix alone replaces it", async () => {
  const home = temporaryHome();
  const path = join(home.dir, ".config/fish/completions/browserctl.fish");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, stale);
  const before = await diagnose(["program"], { home });
  expect(before.of("program.completion")).toMatchObject({
    status: "warning",
    fix: "browserctl completion install fish",
    fixed: null,
  });
  expect(before.code).toBe(0);
  expect(readFileSync(path, "utf8")).toBe(stale);
  const after = await diagnose(["program"], { home, args: ["--fix"] });
  expect(after.of("program.completion")).toMatchObject({ status: "ok", fixed: expect.stringContaining(path) });
  expect((await diagnose(["program"], { home })).of("program.completion").status).toBe("ok");
});

test("a script of someone else is left alone, and without HOME there is a note", async () => {
  const home = temporaryHome();
  const path = join(home.dir, ".config/fish/completions/browserctl.fish");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "complete -c browserctl\n");
  const { of } = await diagnose(["program"], { home, args: ["--fix"] });
  expect(of("program.completion")).toMatchObject({ status: "note", fixed: null });
  expect(readFileSync(path, "utf8")).toBe("complete -c browserctl\n");
  const homeless = await diagnose(["program"], { home, env: { HOME: undefined } });
  expect(homeless.of("program.completion")).toMatchObject({
    status: "note",
    found: expect.stringContaining("it is not set"),
  });
});

const parts = [
  { shell: "bash", script: ".local/share/bash-completion/completions/browserctl", startup: ".bashrc" },
  { shell: "zsh", script: ".local/share/zsh/site-functions/_browserctl", startup: ".zshrc" },
  {
    shell: "powershell",
    script: ".local/share/browserctl/browserctl.ps1",
    startup: ".config/powershell/Microsoft.PowerShell_profile.ps1",
  },
];

describe.each(parts)("completion of $shell of which a part was removed by hand", ({ shell, script, startup }) => {
  const installed = async () => {
    const home = temporaryHome();
    await runHere(["completion", "install", shell], { home });
    const finding = async (...args: string[]) => (await diagnose(["program"], { home, args })).of("program.completion");
    return { home, finding, script: join(home.dir, script), startup: join(home.dir, startup) };
  };

  test("doctor --fix writes a removed block of the startup file again", async () => {
    const { finding, startup: path, script: kept } = await installed();
    const block = readFileSync(path, "utf8");
    writeFileSync(path, "# mine\n");
    expect(await finding()).toMatchObject({
      status: "warning",
      found: `nothing in "${path}" loads the completion of ${shell}: "${kept}"`,
      fix: `browserctl completion install ${shell}`,
    });
    expect(await finding("--fix")).toMatchObject({
      status: "ok",
      fixed: `wrote "${path}"; it works in a new ${shell}`,
    });
    const text = readFileSync(path, "utf8");
    for (const line of ["# mine", ...block.split("\n").slice(1)]) expect(text).toContain(line);
    expect(await finding()).toMatchObject({ status: "ok" });
  });

  test("doctor --fix writes a removed completion script again", async () => {
    const { finding, startup: path, script: removed } = await installed();
    const before = [readFileSync(path, "utf8"), readFileSync(removed, "utf8")];
    rmSync(removed);
    expect(await finding()).toMatchObject({
      status: "warning",
      found: `"${path}" loads a completion of ${shell} that is gone: "${removed}"`,
      fix: `browserctl completion install ${shell}`,
    });
    expect(await finding("--fix")).toMatchObject({ status: "ok", fixed: expect.stringContaining(removed) });
    expect([readFileSync(path, "utf8"), readFileSync(removed, "utf8")]).toEqual(before);
  });

  test("a user's own lines that load the script count, and comments do not", async () => {
    const { finding, home, startup: path, script: kept } = await installed();
    for (const own of [kept, kept.replace(home.dir, "~"), kept.replace(home.dir, "$HOME")]) {
      writeFileSync(path, `load ${own}\n`);
      expect(await finding()).toMatchObject({ status: "ok" });
      writeFileSync(path, `# load ${own}\n`);
      expect(await finding()).toMatchObject({ status: "warning" });
    }
  });
});
