import { closeSync, openSync, readFileSync, realpathSync, statSync } from "node:fs";
import { mountedDirectories } from "./session-root.ts";

/** Programs of util-linux to join a running container, instead of building its view again. */
export interface EnterPrograms {
  readonly nsenter: string;
  /** Its path on the machine and inside. */
  readonly setpriv: string;
  /** Its path on the machine and inside. */
  readonly setsid: string;
}

const SPACES = ["pid", "mnt", "ipc", "uts", "cgroup", "user"] as const;
const FLAGS = { pid: "pid", mnt: "mount", ipc: "ipc", uts: "uts", cgroup: "cgroup", user: "user" } as const;
/** Script that runs the launcher in its own session and exits with its code; 128 plus the signal's number. */
const WAIT = 'setsid=$1; shift; "$setsid" -- "$@"; exit $?';
const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/**
 * Variables that are read-only or special in some shell: harmless in the environment, but fatal when a script sets
 * them.
 */
const SHELL_NAMES =
  /^(BASH.*|COLUMNS|COMP_.*|DIRSTACK|ENV|EPOCH.*|ERRNO|EUID|FUNCNAME|GROUPS|HISTCMD|IFS|LINENO|LINES|MAIL.*|OLDPWD|OPT.*|PIPESTATUS|POSIXLY_CORRECT|PPID|PS[0-9]|PWD|RANDOM|SECONDS|SHELLOPTS|SRANDOM|UID|_|__browserctl_.*)$/;
/** Maximum size of an environment for the launcher, in bytes; a shell reads its input byte by byte. */
const MAX_ENVIRONMENT = 16 * 1_024;

/**
 * Complete view of a running container, by its open namespaces, which processes enter. All processes that enter share
 * one mount namespace; a process started by bubblewrap has its own.
 */
export class ContainerView {
  readonly #spaces: { readonly flag: string; readonly fd: number }[] = [];
  readonly #files: readonly string[];
  readonly #facts: string;
  /** Resolves with true when the view is complete, with false when it failed. */
  readonly ready: Promise<boolean>;

  /**
   * @param init process id of the container's init process on the host
   * @param ready resolves once a program runs in the view
   * @param files files of the machine that the view mounts or hides individually
   */
  constructor(init: number, asUser: boolean, ready: Promise<boolean>, files: readonly string[]) {
    this.ready = ready;
    this.#files = files;
    this.#facts = identities(files);
    try {
      for (const name of SPACES) {
        if (name === "user" && !asUser) continue;
        this.#spaces.push({ flag: FLAGS[name], fd: openSync(`/proc/${init}/ns/${name}`, "r") });
      }
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /**
   * Checks whether the view is complete and a new one would still be the same. assumed: after a file is replaced, an
   * earlier mount does not show or hide the new file. This happens to the list of name servers whenever the network
   * changes.
   */
  async isCurrent(): Promise<boolean> {
    return (await this.ready) && identities(this.#files) === this.#facts;
  }

  /**
   * Command line that runs `command` inside, without capabilities and with no_new_privs, as the leader of its own
   * session. It writes `in` to descriptor 4 when it is inside and reads its environment from there.
   */
  commandLine({ nsenter, setpriv, setsid }: EnterPrograms, command: readonly string[]): string[] {
    // For users other than root the capabilities end with the program that has entered.
    const asRoot = process.getuid?.() === 0;
    return [
      nsenter,
      // By the service's descriptors: a process id could have been reused, and descriptors are not inherited.
      ...this.#spaces.map(({ flag, fd }) => `--${flag}=/proc/${process.pid}/fd/${fd}`),
      ...["--no-fork", ...(asRoot ? [] : ["--preserve-credentials"]), "--"],
      ...[setpriv, "--no-new-privs", "--pdeathsig", "KILL"],
      ...(asRoot ? ["--bounding-set=-all", "--inh-caps=-all", "--ambient-caps=-all"] : []),
      ...["--", "/bin/sh", "-c", WAIT, "sh", setsid, ...command],
    ];
  }

  close(): void {
    for (const { fd } of this.#spaces.splice(0)) closeSync(fd);
  }
}

/**
 * Formats an environment for the launcher: one line for each variable, more for multi-line values. Undefined for an
 * environment that the launcher cannot read.
 */
export function spellEnvironment(environment: Readonly<Record<string, string>>): string | undefined {
  const entries = Object.entries(environment);
  if (entries.some(([name]) => !PLAIN_NAME.test(name) || SHELL_NAMES.test(name))) return undefined;
  const lines = entries.map(([name, value]) => `=${name}=${value.replaceAll("\n", "\n+")}\n`);
  const text = `${lines.join("")}.\n`;
  return Buffer.byteLength(text) > MAX_ENVIRONMENT ? undefined : text;
}

/** Process id of the first child of a process on the host; undefined when there is no child or it is unknown. */
export function childOf(pid: number): number | undefined {
  try {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").trim().split(" ");
    return Number(child) || undefined;
  } catch {
    return undefined;
  }
}

/**
 * Checks whether the first program inside loads libraries only from the system's directories. When the service runs as
 * root, this program has capabilities for a moment and must not load anything that a session can write.
 */
export function loadsFromSystem(program: string): boolean {
  try {
    const directories = mountedDirectories().filter((path) => !["/dev", "/proc", "/run", "/sys"].includes(path));
    const inSystem = (path: string): boolean => directories.some((directory) => path.startsWith(`${directory}/`));
    if (!inSystem(program) || !inSystem(realpathSync(program))) return false;
    const preload = readIfThere("/etc/ld.so.preload").split(/[\s:]+/);
    // The cache is binary: only strings that look like paths are used.
    const cached = readIfThere("/etc/ld.so.cache")
      .split("\0")
      .filter((text) => /^\/.+\/[^/]+\.so/.test(text));
    return [...preload, ...cached].every((word) => !word.startsWith("/") || inSystem(word));
  } catch {
    return false;
  }
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}

/** Identities of files, by device and inode number. */
function identities(files: readonly string[]): string {
  const all = files.map((path) => {
    const facts = statSync(path, { throwIfNoEntry: false });
    return facts === undefined ? "" : `${facts.dev}:${facts.ino}`;
  });
  return all.join(" ");
}
