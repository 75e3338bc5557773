import { execFileSync } from "node:child_process";
import { constants, mkdirSync, openSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ResidentShell } from "../../support/resident-shell.ts";
import { type CliResult, type Home, program, runHere } from "../../support/run-cli.ts";

/** Call of the program in a line that was typed. */
export interface LineCall {
  readonly argv: readonly string[];
  readonly result: CliResult;
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

/**
 * A shell in which `browserctl` is a program that runs in this process: a start of Node for each line costs much more. The
 * program reads its words, variables, directory and stdin from the process that stands for it. Commands that start or stop
 * the service are the built program.
 */
export class ExampleShell implements AsyncDisposable {
  readonly #home: Home;
  readonly #shell = new ResidentShell();
  readonly #fifo: Socket;
  readonly #directory: string;
  #calls: LineCall[] = [];
  #confirms = false;

  constructor(home: Home) {
    this.#home = home;
    this.#directory = join(home.dir, ".calls");
    const bin = join(home.dir, "bin");
    for (const directory of [bin, this.#directory]) mkdirSync(directory);
    const fifo = join(this.#directory, "fifo");
    execFileSync("mkfifo", [fifo]);
    const script = `#!/bin/sh
case "$1 $2" in "local start"|"local stop"|"local reset"|"doctor "*) exec ${process.execPath} ${program} "$@" ;; esac
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

  /** Types a line. With `confirms` a person at a terminal says yes to its questions. */
  async run(line: string, options: { cwd?: string; confirms?: boolean; stdin?: string } = {}): Promise<LineResult> {
    this.#calls = [];
    this.#confirms = options.confirms === true;
    const path = `${join(this.#home.dir, "bin")}:${this.#home.env["PATH"]}`;
    const env = { ...this.#home.env, PATH: path, PASSWORD: "secret", SHOP_TOKEN: "sk-shop" };
    const { code, stderr, stdout } = await this.#shell.run(line, {
      cwd: options.cwd ?? this.#home.dir,
      env,
      stdin: options.stdin ?? "",
    });
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
    const given = this.#confirms ? person : { stdin: readFileSync(file("in")) };
    const result = await runHere(argv, { home: this.#home, env, cwd, ...given });
    this.#calls.push({ argv, result });
    writeFileSync(file("out"), result.bytes);
    writeFileSync(file("err"), result.stderr);
    await writeFile(file("done"), `${result.code}\n`);
  }
}
