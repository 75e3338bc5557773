import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  InstallError,
  type InstallFacts,
  installPackages,
  installPlan,
  type Package,
} from "../../../src/service/packages/install.ts";
import { installCommand } from "../../../src/service/packages/install-plan.ts";
import { temporaryDirectory } from "../../support/browser/chromium.ts";

function facts(tools: string[], rest: Partial<InstallFacts> = {}): InstallFacts {
  return { platform: "linux", distribution: ["debian"], tools: new Set(tools), root: true, sudo: false, ...rest };
}

function commands(given: InstallFacts): string[] {
  const plan = installPlan(given, ["chromium"]);
  return plan.kind === "steps" ? plan.steps.map((step) => step.command.join(" ")) : [`manual: ${plan.command ?? ""}`];
}

describe("installPlan", () => {
  test.each([
    [
      "Debian",
      facts(["apt-get", "sudo"]),
      ["apt-get update", "apt-get install --yes --no-install-recommends chromium"],
    ],
    [
      "Debian with sudo",
      facts(["apt-get", "sudo"], { root: false, sudo: true }),
      [
        "sudo -n env DEBIAN_FRONTEND=noninteractive apt-get update",
        "sudo -n env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends chromium",
      ],
    ],
    [
      "Debian with a sudo that asks",
      facts(["apt-get", "sudo"], { root: false }),
      ["manual: sudo apt-get update && sudo apt-get install --yes --no-install-recommends chromium"],
    ],
    [
      "Mint",
      facts(["apt-get", "snap"], { distribution: ["linuxmint", "ubuntu", "debian"] }),
      ["apt-get update", "apt-get install --yes --no-install-recommends chromium"],
    ],
    ["Ubuntu", facts(["apt-get", "snap"], { distribution: ["ubuntu", "debian"] }), ["snap install chromium"]],
    ["Ubuntu without snap", facts(["apt-get"], { distribution: ["ubuntu", "debian"] }), ["manual: "]],
    ["Fedora", facts(["dnf"], { distribution: ["fedora"] }), ["dnf install --assumeyes chromium"]],
    ["Arch", facts(["pacman"], { distribution: ["arch"] }), ["pacman --sync --refresh --noconfirm --needed chromium"]],
    ["Alpine", facts(["apk"], { distribution: ["alpine"] }), ["apk add --no-cache chromium"]],
    [
      "openSUSE",
      facts(["zypper"], { distribution: ["opensuse-leap", "suse"] }),
      ["zypper --non-interactive install --auto-agree-with-licenses chromium"],
    ],
    ["Linux without a manager", facts([]), ["manual: "]],
    ["macOS", facts(["brew"], { platform: "darwin", root: false }), ["brew install --cask chromium"]],
    ["macOS without brew", facts([], { platform: "darwin", root: false }), ["manual: brew install --cask chromium"]],
    [
      "Windows",
      facts(["winget"], { platform: "win32", root: false }),
      [
        "winget install --exact --id Google.Chrome --silent --accept-package-agreements --accept-source-agreements --disable-interactivity",
      ],
    ],
    ["Windows without winget", facts([], { platform: "win32", root: false }), ["manual: "]],
    ["FreeBSD", facts([], { platform: "freebsd" }), ["manual: "]],
  ])("installPlan: %s", (_name, given, expected) => {
    expect(commands(given)).toEqual(expected);
  });

  test.each([
    ["apt-get", "tigervnc-standalone-server openbox x11-xkb-utils xkb-data bubblewrap"],
    ["dnf", "tigervnc-server-minimal openbox xkbcomp xkeyboard-config bubblewrap"],
    ["pacman", "tigervnc openbox xorg-xkbcomp xkeyboard-config bubblewrap"],
    ["apk", "tigervnc xkbcomp xkeyboard-config openbox bubblewrap"],
    ["zypper", "xorg-x11-Xvnc openbox xkbcomp xkeyboard-config bubblewrap"],
  ])("installs several packages by their names of %s with one command", (tool, names) => {
    const packages: Package[] = ["tigervnc-standalone-server", "openbox", "x11-xkb-utils", "bubblewrap"];
    const plan = installPlan(facts([tool]), packages);
    const command = plan.kind === "steps" ? plan.steps.at(-1)?.command.join(" ") : undefined;
    expect(command).toMatch(new RegExp(`^${tool} .* ${names}$`));
  });

  test("Ubuntu installs screens by apt, and Chromium by snap", () => {
    const ubuntu = facts(["apt-get", "snap"], { distribution: ["ubuntu", "debian"] });
    expect(installPlan(ubuntu, ["openbox"])).toMatchObject({ kind: "steps", manager: "apt-get" });
  });

  test.each([
    ["root", facts(["apt-get"]), "apt-get update && apt-get install --yes --no-install-recommends openbox"],
    [
      "a user",
      facts(["apt-get"], { root: false }),
      "sudo apt-get update && sudo apt-get install --yes --no-install-recommends openbox",
    ],
    ["no manager", facts([]), undefined],
    ["macOS", facts(["brew"], { platform: "darwin", root: false }), undefined],
  ])("the command to type: %s", (_name, given, expected) => {
    expect(installCommand(given, ["openbox"])).toBe(expected);
  });

  test("the plan for Ubuntu says what the snap cannot do", () => {
    const plan = installPlan(facts(["snap"], { distribution: ["ubuntu"] }), ["chromium"]);
    expect(plan.kind === "steps" && plan.note).toContain("snap");
  });
});

