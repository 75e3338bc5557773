import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { temporaryDirectory } from "../../support/browser/chromium.ts";
import { killProcesses } from "../../support/machine/kill-processes.ts";
import { processesMarked } from "../../support/machine/leftovers.ts";
import { until } from "../../support/until.ts";
import type { WebApplication } from "./web-application.ts";

/** Maximum time for the start of an application, in milliseconds. */
const START_BOUND_MS = 180_000;
/** Size of the kept output of an application, in characters. */
const OUTPUT_KEPT = 4_000;

interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** Empty directory and port of one application. Everything that it starts ends with the test. */
export class Place {
  readonly directory: string;
  readonly port: number;
  #output = "";
  #ended: string | undefined;
  readonly #groups: number[] = [];

  constructor(directory: string, port: number) {
    this.directory = directory;
    this.port = port;
  }

  static async create(): Promise<Place> {
    const place = new Place(await temporaryDirectory(), await freePort());
    onTestFinished(() => place.#end());
    return place;
  }

  /** Address of the application, without a path. */
  get url(): string {
    return `http://localhost:${this.port}`;
  }

  /** Newest output of the application's processes. */
  get output(): string {
    return this.#output;
  }

  /** Name of the process that has ended by itself. */
  get ended(): string | undefined {
    return this.#ended;
  }

  /** Starts a process of the application, which is to live until the end of the test. */
  spawn(command: string, args: readonly string[], options: RunOptions = {}): ChildProcess {
    const env = this.#environment(options);
    const cwd = options.cwd ?? this.directory;
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => this.#say(text.toString()));
    if (child.pid !== undefined) this.#groups.push(-child.pid);
    child.on("error", (error) => this.#say(String(error)));
    child.on("exit", (code) => {
      this.#ended ??= `${command} (exit ${code})`;
    });
    return child;
  }

  /** Runs a command to its end, and gives its output. */
  async run(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
    const env = this.#environment(options);
    const cwd = options.cwd ?? this.directory;
    const running = promisify(execFile)(command, args, { cwd, env, maxBuffer: 1e8, timeout: START_BOUND_MS });
    // A command may end before it has read everything.
    running.child.stdin?.on("error", () => {});
    running.child.stdin?.end(options.input ?? "");
    const { stdout, stderr } = await running.catch((error: Error & { stdout?: string }) => {
      throw new Error(`${error.message}\n${error.stdout?.slice(-OUTPUT_KEPT)}`);
    });
    this.#say(stderr);
    return stdout;
  }

  /** The directory is in the environment of every process, so that one that leaves its group is found too. */
  #environment({ env = {} }: RunOptions): NodeJS.ProcessEnv {
    const { NODE_OPTIONS: _, VITEST: __, NODE_ENV: ___, ...own } = process.env;
    return { ...own, HOME: this.directory, TMPDIR: this.directory, ...env, BROWSERCTL_TEST_PLACE: this.directory };
  }

  #say(text: string): void {
    this.#output = (this.#output + text).slice(-OUTPUT_KEPT);
  }

  async #end(): Promise<void> {
    killProcesses(this.#groups);
    const left = async (): Promise<boolean> => {
      const processes = await processesMarked(this.directory);
      killProcesses(processes.map(({ pid }) => pid));
      return processes.length === 0;
    };
    await until(left, { what: `the end of the application in ${this.directory}` });
  }
}

/** Installs and starts an application. */
export async function withApplication(application: WebApplication): Promise<Place> {
  const place = await Place.create();
  await application.start(place);
  const isUp = async (): Promise<boolean> => {
    if (place.ended !== undefined) throw new Error(`${place.ended} has ended: ${place.output}`);
    // A page behind a redirect may need cookies.
    const answer = await fetch(place.url + application.path, { redirect: "manual" }).catch(() => undefined);
    await answer?.body?.cancel();
    return answer !== undefined && answer.status < 500 && answer.status !== 404;
  };
  const what = (): string => `${application.name}: ${place.output}`;
  await until(isUp, { what, boundMs: START_BOUND_MS });
  return place;
}

/** Port of 127.0.0.1 that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}
