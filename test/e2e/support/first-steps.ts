import { existsSync, mkdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openShell, type ShellTerminal } from "../../generate/support/shell-terminal.ts";
import { ensureDebianPackage } from "../../support/debian-package.ts";
import { sharedHome } from "../../support/local-home.ts";
import { program as builtProgram, runHere } from "../../support/run-cli.ts";
import { until } from "../../support/until.ts";

const installBound = 300_000;

const shells = {
  bash: async () => "bash -i",
  zsh: async () => `${await ensureDebianPackage("zsh")} -i`,
  fish: async () => ensureDebianPackage("fish"),
};

/** Clears the line in every shell. */
const KILL_LINE = "\u0005\u0015";

/** Way of a person who knows the name of the program alone: TAB, words that TAB showed, names that TAB completed. */
class Newcomer {
  readonly #shell: ShellTerminal;
  #lines = 0;

  constructor(shell: ShellTerminal) {
    this.#shell = shell;
  }

  /** Presses TAB behind what is typed, and takes it back when all these words are shown. */
  async sees(typed: string, ...words: readonly string[]): Promise<void> {
    this.#shell.clear();
    this.#shell.type(`${typed}\t\t`);
    for (const word of words) await this.#shell.shows(word);
    this.#shell.type(KILL_LINE);
  }

  /** Types a line whose last word TAB completes to a name, which may take the service longer than TAB waits. */
  async completes(typed: string, name: string, rest: string, shown: string): Promise<string> {
    this.#shell.clear();
    this.#shell.type(typed);
    await until(
      async () => {
        this.#shell.type("\t");
        return await until(() => this.#shell.screen().includes(name), { boundMs: 1500 }).then(
          () => true,
          () => false,
        );
      },
      { what: () => `${name} behind ${typed} in ${this.#shell.screen()}` },
    );
    return await this.runs(rest, shown);
  }

  /** Types a line to its end and returns what is on the screen when the next prompt can be used. */
  async runs(typed: string, shown: string): Promise<string> {
    this.#lines += 1;
    this.#shell.clear();
    this.#shell.type(`${typed}\r`);
    await this.#shell.shows(shown);
    this.#shell.type(`echo line-${this.#lines}'-ended'\r`);
    await this.#shell.shows(`line-${this.#lines}-ended`);
    return this.#shell.screen();
  }
}

/** Registers the tour of a newcomer in each of some shells, over one service. */
export function testFirstSteps(...names: readonly (keyof typeof shells)[]): void {
  const home = sharedHome({ fakeBrowser: true });
  test.each(names)(
    "%s completion alone leads to a session, a profile download and a followed invocation",
    async (name) => {
      const service = await home();
      const isFirst = name === names[0];
      const work = join(service.dir, name);
      const bin = join(service.dir, "bin");
      mkdirSync(work);
      mkdirSync(bin, { recursive: true });
      if (!existsSync(join(bin, "browserctl"))) symlinkSync(builtProgram, join(bin, "browserctl"));
      await runHere(["completion", "install", name], { home: service });
      const env = { ...service.env, PATH: `${bin}:${process.env["PATH"]}`, SHELL: name, TMPDIR: service.dir };
      const shell = await openShell(await shells[name](), { env, cwd: work });
      try {
        const person = new Newcomer(shell);
        await person.sees("browserctl ", "browsers", "local", "profiles", "invoke");
        await person.runs("browserctl loc\tstar\t", "is already running");

        await person.sees("browserctl browsers ", "create", "get", "delete");
        if (isFirst) await person.runs("browserctl profiles cr\tcustomer", "created_at");
        await person.completes(
          `browserctl browsers cr\t--na\tshop-${name} --prof\tcu`,
          "customer",
          "--save-pr\t",
          "session_id",
        );
        const got = await person.completes("browserctl browsers get sh", `shop-${name}`, "", "cdp_ws_url");
        expect(got).toContain(`shop-${name}`);
        await person.completes("browserctl browsers del\tsh", `shop-${name}`, "--yes", "nded");
        await person.completes("browserctl profiles dow\tcu", "customer", "", "customer.tar.zst");
        expect(statSync(join(work, "customer.tar.zst")).size).toBeGreaterThan(100);

        if (isFirst) {
          await person.runs("browserctl apps in\t", "example-app");
          await person.runs("browserctl apps dep\texamp\t", "running");
        }
        const begun = await person.completes("browserctl invoke ex\tcou", "countdown", "-q --asy\t", "");
        const [id = ""] = /\b[a-z][a-z0-9]{23}\b/.exec(begun) ?? [];
        await person.sees(`browserctl invocations tail `, id);
        await person.completes(`browserctl invocations tai\t${id.slice(0, 8)}`, id, "", "succeeded");
      } finally {
        await shell.end();
      }
    },
    installBound,
  );
}
