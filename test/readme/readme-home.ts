import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { root } from "../../src/generate/paths.ts";
import { until } from "../support/until.ts";
import type { CodeFile } from "./console-blocks.ts";
import type { ExampleSite } from "./example-site.ts";
import { type Reply, type ShellResult, ShellSession } from "./shell-session.ts";

/** Name of the site in README. */
const SITE = "https://example.com";

/** Commands after which the page looks different; a person looks at it before going on. */
const ACTS = /^browserctl browsers computer (click|press .*\bReturn\b)/;

/** Stand-in for npm, which would ask a registry: installs the checkout's package where README says so. */
const npm = `#!/bin/sh
[ "$*" = "install playwright-core" ] || exit 1
mkdir -p node_modules && ln -s '${join(root, "node_modules/playwright-core")}' node_modules/ && echo "added 1 package"
`;

/** Options of a {@link ReadmeHome}. */
export interface HomeOptions {
  readonly site: ExampleSite;
  /** Addresses of further services by their names in README. */
  readonly services?: Readonly<Record<string, string>>;
}

/**
 * An empty home, an empty working directory, and a bash in which `browserctl` is a command. The
 * site's names in README stand for its address here. At the end the local service that it started is stopped.
 */
export class ReadmeHome implements AsyncDisposable {
  readonly #home: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #shell: ShellSession;
  readonly #site: ExampleSite;
  readonly #addresses: readonly (readonly [name: string, address: string])[];

  private constructor(home: string, env: Readonly<Record<string, string>>, shell: ShellSession, options: HomeOptions) {
    this.#home = home;
    this.#env = env;
    this.#shell = shell;
    this.#site = options.site;
    this.#addresses = addressesOf(options);
  }

  static async create(options: HomeOptions): Promise<ReadmeHome> {
    const home = await mkdtemp(join(tmpdir(), "browserctl-readme-"));
    const env = {
      HOME: home,
      PATH: `${join(home, "bin")}:${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`,
      LANG: "C.UTF-8",
      TMPDIR: tmpdir(),
      BROWSERCTL_TEST_RUN: process.env["BROWSERCTL_TEST_RUN"] ?? "",
    };
    const work = join(home, "work");
    await mkdir(join(home, "bin"));
    await mkdir(work);
    await symlink(join(root, "bin/browserctl.js"), join(home, "bin/browserctl"));
    await writeFile(join(home, "bin/npm"), npm, { mode: 0o755 });
    return new ReadmeHome(home, env, await ShellSession.start(work, env), options);
  }

  async write({ name, text }: CodeFile): Promise<void> {
    const path = join(this.#home, "work", name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, this.#here(text));
  }

  /** Types a command of README. The lines name the places as README does. */
  async run(command: string, replies?: readonly Reply[]): Promise<ShellResult> {
    const before = this.#site.changes;
    const { lines, exitCode } = await this.#shell.run(this.#here(command), replies);
    if (ACTS.test(command)) {
      await until(() => this.#site.changes > before, { what: `the page to change after "${command}"` });
    }
    return { lines: lines.map((line) => this.#asInReadme(line)), exitCode };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#shell.close();
    await promisify(execFile)("browserctl", ["local", "stop"], { env: this.#env });
    await rm(this.#home, { recursive: true, force: true, maxRetries: 5 });
  }

  #here(text: string): string {
    return this.#addresses.reduce((all, [name, address]) => all.replaceAll(name, address), text);
  }

  #asInReadme(line: string): string {
    return this.#addresses
      .reduce((all, [name, address]) => all.replaceAll(address, name), line)
      .replaceAll(this.#home, "~");
  }
}

function addressesOf({ site, services = {} }: HomeOptions): [name: string, address: string][] {
  return [...Object.entries(services), [SITE, site.url]];
}
