import { spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import { until } from "../../support/until.ts";

/** An interactive shell on a terminal of its own. */
export interface ShellTerminal {
  type(keys: string): void;
  /** Everything that was shown since the last call of `clear`, without control sequences. */
  screen(): string;
  clear(): void;
  shows(text: string): Promise<unknown>;
  end(): Promise<void>;
}

/** Starts a shell, given as a command line for sh, and waits until it has run `first`. */
export async function openShell(
  command: string,
  options: { env: Readonly<Record<string, string>>; cwd: string; first?: string },
): Promise<ShellTerminal> {
  const child = spawn("script", ["-qfec", `stty rows 50 cols 300; exec ${command}`, "/dev/null"], {
    cwd: options.cwd,
    env: { PATH: process.env["PATH"] ?? "", TERM: "xterm", LANG: "C.UTF-8", HOME: options.cwd, ...options.env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let shown = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
  });
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  const terminal: ShellTerminal = {
    type: (keys) => void child.stdin.write(keys),
    screen: () => stripVTControlCharacters(shown).replaceAll("\u0007", ""),
    clear: () => {
      shown = "";
    },
    shows: (text) =>
      until(() => terminal.screen().includes(text), {
        what: () => `${text} in ${JSON.stringify(shown)}`,
      }),
    end: async () => {
      // Ctrl-C for what is typed, then the end of the session.
      child.stdin.end("\u0003\rexit\r");
      const kill = setTimeout(() => child.kill("SIGKILL"), 3000);
      await ended;
      clearTimeout(kill);
    },
  };
  terminal.type(`${options.first ? `${options.first}; ` : ""}echo rea''dy\r`);
  await terminal.shows("ready");
  return terminal;
}
