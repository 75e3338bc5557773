import { copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../../../src/generate/paths.ts";
import { exampleVariables } from "../../support/cli/example-lines.ts";
import {
  type CliResult,
  createHome,
  type HereOptions,
  type Home,
  removeHome,
  runHere,
  spawnCli,
} from "../../support/cli/run-cli.ts";
import { type Answer, type ApiOptions, callApi } from "../../support/service/service.ts";
import { writtenState } from "../../support/service/written-state.ts";
import { writeStageContent } from "./example-files.ts";
import { ExampleShell } from "./example-shell.ts";
import type { ExampleSites } from "./example-sites.ts";
import { ExampleTerminal } from "./example-terminal.ts";
import { ExampleWorld, type Send } from "./example-world.ts";

/**
 * Home, shell and records of examples that run one after another. Stages over one service share no record: each has a
 * project of its own.
 */
export class ExampleStage implements AsyncDisposable {
  readonly home: Home;
  readonly sites: ExampleSites;
  readonly shell: ExampleShell;
  readonly terminal: ExampleTerminal;
  readonly world: ExampleWorld;
  readonly settingsFile: string;
  /** Variables that examples read. */
  readonly #variables: Readonly<Record<string, string>>;
  /** Id of the project of its own. */
  readonly project: string | undefined;

  private constructor(home: Home, sites: ExampleSites, project: string | undefined) {
    this.home = home;
    this.sites = sites;
    this.project = project;
    this.settingsFile = join(home.configDir, "settings.json");
    this.#variables = {
      ...exampleVariables("correct-horse"),
      SHOP_TOKEN: this.token,
      PATH: `${join(home.dir, "bin")}:${home.env["PATH"]}`,
    };
    const env = { ...home.env, ...this.#variables };
    this.shell = new ExampleShell(home, env);
    this.terminal = new ExampleTerminal(home, env);
    this.world = new ExampleWorld(this.send, sites);
    writeStageContent(this);
    const modules = join(home.dir, "node_modules");
    mkdirSync(modules);
    symlinkSync(join(root, "node_modules/playwright-core"), join(modules, "playwright-core"));
  }

  /** A stage in a home whose service runs; the home is removed by whoever made it. */
  static in(home: Home, sites: ExampleSites): ExampleStage {
    return new ExampleStage(home, sites, undefined);
  }

  /** A stage with a home and a project of its own over the service of another home. */
  static async beside(service: Home, sites: ExampleSites, name: string): Promise<ExampleStage> {
    const home = createHome();
    home.stateDir = service.stateDir;
    home.env["BROWSERCTL_STATE_DIR"] = service.stateDir;
    mkdirSync(home.configDir, { mode: 0o700 });
    copyFileSync(join(service.configDir, "settings.json"), join(home.configDir, "settings.json"));
    const made = await runHere(["projects", "create", name, "-q"], { home });
    if (made.code !== 0) throw new Error(made.stderr);
    const used = await runHere(["projects", "use", name], { home });
    if (used.code !== 0) throw new Error(used.stderr);
    return new ExampleStage(home, sites, made.stdout.trim());
  }

  /** Address of the service. */
  get baseUrl(): string {
    return writtenState(this.home.stateDir)?.base_url ?? "";
  }

  /** Token of the service. */
  get token(): string {
    return writtenState(this.home.stateDir)?.token ?? "";
  }

  /** Starts the service where it does not run, and stores its token in a file. */
  async startService(): Promise<void> {
    const { code, stderr } = await spawnCli(["local", "start"], { home: this.home }).done;
    if (code !== 0) throw new Error(stderr);
    this.write("token.txt", `${this.token}\n`);
  }

  /** Writes the files again that examples name. */
  restoreContent(): void {
    writeStageContent(this);
  }

  /** Sends a request to the service, in the project of this stage. */
  readonly api = (method: string, path: string, options: ApiOptions = {}): Promise<Answer> => {
    const { base_url = "", token = "" } = writtenState(this.home.stateDir) ?? {};
    const headers = this.project === undefined ? {} : { "x-kernel-project": this.project };
    return callApi(base_url, token, method, path, { ...options, headers });
  };

  /** Sends a request that must succeed. */
  readonly send: Send = async (method, path, options) => {
    const answer = await this.api(method, path, options);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer;
  };

  /** Runs a command of the program in this process. */
  cli(words: readonly string[], options: HereOptions = {}): Promise<CliResult> {
    return runHere(words, { ...options, home: this.home, env: { ...this.#variables, ...options.env } });
  }

  /** Runs a command that must succeed, and gives its JSON. */
  async json<T>(...words: string[]): Promise<T> {
    const { code, stderr, stdout } = await this.cli([...words, "-o", "json"]);
    if (code !== 0) throw new Error(`${words.join(" ")}: ${stderr}`);
    return JSON.parse(stdout) as T;
  }

  path(name: string): string {
    return join(this.home.dir, name);
  }

  read(name: string): string {
    return readFileSync(this.path(name), "utf8");
  }

  write(name: string, content: string | Uint8Array, mode = 0o644): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), content, { mode });
  }

  remove(name: string): void {
    rmSync(this.path(name), { recursive: true, force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.terminal.close();
    await this.shell[Symbol.asyncDispose]();
    if (this.project !== undefined) removeHome(this.home);
  }
}
