import { readFileSync } from "node:fs";
import { afterAll, onTestFinished } from "vitest";
import { readLocalState } from "../../../src/settings/local-state.ts";
import { writeFakeBrowser } from "../browser/fake-browser.ts";
import {
  type CliOptions,
  type CliResult,
  createHome,
  type Home,
  removeHome,
  runHere,
  spawnCli,
  temporaryHome,
} from "./run-cli.ts";

/** A home with a way to call the program in it; the local service in it is stopped when the test has finished. */
export interface LocalHome extends Home {
  cli(args: readonly string[], options?: CliOptions): Promise<CliResult>;
  /** Runs a command that must succeed, and gives its JSON. */
  json<T>(args: readonly string[]): Promise<T>;
}

export interface StartedService {
  base_url: string;
  context: string;
  pid: number;
  port: number;
  state_dir: string;
}

export interface SessionRecord {
  session_id: string;
  cdp_ws_url: string;
  name?: string;
}

export type StartedHome = LocalHome & { service: StartedService };

/** Options of a home. */
export interface LocalHomeOptions {
  /** True when the sessions of its service have the stand-in for a browser. */
  readonly fakeBrowser?: boolean;
  /**
   * True when its commands run in this process: each start of the built program costs 0.08 s of CPU time. Those at a
   * terminal and those that start or stop the service are the program's all the same.
   */
  readonly inProcess?: boolean;
}

/** A home of its own in which no service runs yet. */
export function localHome({ fakeBrowser = false, inProcess = false }: LocalHomeOptions = {}): LocalHome {
  const home = inHome(temporaryHome(), inProcess);
  home.env["BROWSERCTL_CHROME_STORE_URL"] = process.env["BROWSERCTL_CHROME_STORE_URL"] ?? "";
  if (fakeBrowser) home.env["BROWSERCTL_CHROMIUM"] = writeFakeBrowser();
  onTestFinished(() => stopService(home));
  return home;
}

/** A home in which the local service runs. */
export async function startedHome(options?: LocalHomeOptions): Promise<StartedHome> {
  const home = localHome(options);
  return { ...home, service: await home.json<StartedService>(["local", "start"]) };
}

/**
 * A home and its local service for all tests of a file, for those that neither stop the service nor count what is in it.
 * Call it at the top level; the service starts with the first test that asks for the home. With `fakeBrowser` its sessions
 * have the stand-in for a browser.
 */
export function sharedHome({
  fakeBrowser = false,
  inProcess = false,
}: LocalHomeOptions = {}): () => Promise<StartedHome> {
  let shared: Promise<StartedHome> | undefined;
  const start = async (): Promise<StartedHome> => {
    const home = inHome(createHome(), inProcess);
    if (fakeBrowser) home.env["BROWSERCTL_CHROMIUM"] = writeFakeBrowser();
    home.env["BROWSERCTL_CHROME_STORE_URL"] = process.env["BROWSERCTL_CHROME_STORE_URL"] ?? "";
    return { ...home, service: await home.json<StartedService>(["local", "start"]) };
  };
  afterAll(async () => {
    const home = await shared;
    if (!home) return;
    await stopService(home);
    removeHome(home);
  });
  return () => {
    shared ??= start();
    return shared;
  };
}

function inHome(home: Home, inProcess: boolean): LocalHome {
  const cli = (args: readonly string[], options: CliOptions = {}): Promise<CliResult> => {
    const { stdin, env = {}, cwd = home.dir, ...more } = options;
    const isHere = inProcess && args[0] !== "local" && Object.keys(more).length === 0;
    if (isHere) return runHere(args, { home, env, cwd, ...(stdin !== undefined && { stdin }) });
    return spawnCli(args, { home, ...options }).done;
  };
  return {
    ...home,
    cli,
    json: async <T>(args: readonly string[]) => {
      const result = await cli([...args, "-o", "json"]);
      if (result.code !== 0) throw new Error(`${args.join(" ")} ended with ${result.code}: ${result.stderr}`);
      return JSON.parse(result.stdout) as T;
    },
  };
}

async function stopService(home: LocalHome): Promise<void> {
  if (readLocalState(home.stateDir) === undefined) return;
  const { code, stderr } = await home.cli(["local", "stop"]);
  if (code !== 0) throw new Error(`the local service did not stop: ${stderr}`);
}

/** True for a live process; a zombie is not alive. */
export function alive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
