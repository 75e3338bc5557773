/** Facts about the machine that determine the plan. */
export interface InstallFacts {
  platform: NodeJS.Platform;
  /** Ids of the distribution and of those that it derives from (/etc/os-release), its own first. */
  distribution: readonly string[];
  /** Installed programs. */
  tools: ReadonlySet<string>;
  root: boolean;
  /** True when `sudo -n true` works: commands can run as root without a password. */
  sudo: boolean;
}

/** Command of a plan. */
export interface InstallStep {
  command: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Updates the package lists; its failure does not stop the installation. */
  refreshes?: boolean;
}

export type InstallPlan =
  | { kind: "steps"; manager: string; steps: readonly InstallStep[]; note?: string }
  /** Manual installation; `command` is the command to type, if there is one. */
  | { kind: "manual"; reason: string; command?: string };

/**
 * Installable packages, by their Debian names: a browser, and on Linux the container of sessions and the private display
 * of a browser with its keyboard maps.
 */
export type Package = "chromium" | "bubblewrap" | "tigervnc-standalone-server" | "x11-xkb-utils" | "openbox";

/** Managers of Linux distributions, in the order of the search. */
const LINUX_MANAGERS = ["apt-get", "dnf", "pacman", "apk", "zypper"] as const;
type Manager = (typeof LINUX_MANAGERS)[number];

/** Names that differ from the Debian one. On Alpine, no dependency installs the keyboard maps that Xvnc needs. */
const NAMES: Partial<Record<Package, Partial<Record<Manager, readonly string[]>>>> = {
  "tigervnc-standalone-server": {
    dnf: ["tigervnc-server-minimal"],
    pacman: ["tigervnc"],
    apk: ["tigervnc", "xkbcomp", "xkeyboard-config"],
    zypper: ["xorg-x11-Xvnc"],
  },
  "x11-xkb-utils": {
    "apt-get": ["x11-xkb-utils", "xkb-data"],
    dnf: ["xkbcomp", "xkeyboard-config"],
    pacman: ["xorg-xkbcomp", "xkeyboard-config"],
    apk: ["xkbcomp", "xkeyboard-config"],
    zypper: ["xkbcomp", "xkeyboard-config"],
  },
};

const APT_ENV = { DEBIAN_FRONTEND: "noninteractive" };
const INSTALL: Record<Manager, readonly string[]> = {
  "apt-get": ["apt-get", "install", "--yes", "--no-install-recommends"],
  dnf: ["dnf", "install", "--assumeyes"],
  pacman: ["pacman", "--sync", "--refresh", "--noconfirm", "--needed"],
  apk: ["apk", "add", "--no-cache"],
  zypper: ["zypper", "--non-interactive", "install", "--auto-agree-with-licenses"],
};

function linuxSteps(manager: Manager, packages: readonly Package[]): InstallStep[] {
  const names = packages.flatMap((name) => NAMES[name]?.[manager] ?? [name]);
  const command = [...INSTALL[manager], ...new Set(names)];
  if (manager !== "apt-get") return [{ command }];
  return [
    // Fails when one source is unreachable, although the package may come from another.
    { command: ["apt-get", "update"], env: APT_ENV, refreshes: true },
    { command, env: APT_ENV },
  ];
}

const SNAP_NOTE =
  "on Ubuntu Chromium is a snap package, which sees neither hidden directories nor /tmp: if sessions do not start, install " +
  "Google Chrome and name it with --browser";

/** Command that installs the packages, as a user types it; undefined when none is known. */
export function installPlan(facts: InstallFacts, packages: readonly Package[]): InstallPlan {
  if (packages.includes("chromium")) {
    if (facts.platform === "darwin") return macPlan(facts);
    if (facts.platform === "win32") return windowsPlan(facts);
    if (facts.platform === "linux" && facts.distribution[0] === "ubuntu") return ubuntuPlan(facts);
  }
  if (facts.platform !== "linux")
    return { kind: "manual", reason: `there is no known way to install ${listed(packages)} on ${facts.platform}` };
  const manager = LINUX_MANAGERS.find((tool) => facts.tools.has(tool));
  if (!manager) {
    const known = LINUX_MANAGERS.join(", ");
    return { kind: "manual", reason: `no package manager that is known here was found (${known})` };
  }
  return asRoot(packages, manager, linuxSteps(manager, packages), facts);
}

/** Command that installs the packages, as a user types it; undefined where none is known. */
export function installCommand(facts: Omit<InstallFacts, "sudo">, packages: readonly Package[]): string | undefined {
  const plan = installPlan({ ...facts, root: true, sudo: true }, packages);
  if (plan.kind === "manual") return plan.command;
  return asTyped(plan.steps, facts.platform === "linux" && !facts.root ? "sudo " : "");
}

function asTyped(steps: readonly InstallStep[], prefix: string): string {
  return steps.map(({ command }) => `${prefix}${command.join(" ")}`).join(" && ");
}

function listed(packages: readonly Package[]): string {
  return packages.map((name) => (name === "chromium" ? "Chromium" : name)).join(" and ");
}

/**
 * Plan for Ubuntu, whose package is a stub that installs the snap: installs the snap directly. Derived distributions
 * have a real package.
 */
function ubuntuPlan(facts: InstallFacts): InstallPlan {
  const steps = [{ command: ["snap", "install", "chromium"] }];
  if (facts.tools.has("snap")) return asRoot(["chromium"], "snap", steps, facts, SNAP_NOTE);
  return {
    kind: "manual",
    reason:
      "Ubuntu has Chromium only as a snap, and snap is not on this machine; install Google Chrome from its own package",
  };
}

function macPlan({ tools }: InstallFacts): InstallPlan {
  const command = ["brew", "install", "--cask", "chromium"];
  if (tools.has("brew")) {
    const env = { HOMEBREW_NO_AUTO_UPDATE: "1", NONINTERACTIVE: "1" };
    return { kind: "steps", manager: "brew", steps: [{ command, env }] };
  }
  return {
    kind: "manual",
    reason: "Homebrew was not found; install Google Chrome or Homebrew, then run",
    command: command.join(" "),
  };
}

function windowsPlan({ tools }: InstallFacts): InstallPlan {
  const agreed = ["--silent", "--accept-package-agreements", "--accept-source-agreements", "--disable-interactivity"];
  const command = ["winget", "install", "--exact", "--id", "Google.Chrome", ...agreed];
  if (tools.has("winget")) return { kind: "steps", manager: "winget", steps: [{ command }] };
  return { kind: "manual", reason: "winget was not found; install Google Chrome or Edge by hand" };
}

function asRoot(
  packages: readonly Package[],
  manager: string,
  steps: readonly InstallStep[],
  facts: InstallFacts,
  note?: string,
): InstallPlan {
  const noted = note === undefined ? {} : { note };
  if (facts.root) return { kind: "steps", manager, steps, ...noted };
  if (facts.sudo) return { kind: "steps", manager, steps: steps.map(withSudo), ...noted };
  const command = asTyped(steps, "sudo ");
  const reason = `installing ${listed(packages)} needs root, and sudo is not there or asks for a password; run`;
  return { kind: "manual", reason, command };
}

/** Runs a step with sudo, which drops the environment: variables are passed as arguments. */
function withSudo({ command, env, ...rest }: InstallStep): InstallStep {
  const variables = Object.entries(env ?? {}).map(([name, value]) => `${name}=${value}`);
  return { ...rest, command: ["sudo", "-n", ...(variables.length > 0 ? ["env", ...variables] : []), ...command] };
}
