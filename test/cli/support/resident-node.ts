import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ScriptOptions, ScriptRun } from "../../support/cli/resident-shell.ts";

const host = `
import { Readable } from "node:stream";
const own = { ...process.env };
process.on("message", async ({ file, cwd, env, stdin }) => {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, own, env);
  Object.defineProperty(process, "stdin", { value: Readable.from([Buffer.from(stdin)]), configurable: true });
  const error = await import(file).then(() => undefined, (cause) => String(cause.stack ?? cause));
  process.send({ error });
});
`;

/** Runs modules one after another in one process of Node: a start of Node for each costs much more. */
export class ResidentNode {
  readonly #directory = mkdtempSync(join(tmpdir(), "browserctl-modules-"));
  readonly #node: ChildProcess;
  #runs = 0;

  constructor() {
    const file = join(this.#directory, "host.mjs");
    writeFileSync(file, host);
    const env = { PATH: process.env["PATH"] ?? "" };
    this.#node = fork(file, [], { env, stdio: ["ignore", "ignore", "inherit", "ipc"], execArgv: [] });
  }

  /** Runs a module to its end; code 1 and its stack where it throws. */
  async run(text: string, { cwd, env = {}, stdin = "" }: ScriptOptions): Promise<ScriptRun> {
    this.#runs += 1;
    const file = join(this.#directory, `${this.#runs}.mjs`);
    writeFileSync(file, text);
    const answered = once(this.#node, "message") as Promise<[{ error?: string }]>;
    this.#node.send({ file, cwd, env, stdin });
    const [{ error }] = await answered;
    return { code: error === undefined ? 0 : 1, stdout: "", stderr: error ?? "" };
  }

  async close(): Promise<void> {
    const exited = once(this.#node, "exit");
    this.#node.kill();
    await exited;
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
