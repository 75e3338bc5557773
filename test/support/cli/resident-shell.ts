import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { posixQuote } from "../../../src/core/shell-quotes.ts";

export interface ScriptRun {
  readonly code: number;
  readonly stderr: string;
  readonly stdout: string;
}

export interface ScriptOptions {
  readonly cwd: string;
  /** Variables beside the search path. */
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
}

/**
 * Runs scripts one after another, each in a shell of its own, as children of one shell. A fork of this process costs
 * much more: it copies the page tables of all the memory that the tests of a worker take.
 */
export class ResidentShell {
  readonly #directory = mkdtempSync(join(tmpdir(), "browserctl-shell-"));
  readonly #shell: ChildProcessByStdio<Writable, Readable, null>;
  readonly #codes: AsyncIterator<string>;
  #runs = 0;

  constructor() {
    const env = { PATH: process.env["PATH"] ?? "" };
    this.#shell = spawn("sh", { env, stdio: ["pipe", "pipe", "inherit"] });
    this.#codes = createInterface({ input: this.#shell.stdout })[Symbol.asyncIterator]();
  }

  /** Runs a script to its end. It may be longer than an argument. */
  async run(script: string, { cwd, env = {}, stdin = "" }: ScriptOptions): Promise<ScriptRun> {
    this.#runs += 1;
    const file = (kind: string): string => join(this.#directory, `${this.#runs}.${kind}`);
    writeFileSync(file("script"), script);
    writeFileSync(file("stdin"), stdin);
    const variables = Object.entries(env).map(([name, value]) => `export ${name}=${posixQuote(value)}`);
    const streams = `< ${file("stdin")} > ${file("stdout")} 2> ${file("stderr")}`;
    const steps = [`cd ${posixQuote(cwd)}`, ...variables, `exec sh ${file("script")} ${streams}`];
    this.#shell.stdin.write(`(${steps.join("\n")})\necho $?\n`);
    const { value: code, done } = await this.#codes.next();
    if (done) throw new Error("the resident shell has ended");
    const [stdout = "", stderr = ""] = ["stdout", "stderr"].map((kind) => readFileSync(file(kind), "utf8"));
    return { code: Number(code), stdout, stderr };
  }

  async close(): Promise<void> {
    const closed = once(this.#shell, "close");
    this.#shell.stdin.end();
    await closed;
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
