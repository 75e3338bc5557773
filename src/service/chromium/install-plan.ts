/** Facts about the machine that determine the plan. */
export interface InstallFacts {
  platform: NodeJS.Platform;
  /** Ids of the distribution and of those it derives from (/etc/os-release), its own first. */
  distribution: readonly string[];
  /** Installed programs. */
  tools: ReadonlySet<string>;
  root: boolean;
  /** True when `sudo -n true` works: commands can run as root without a password. */
  sudo: boolean;
}

/** Command of a plan. A failed `optional` command does not stop the installation. */
export interface InstallStep {
  command: readonly string[];
  env?: Readonly<Record<string, string>>;
  optional?: boolean;
}

export type InstallPlan =
  | { kind: "steps"; manager: string; steps: readonly InstallStep[]; note?: string }
  /** Manual installation; `command` is the command to type, if there is one. */
  | { kind: "manual"; reason: string; command?: string };

/** Installable packages: a browser, and on Linux the container of processes. Every package manager uses these names. */
export type Package = "chromium" | "bubblewrap";

interface Manager {
  tool: string;
  steps: (name: Package) => InstallStep[];
}

const APT_ENV = { DEBIAN_FRONTEND: "noninteractive" };

/** Package managers in the order of the search on Linux. */
const LINUX_MANAGERS: readonly Manager[] = [
  {
    tool: "apt-get",
    steps: (name) => [
      // Fails when one source is unreachable, although the package may come from another.
      { command: ["apt-get", "update"], env: APT_ENV, optional: true },
      { command: ["apt-get", "install", "--yes", "--no-install-recommends", name], env: APT_ENV },
    ],
  },
  { tool: "dnf", steps: (name) => [{ command: ["dnf", "install", "--assumeyes", name] }] },
  {
    tool: "pacman",
    steps: (name) => [{ command: ["pacman", "--sync", "--refresh", "--noconfirm", "--needed", name] }],
  },
  { tool: "apk", steps: (name) => [{ command: ["apk", "add", "--no-cache", name] }] },
  {
    tool: "zypper",
    steps: (name) => [{ command: ["zypper", "--non-interactive", "install", "--auto-agree-with-licenses", name] }],
  },
];

const SNAP_NOTE =
  "on Ubuntu Chromium is a snap package, which sees neither hidden folders nor /tmp: if sessions do not start, install " +
  "Google Chrome and name it with --browser";

/**
 * Plans the installation of a package with the machine's package manager, as root or with a passwordless sudo.
 * Otherwise returns the command for the user to run.
 */
export function installPlan(facts: InstallFacts, name: Package = "chromium"): InstallPlan {
  if (name === "chromium") {
    if (facts.platform === "darwin") return macPlan(facts);
    if (facts.platform === "win32") return windowsPlan(facts);
    if (facts.platform === "linux" && facts.distribution[0] === "ubuntu") return ubuntuPlan(facts);
  }
  if (facts.platform !== "linux")
    return { kind: "manual", reason: `there is no known way to install ${name} on ${facts.platform}` };
  const manager = LINUX_MANAGERS.find(({ tool }) => facts.tools.has(tool));
  if (!manager) {
    const known = LINUX_MANAGERS.map(({ tool }) => tool).join(", ");
    return { kind: "manual", reason: `no package manager that is known here was found (${known})` };
  }
  return asRoot(name, manager.tool, manager.steps(name), facts);
}

/**
 * Plan for Ubuntu, whose package is a stub that installs the snap: installs the snap directly. Derived distributions
 * have a real package.
 */
function ubuntuPlan(facts: InstallFacts): InstallPlan {
  const steps = [{ command: ["snap", "install", "chromium"] }];
  if (facts.tools.has("snap")) return asRoot("chromium", "snap", steps, facts, SNAP_NOTE);
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
  name: Package,
  manager: string,
  steps: readonly InstallStep[],
  facts: InstallFacts,
  note?: string,
): InstallPlan {
  const noted = note === undefined ? {} : { note };
  if (facts.root) return { kind: "steps", manager, steps, ...noted };
  if (facts.sudo) return { kind: "steps", manager, steps: steps.map(withSudo), ...noted };
  const command = steps.map((step) => `sudo ${step.command.join(" ")}`).join(" && ");
  const what = name === "chromium" ? "Chromium" : name;
  const reason = `installing ${what} needs root, and sudo is not there or asks for a password; run`;
  return { kind: "manual", reason, command };
}

/** Runs a step with sudo, which drops the environment: variables are passed as arguments. */
function withSudo({ command, env, ...rest }: InstallStep): InstallStep {
  const variables = Object.entries(env ?? {}).map(([name, value]) => `${name}=${value}`);
  return { ...rest, command: ["sudo", "-n", ...(variables.length > 0 ? ["env", ...variables] : []), ...command] };
}
