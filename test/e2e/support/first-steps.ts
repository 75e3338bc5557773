import { existsSync, mkdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openShell, type ShellTerminal } from "../../generate/support/shell-terminal.ts";
import { sharedHome } from "../../support/cli/local-home.ts";
import { program as builtProgram, runHere } from "../../support/cli/run-cli.ts";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { until } from "../../support/until.ts";

const installBound = 300_000;

const shells = {
  bash: async () => "bash -i",
  zsh: async () => `${await ensureDebianPackage("zsh")} -i`,
  fish: async () => ensureDebianPackage("fish"),
};

/** Clears the line in every shell. */
const KILL_LINE = "\u0005\u0015";

/** Person who knows only the name of the program: uses TAB, words that TAB showed, names that TAB completed. */
class Newcomer {
  readonly #shell: ShellTerminal;
  #lines = 0;

  constructor(shell: ShellTerminal) {
    this.#shell = shell;
  }

  /** Presses TAB twice after the typed text, and deletes the text when all these words are shown. */
  async sees(typed: string, ...words: readonly string[]): Promise<void> {
    await this.#shows(`${typed}\t\t`, ...words);
    this.#shell.type(KILL_LINE);
  }

  /** Types a line whose last word TAB completes to a name, and runs it with the rest. */
  async completes(typed: string, name: string, rest: string, shown: string): Promise<string> {
    await this.names(typed, name);
    return await this.runs(rest, shown);
  }

  /** Types words of which TAB completes the last one to a name. */
  async names(typed: string, name: string): Promise<void> {
    await this.#shows(`${typed}\t`, name);
  }

  /**
   * Types keys, repeatedly from the beginning of the line, until all words are shown: a service may take longer than
   * TAB waits, and bash lists words only at a second TAB in a row.
   */
  async #shows(keys: string, ...words: readonly string[]): Promise<void> {
    const isShown = (): boolean => words.every((word) => this.#shell.screen().includes(word));
    await until(
      async () => {
        this.#shell.type(KILL_LINE);
        this.#shell.clear();
        this.#shell.type(keys);
        return await until(isShown, { boundMs: 3000 }).then(
          () => true,
          () => false,
        );
      },
      { what: () => `${words.join(", ")} in ${this.#shell.screen()}` },
    );
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
          await person.runs("browserctl apps deploy examp\t", "running");
        }
        await person.names("browserctl invoke ex", "example-app");
        const begun = await person.completes("browserctl invoke example-app cou", "countdown", "-q --asy\t", "");
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