/** A PATH of real scripts; `log` collects what they were called with. */
async function machine(
  scripts: Record<string, string>,
): Promise<{ env: NodeJS.ProcessEnv; osRelease: string; called: () => Promise<string[]> }> {
  const directory = await temporaryDirectory();
  const calls = join(directory, "calls");
  await writeFile(calls, "");
  for (const [name, lines] of Object.entries(scripts)) {
    await writeFile(join(directory, name), `#!/bin/sh\necho "${name} $* [$DEBIAN_FRONTEND]" >> ${calls}\n${lines}\n`);
    await chmod(join(directory, name), 0o755);
  }
  const osRelease = join(directory, "os-release");
  await writeFile(osRelease, 'NAME="x"\nID=debian\nID_LIKE="one two"\n');
  const called = async () => (await readFile(calls, "utf8")).trim().split("\n");
  return { env: { PATH: directory }, osRelease, called };
}

describe("installPackages", () => {
  test("an installation as root updates, installs, and streams the output", async () => {
    const { called, ...given } = await machine({ "apt-get": "echo doing $1; echo and more >&2" });
    const lines: string[] = [];
    const done = await installPackages(["chromium"], {
      ...given,
      platform: "linux",
      uid: 0,
      log: (line) => lines.push(line),
    });
    expect(done).toEqual({
      manager: "apt-get",
      commands: ["apt-get update", "apt-get install --yes --no-install-recommends chromium"],
      note: undefined,
    });
    expect(await called()).toEqual([
      "apt-get update [noninteractive]",
      "apt-get install --yes --no-install-recommends chromium [noninteractive]",
    ]);
    expect(lines).toEqual(expect.arrayContaining(["$ apt-get update", "doing update", "and more", "doing install"]));
  });

  test("a failed update is reported and ignored, a failed installation is the error", async () => {
    const { called, ...given } = await machine({ "apt-get": "echo E: Unable to locate package >&2; exit 100" });
    const lines: string[] = [];
    const failing = installPackages(["chromium"], {
      ...given,
      platform: "linux",
      uid: 0,
      log: (line) => lines.push(line),
    });
    await expect(failing).rejects.toThrow(/"apt-get install .*" ended with exit code 100: E: Unable to locate package/);
    await expect(failing).rejects.toBeInstanceOf(InstallError);
    expect(await called()).toHaveLength(2);
    expect(lines).toContain('"apt-get update" ended with exit code 100; going on');
  });

  test("lists that were just updated are not updated again", async () => {
    const { called, ...given } = await machine({ "apt-get": "" });
    await installPackages(["openbox"], { ...given, platform: "linux", uid: 0, refreshed: true, log: () => {} });
    expect(await called()).toEqual(["apt-get install --yes --no-install-recommends openbox [noninteractive]"]);
  });

  test("a sudo that asks for a password is not used: the person gets the command", async () => {
    const { called, ...given } = await machine({
      "apt-get": "",
      sudo: "echo sudo: a password is required >&2; exit 1",
    });
    const failing = installPackages(["chromium"], { ...given, platform: "linux", uid: 1000, log: () => {} });
    await expect(failing).rejects.toMatchObject({
      name: "InstallError",
      command: "sudo apt-get update && sudo apt-get install --yes --no-install-recommends chromium",
    });
    expect(await called()).toEqual(["sudo -n true []"]);
  });

  test("a sudo that works passes the variables", async () => {
    const { called, ...given } = await machine({
      "apt-get": "",
      sudo: 'shift; [ "$1" = true ] || { shift; exec /usr/bin/env "$@"; }',
    });
    const done = await installPackages(["chromium"], { ...given, platform: "linux", uid: 1000, log: () => {} });
    expect(done.commands[1]).toMatch(/^sudo -n env DEBIAN_FRONTEND=noninteractive apt-get install/);
    expect((await called()).filter((line) => line.startsWith("apt-get"))).toEqual([
      "apt-get update [noninteractive]",
      "apt-get install --yes --no-install-recommends chromium [noninteractive]",
    ]);
  });

  test("an abort ends the running command", async () => {
    const { called: _called, ...given } = await machine({ "apt-get": "while :; do /bin/sleep 0.05; done" });
    const abort = new AbortController();
    const reason = new Error("enough");
    const failing = installPackages(["chromium"], {
      ...given,
      platform: "linux",
      uid: 0,
      log: () => abort.abort(reason),
      signal: abort.signal,
    });
    await expect(failing).rejects.toBe(reason);
  });
});
