import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Reply, ShellSession } from "../../readme/shell-session.ts";
import { type Home, program } from "../../support/cli/run-cli.ts";
import type { LineResult } from "./example-shell.ts";

/** Terminal of a person, with a bash in which `browserctl` is the built program. It opens with the first line. */
export class ExampleTerminal {
  readonly #home: Home;
  readonly #env: Readonly<Record<string, string>>;
  #session: Promise<ShellSession> | undefined;

  constructor(home: Home, env: Readonly<Record<string, string>>) {
    this.#home = home;
    this.#env = env;
  }

  /** Types a line, and the replies where it asks for them. */
  async run(line: string, replies: readonly Reply[]): Promise<LineResult> {
    this.#session ??= this.#open();
    try {
      const { exitCode, lines } = await (await this.#session).run(line, replies);
      return { code: exitCode, stdout: lines.join("\n"), stderr: "", calls: [] };
    } catch (error) {
      // The line still has the terminal.
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const session = await this.#session;
    this.#session = undefined;
    await session?.close();
  }

  async #open(): Promise<ShellSession> {
    const bin = join(this.#home.dir, "terminal-bin");
    mkdirSync(bin, { recursive: true });
    if (!existsSync(join(bin, "browserctl"))) symlinkSync(program, join(bin, "browserctl"));
    const path = `${bin}:${dirname(process.execPath)}:${this.#env["PATH"]}`;
    return await ShellSession.start(this.#home.dir, { ...this.#env, PATH: path });
  }
}
