import { readFileSync } from "node:fs";
import { onTestFinished } from "vitest";
import { type CliOptions, type CliResult, type Home, runCli, temporaryHome } from "./run-cli.ts";

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

/** A home of its own in which no service runs yet. */
export function localHome(): LocalHome {
  const home = temporaryHome();
  const cli = (args: readonly string[], options: CliOptions = {}): Promise<CliResult> =>
    runCli(args, { home, ...options });
  onTestFinished(async () => {
    const { code, stderr } = await cli(["local", "stop"]);
    if (code !== 0) throw new Error(`the local service did not stop: ${stderr}`);
  });
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

/** A home in which the local service runs. */
export async function startedHome(): Promise<LocalHome & { service: StartedService }> {
  const home = localHome();
  return { ...home, service: await home.json<StartedService>(["local", "start"]) };
}

/** Whether a process is alive; one that has ended and waits for its parent is not. */
export function alive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
