import { expect, test } from "vitest";
import { runProgramAsUser } from "../support/machine/as-user.ts";

/** A directory that is there, and that ordinary users cannot write. */
const home = "/usr";
const env = { HOME: home, SHELL: "/bin/bash", LANG: "C.UTF-8" };

test.runIf(process.getuid?.() === 0 && process.platform === "linux").concurrent.each([
  [["config", "set", "output", "json"], 10, 'cannot make the directory "/usr/.config/browserctl": permission denied'],
  [
    ["login", "--base-url", "http://127.0.0.1:9", "--skip-check", "--token-stdin"],
    10,
    'cannot make the directory "/usr/.config/browserctl": permission denied',
  ],
  [
    ["completion", "install", "bash"],
    10,
    'cannot write "/usr/.local/share/bash-completion/completions/browserctl": permission denied',
  ],
  [["local", "start"], 10, 'cannot use the state directory "/usr/.local/share/browserctl": permission denied'],
  [
    ["local", "setup", "--check"],
    10,
    'cannot use the state directory "/usr/.local/share/browserctl": permission denied',
  ],
  [["doctor", "--only", "settings"], 0, ""],
  [["context", "list"], 0, ""],
  [["__complete", "contexts", "", "--"], 0, ""],
] as const)("with a home that cannot be written, %j exits %i and says why", async (args, code, message) => {
  const result = await runProgramAsUser(args, { env, stdin: "tok" });
  expect([result.code, result.stderr]).toEqual([code, message === "" ? "" : `error: ${message}\n`]);
  if (args[0] === "doctor") expect(result.stdout).toContain('"/usr" cannot be written by this user');
});
