import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { installedCompletions } from "../../../src/commands/completion/lib/installation.ts";
import { openShell } from "../../generate/support/shell-terminal.ts";
import { program as builtProgram, type Home, jsonError, runHere, temporaryHome } from "../../support/cli/run-cli.ts";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";

interface Changed {
  shell: string;
  load: string;
  changes: { path: string; action: string }[];
}

async function change(home: Home, verb: string, shell: string, env = {}): Promise<Changed> {
  const result = await runHere(["completion", verb, shell, "-o", "json"], { home, env });
  expect(result.stderr).toBe("");
  return JSON.parse(result.stdout) as Changed;
}

/** Every file below a directory with its content and mode, and where links lead. */
function tree(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .sort()
    .map((path) => {
      const own = lstatSync(join(directory, path));
      const text = own.isDirectory() ? "" : readFileSync(join(directory, path), "latin1");
      return `${path} ${own.isSymbolicLink()} ${own.mode} ${text}`;
    });
}

const installBound = 300_000;

const shells = [
  { name: "bash", startup: ".bashrc", start: async () => "bash -i" },
  { name: "zsh", startup: ".zshrc", start: async () => ensureDebianPackage("zsh") },
  { name: "fish", startup: ".config/fish/config.fish", start: async () => ensureDebianPackage("fish") },
];

describe.each(shells)("completion install $name", ({ name, startup, start }) => {
  test(
    "completion install lets a new shell complete, changes nothing a second time, and uninstall leaves no trace",
    async () => {
      const program = await start();
      const home = temporaryHome();
      const before = tree(home.dir);
      const first = await change(home, "install", name);
      expect(first.changes.map(({ action }) => action)).not.toContain("unchanged");
      expect(readFileSync(first.changes[0]?.path ?? "", "utf8")).toMatch(
        new RegExp(`^(typeset -g |set -g _)?_browserctl_installed[= ]'${builtProgram}'$`, "m"),
      );
      const after = tree(home.dir);
      const second = await change(home, "install", name);
      expect(new Set(second.changes.map(({ action }) => action))).toEqual(new Set(["unchanged"]));
      expect(tree(home.dir)).toEqual(after);
      // fish loads completions only for programs that exist.
      mkdirSync(join(home.dir, "bin"));
      symlinkSync(builtProgram, join(home.dir, "bin/browserctl"));
      const env = { HOME: home.dir, PATH: `${join(home.dir, "bin")}:${process.env["PATH"]}` };
      const shell = await openShell(program, { env, cwd: "/" });
      try {
        shell.type("browserctl brow\t");
        await shell.shows("sers ");
      } finally {
        await shell.end();
      }
      expect(await installedCompletions(home.env, home.dir)).toEqual([
        { shell: name, path: first.changes[0]?.path, state: "current" },
      ]);
      // Shells leave files of their own in a home, so that traces are looked for in another one.
      const other = temporaryHome();
      await change(other, "install", name);
      await change(other, "uninstall", name);
      expect(tree(other.dir)).toEqual(before);
      expect((await change(other, "uninstall", name)).changes.map(({ action }) => action)).not.toContain("removed");
    },
    installBound,
  );

  test("completion install keeps the startup file's text, mode and link, and uninstall restores it", async () => {
    for (const text of ["", "alias a=b", "alias é=b\n", "\xff\xfe-not\n".slice(1)]) {
      const home = temporaryHome();
      const path = join(home.dir, startup);
      mkdirSync(join(home.dir, "dotfiles"));
      mkdirSync(join(path, ".."), { recursive: true });
      writeFileSync(join(home.dir, "dotfiles/rc"), text, "latin1");
      chmodSync(join(home.dir, "dotfiles/rc"), 0o600);
      symlinkSync(join(home.dir, "dotfiles/rc"), path);
      const before = tree(home.dir);
      await change(home, "install", name);
      expect(lstatSync(path).isSymbolicLink()).toBe(true);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(readFileSync(path, "latin1")).toContain(text);
      await change(home, "uninstall", name);
      expect(tree(home.dir)).toEqual(before);
    }
  });
});

