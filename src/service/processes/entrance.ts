import { closeSync, openSync, readFileSync, realpathSync, statSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { mountedDirectories } from "./session-root.ts";

/** Programs of util-linux with which a process joins a container that stands, instead of building its view again. */
export interface EntrancePrograms {
  readonly nsenter: string;
  /** Its path on the machine and inside. */
  readonly setpriv: string;
  /** Its path on the machine and inside. */
  readonly setsid: string;
}

const SPACES = ["pid", "mnt", "ipc", "uts", "cgroup", "user"] as const;
const FLAGS = { pid: "pid", mnt: "mount", ipc: "ipc", uts: "uts", cgroup: "cgroup", user: "user" } as const;
/** Runs the launcher in a session of its own and ends as it does: as a shell says it, 128 and more for a signal. */
const WAIT = 'setsid=$1; shift; "$setsid" -- "$@"; exit $?';
const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/**
 * Variables that some shell keeps for itself: given by its environment they do no harm, set by a script they end it.
 */
const SHELL_NAMES =
  /^(BASH.*|COLUMNS|COMP_.*|DIRSTACK|ENV|EPOCH.*|ERRNO|EUID|FUNCNAME|GROUPS|HISTCMD|IFS|LINENO|LINES|MAIL.*|OLDPWD|OPT.*|PIPESTATUS|POSIXLY_CORRECT|PPID|PS[0-9]|PWD|RANDOM|SECONDS|SHELLOPTS|SRANDOM|UID|_|__browserctl_.*)$/;
/** Files that {@link viewArguments} mounts or hides one by one: the list of name servers and those that are secret. */
export function singleFiles(secret: readonly string[]): string[] {
  return ["/etc/resolv.conf", ...secret];
}
/** A shell reads what it is told byte by byte. */
const MAX_ENVIRONMENT = 16 * 1_024;

/**
 * The way into a container whose view is built: its namespaces, open. It is one of its root's files and mounts for all
 * who use it; a process by bubblewrap has a view of its own.
 */
export class Entrance {
  readonly #spaces: { readonly flag: string; readonly fd: number }[] = [];
  readonly #files: readonly string[];
  readonly #facts: string;
  /** Resolves when the view is whole: with false when it never will be. */
  readonly ready: Promise<boolean>;

  /**
   * @param init first process of the container, as the host sees it
   * @param echo input and output of a program in it that repeats what it is told, once it runs
   * @param files files of the machine that its view shows or hides one by one
   */
  constructor(init: number, asUser: boolean, echo: { input: Writable; output: Readable }, files: readonly string[]) {
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
    this.ready = new Promise((resolve) => {
      const settle = (ready: boolean): void => {
        resolve(ready);
        echo.output.destroy();
      };
      echo.output
        .once("data", () => settle(true))
        .once("error", () => settle(false))
        .once("end", () => settle(false));
      echo.input.write("\n");
    });
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
   * The command line that runs `command` inside, without capabilities and new rights, as the leader of a session of its
   * own. It says `in` at descriptor 4 when it is there and takes its environment from it.
   */
  commandLine({ nsenter, setpriv, setsid }: EntrancePrograms, command: readonly string[]): string[] {
    // As a user the capabilities end with the program that has entered.
    const asRoot = process.getuid?.() === 0;
    return [
      nsenter,
      // By the service's own descriptors: a number of a process could be another's by now, and nothing is passed on.
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
 * An environment as the launcher takes it: a line for each variable, more for those of several lines. Undefined for one
 * that it cannot take: bubblewrap does.
 */
export function spellEnvironment(environment: Readonly<Record<string, string>>): string | undefined {
  const entries = Object.entries(environment);
  if (entries.some(([name]) => !PLAIN_NAME.test(name) || SHELL_NAMES.test(name))) return undefined;
  const lines = entries.map(([name, value]) => `=${name}=${value.replaceAll("\n", "\n+")}\n`);
  const text = `${lines.join("")}.\n`;
  return Buffer.byteLength(text) > MAX_ENVIRONMENT ? undefined : text;
}

/** The only child of a process, as the host sees it; undefined when it has none, or the system does not tell. */
export function childOf(pid: number): number | undefined {
  try {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").trim().split(" ");
    return Number(child) || undefined;
  } catch {
    return undefined;
  }
}

/**
 * Checks whether the first program that runs inside finds its libraries only in the system's directories. When the
 * service runs as root, this program has capabilities for a moment: it must not load anything that a session can write.
 */
export function loadsFromSystem(program: string): boolean {
  try {
    const directories = mountedDirectories().filter((path) => !["/dev", "/proc", "/run", "/sys"].includes(path));
    const inSystem = (path: string): boolean => directories.some((directory) => path.startsWith(`${directory}/`));
    if (!inSystem(program) || !inSystem(realpathSync(program))) return false;
    const preload = readIfThere("/etc/ld.so.preload").split(/[\s:]+/);
    // Texts between numbers, some of which begin like a path too.
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

/** Which files these are now, by the numbers that the system knows them by. */
function identities(files: readonly string[]): string {
  const all = files.map((path) => {
    const facts = statSync(path, { throwIfNoEntry: false });
    return facts === undefined ? "" : `${facts.dev}:${facts.ino}`;
  });
  return all.join(" ");
}
