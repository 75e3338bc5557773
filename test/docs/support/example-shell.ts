import { execFileSync } from "node:child_process";
import { constants, mkdirSync, openSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { Socket } from "node:net";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { ResidentShell } from "../../support/cli/resident-shell.ts";
import { type CliResult, type Home, program, runHere } from "../../support/cli/run-cli.ts";

/** Call of the program in a line that was typed. */
export interface LineCall {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly stdin: Buffer;
  readonly result: CliResult;
}

/** Call of the program that has not ended yet. */
export interface RunningLine {
  /** Everything on stdout and stderr so far. */
  readonly output: () => string;
  /** Interrupts it as Ctrl-C does. */
  readonly interrupt: () => void;
}

export interface LineOptions {
  readonly cwd?: string;
  /** A person at a terminal says yes to its questions. */
  readonly confirms?: boolean;
  readonly stdin?: string;
  /** Work beside the line, from the start of its call of the program on. */
  readonly during?: ((running: RunningLine) => Promise<unknown>) | undefined;
}

/** Result of a line that was typed. */
export interface LineResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly calls: readonly LineCall[];
}

/** A person who answers each confirmation with yes. */
const person = { tty: { stdin: true, stdout: true, stderr: true }, stdin: "y\r" };

/** Time after which a call is interrupted, in milliseconds: it waits for what does not come. */
const LIMIT_MS = 200_000;

/** Commands that are the built program here: those that start processes of their own, or end the service. */
const built = [
  '"local start"',
  '"local stop"',
  '"local reset"',
  '"local uninstall"*',
  '"browsers run"',
  '"doctor "*',
].join("|");

/**
 * A shell in which `browserctl` is a program that runs in this process: a start of Node for each line costs much more. The
 * program reads its words, variables, directory and stdin from the process that stands for it.
 */
export class ExampleShell implements AsyncDisposable {
  readonly #home: Home;
  readonly #env: Readonly<Record<string, string>>;
  readonly #shell = new ResidentShell();
  readonly #fifo: Socket;
  readonly #directory: string;
  #calls: LineCall[] = [];
  #options: LineOptions = {};
  #beside: Promise<unknown> | undefined;

  constructor(home: Home, env: Readonly<Record<string, string>>) {
    this.#home = home;
    this.#env = { ...env, PATH: `${dirname(process.execPath)}:${env["PATH"]}` };
    this.#directory = join(home.dir, ".calls");
    const bin = join(home.dir, "bin");
    for (const directory of [bin, this.#directory]) mkdirSync(directory, { recursive: true });
    const fifo = join(this.#directory, "fifo");
    execFileSync("mkfifo", [fifo]);
    const script = `#!/bin/sh
case "$1 $2" in ${built}) exec ${process.execPath} ${program} "$@" ;; esac
call=${this.#directory}/$$
cat > "$call.in"
mkfifo "$call.done"
echo $$ > ${fifo}
read -r code < "$call.done"
cat "$call.err" >&2
cat "$call.out"
exit "$code"
`;
    writeFileSync(join(bin, "browserctl"), script, { mode: 0o755 });
    const fd = openSync(fifo, constants.O_RDWR | constants.O_NONBLOCK);
    this.#fifo = new Socket({ fd, readable: true, writable: false });
    createInterface({ input: this.#fifo }).on("line", (pid) => void this.#answer(pid));
  }

  /** Types a line. */
  async run(line: string, options: LineOptions = {}): Promise<LineResult> {
    this.#calls = [];
    this.#options = options;
    this.#beside = undefined;
    const { cwd = this.#home.dir, stdin = "" } = options;
    const isBuilt = /browserctl local start/.test(line);
    if (isBuilt) this.#beside = options.during?.({ output: () => "", interrupt: () => {} });
    const { code, stderr, stdout } = await this.#shell.run(line, { cwd, env: this.#env, stdin });
    await this.#beside;
    return { code, stdout, stderr, calls: this.#calls };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#fifo.destroy();
    await this.#shell.close();
  }

  async #answer(pid: string): Promise<void> {
    const file = (kind: string): string => join(this.#directory, `${pid}.${kind}`);
    const texts = (name: string): string[] => readFileSync(`/proc/${pid}/${name}`, "utf8").split("\0").slice(0, -1);
    const [, , ...argv] = texts("cmdline");
    const env = Object.fromEntries(texts("environ").map((each) => each.split(/=(.*)/s).slice(0, 2)));
    const cwd = realpathSync(`/proc/${pid}/cwd`);
    const stdin = readFileSync(file("in"));
    const given = this.#options.confirms === true ? person : { stdin };
    const interrupt = Promise.withResolvers<NodeJS.Signals>();
    const limit = setTimeout(() => interrupt.resolve("SIGTERM"), LIMIT_MS);
    let output = "";
    const running = runHere(argv, {
      ...{ home: this.#home, env, cwd, ...given },
      interrupt: interrupt.promise,
      onOutput: (text) => {
        output += text;
      },
    });
    this.#beside ??= this.#options.during?.({ output: () => output, interrupt: () => interrupt.resolve("SIGINT") });
    this.#beside?.catch(() => interrupt.resolve("SIGINT"));
    const result = await running.catch((error: Error) => failed(error));
    clearTimeout(limit);
    this.#calls.push({ argv, cwd, stdin, result });
    writeFileSync(file("out"), result.bytes);
    writeFileSync(file("err"), result.stderr);
    await writeFile(file("done"), `${result.code}\n`);
  }
}

/** Result in place of one that is not as its command declares it. */
function failed({ message }: Error): CliResult {
  return { code: 99, signal: null, stderr: message, stdout: "", bytes: Buffer.alloc(0) };
}