describe("completion install", () => {
  test("completion install uses ZDOTDIR and the XDG directories, and keeps a startup file with compinit", async () => {
    const home = temporaryHome();
    const env = {
      ZDOTDIR: join(home.dir, "z"),
      XDG_DATA_HOME: join(home.dir, "data"),
      XDG_CONFIG_HOME: join(home.dir, "c"),
    };
    mkdirSync(env.ZDOTDIR);
    writeFileSync(join(env.ZDOTDIR, ".zshrc"), "autoload -Uz compinit\ncompinit\n");
    const { changes } = await change(home, "install", "zsh", env);
    expect(changes).toEqual([
      { path: join(home.dir, "data/zsh/site-functions/_browserctl"), action: "created" },
      { path: join(home.dir, "z/.zshrc"), action: "updated" },
    ]);
    const lines = readFileSync(join(home.dir, "z/.zshrc"), "utf8").split("\n");
    expect(lines[1]).toBe(`fpath=('${join(home.dir, "data/zsh/site-functions")}' $fpath)`);
    expect(lines.filter((line) => line.includes("compinit"))).toEqual(["autoload -Uz compinit", "compinit"]);
    expect((await change(home, "install", "fish", env)).changes[0]?.path).toBe(
      join(home.dir, "c/fish/completions/browserctl.fish"),
    );
    expect((await change(home, "install", "powershell", env)).changes).toEqual([
      { path: join(home.dir, "data/browserctl/browserctl.ps1"), action: "created" },
      { path: join(home.dir, "c/powershell/Microsoft.PowerShell_profile.ps1"), action: "created" },
    ]);
  });

  test("completion install takes the shell of SHELL when none is given, and says what it changed", async () => {
    const home = temporaryHome();
    const { stderr, code } = await runHere(["completion", "install"], { home, env: { SHELL: "/usr/bin/fish" } });
    expect(code).toBe(0);
    expect(stderr).toContain(`Created ${join(home.dir, ".config/fish/completions/browserctl.fish")}`);
  });

  test("completion install shows each change on its own line at a terminal", async () => {
    const home = temporaryHome();
    const run = async (verb: string): Promise<string> =>
      (await runHere(["completion", verb, "bash"], { home, tty: { stdout: true } })).stdout;
    const script = join(home.dir, ".local/share/bash-completion/completions/browserctl");
    expect(await run("install")).toMatch(/^Created .*browserctl\nCreated .*\.bashrc\nCompletion works .*\n$/);
    expect(await run("uninstall")).toBe(`Removed ${join(home.dir, ".bashrc")}\nRemoved ${script}\n`);
  });

  test("completion install replaces a stale script of another version", async () => {
    const home = temporaryHome();
    const path = join(home.dir, ".config/fish/completions/browserctl.fish");
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, "# fish completion for browserctl. An older one.\n");
    expect(await installedCompletions(home.env, home.dir)).toEqual([{ shell: "fish", path, state: "stale" }]);
    expect((await change(home, "install", "fish")).changes).toEqual([{ path, action: "updated" }]);
  });

  const refusals: [string, string, (home: Home) => Record<string, string | undefined>, number, string][] = [
    ["an unknown shell", "fis", () => ({}), 2, "did you mean fish"],
    ["no HOME", "bash", () => ({ HOME: undefined }), 10, "HOME, and it is not set"],
    ["a HOME that does not exist", "bash", () => ({ HOME: "/nowhere" }), 10, '"/nowhere" is no absolute path'],
    [
      "a script of someone else",
      "fish",
      ({ dir }) => {
        mkdirSync(join(dir, ".config/fish/completions"), { recursive: true });
        writeFileSync(join(dir, ".config/fish/completions/browserctl.fish"), "complete -c browserctl\n");
        return {};
      },
      10,
      "is not a completion script of browserctl",
    ],
    [
      "a startup file that cannot be read",
      "bash",
      ({ dir }) => {
        mkdirSync(join(dir, ".bashrc"));
        return {};
      },
      10,
      ".bashrc",
    ],
    [
      "a link that leads nowhere",
      "zsh",
      ({ dir }) => {
        symlinkSync(join(dir, "gone"), join(dir, ".zshrc"));
        return {};
      },
      10,
      "is a link to a file that does not exist",
    ],
    [
      "a startup file in UTF-16",
      "powershell",
      ({ dir }) => {
        mkdirSync(join(dir, ".config/powershell"), { recursive: true });
        writeFileSync(join(dir, ".config/powershell/Microsoft.PowerShell_profile.ps1"), "\ufeffcls\r\n", "utf16le");
        return {};
      },
      10,
      "it is in UTF-16",
    ],
  ];
  test.each(refusals)(
    "completion install refuses %s, and changes nothing",
    async (_, shell, arrange, code, message) => {
      const home = temporaryHome();
      const env = arrange(home);
      const before = readdirSync(home.dir, { recursive: true });
      const error = jsonError(await runHere(["completion", "install", shell, "-o", "json"], { home, env }));
      expect(error.exit_code).toBe(code);
      expect(error.message).toContain(message);
      expect(readdirSync(home.dir, { recursive: true })).toEqual(before);
    },
  );

  test("completion install without SHELL cannot find the shell", async () => {
    const error = jsonError(await runHere(["completion", "install", "-o", "json"], { env: { SHELL: "/bin/sh" } }));
    expect(error).toMatchObject({ exit_code: 2 });
    expect(error.message).toContain("give one of bash, zsh, fish, powershell");
  });
});
