import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type SettingsPaths, settingsPaths } from "../../../src/settings/paths.ts";

/** A temporary directory that is gone when the test ends. */
export function temporaryDirectory(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "browserctl-settings-")));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

export async function pathsIn(directory: string): Promise<SettingsPaths> {
  const env = { BROWSERCTL_CONFIG_DIR: join(directory, "config"), BROWSERCTL_STATE_DIR: join(directory, "state") };
  return settingsPaths(env, directory);
}

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface ChildOptions {
  env?: NodeJS.ProcessEnv;
  /** The modes of files bind it, as they bind everybody but root. */
  bound?: boolean;
}

/** Root without its capabilities: still the owner of the files, and no longer above their modes. */
const withoutPrivileges = process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-all", "--inh-caps=-all", "--"] : [];

/** A child process that ends with the test at the latest. */
export class Child {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  stdout = "";
  constructor(file: string, args: readonly string[], options: ChildOptions = {}) {
    const env = { ...process.env, ...options.env };
    const [program = "", ...words] = [...(options.bound ? withoutPrivileges : []), file, ...args];
    this.process = spawn(program, words, { env, stdio: ["pipe", "pipe", "pipe"] });
    let stderr = "";
    this.process.stdout?.on("data", (chunk) => {
      this.stdout += chunk;
    });
    this.process.stderr?.on("data", (chunk) => {
      stderr += chunk;
    });
    this.process.stdin?.on("error", () => {});
    this.ended = new Promise((resolve, reject) => {
      this.process.on("error", reject);
      this.process.on("close", (code, signal) => resolve({ code, signal, stdout: this.stdout, stderr }));
    });
    onTestFinished(async () => {
      this.process.kill("SIGKILL");
      await this.ended.catch(() => {});
    });
  }

  /** Settles once the child has printed `text`; rejects when it ends without. */
  async said(text: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const look = (): void => {
        if (this.stdout.includes(text)) resolve();
      };
      this.process.stdout?.on("data", look);
      look();
      void this.ended.then((end) => reject(new Error(`ended without "${text}": ${JSON.stringify(end)}`)), reject);
    });
  }
}
