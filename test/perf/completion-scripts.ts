import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../support/screen/debian-package.ts";
import { type Bench, interleaved, median, type Row, temporaryDirectory } from "./bench.ts";

/** Milliseconds that loading a script may add to the bare start of its shell, and the first TAB to a loaded one. */
const limits = { load: 15, firstTab: 50 } as const;

const scripts = join(import.meta.dirname, "../../completions");

/** Time that the completion scripts add to the start of each shell, and time of the first TAB with fish and bash. */
export async function benchCompletionScripts(bench: Bench): Promise<readonly Row[]> {
  const [zsh, fish] = [await ensureDebianPackage("zsh"), await ensureDebianPackage("fish")];
  const home = await temporaryDirectory(bench);
  const env = { PATH: process.env["PATH"] ?? "", HOME: home, LANG: "C.UTF-8", TERM: "xterm" };
  const bashTab = join(home, "tab.bash");
  await writeFile(
    bashTab,
    `source ${scripts}/browserctl.bash; COMP_WORDS=(browserctl brow) COMP_CWORD=1 COMP_LINE="browserctl brow" COMP_POINT=15
_browserctl browserctl brow browserctl; [[ $COMPREPLY == browsers ]]`,
  );

  const run =
    (program: string, ...args: string[]) =>
    () =>
      timeShell(program, args, env);
  const times = await interleaved(bench, bench.long ? 60 : 20, {
    bash: run("bash", "--noprofile", "--norc", "-c", ":"),
    bashLoad: run("bash", "--noprofile", "--norc", "-c", `source ${scripts}/browserctl.bash`),
    bashTab: run("bash", "--noprofile", "--norc", bashTab),
    zsh: run(zsh, "-f", "-c", ":"),
    zshLoad: run(zsh, "-f", "-c", `compdef() { : }; source ${scripts}/_browserctl`),
    fish: run(fish, "--no-config", "-c", ":"),
    fishLoad: run(fish, "--no-config", "-c", `source ${scripts}/browserctl.fish`),
    fishBareTab: run(fish, "--no-config", "-c", "complete -c other -f -a browsers; complete -C 'other brow'"),
    fishTab: run(fish, "--no-config", "-c", `source ${scripts}/browserctl.fish; complete -C 'browserctl brow'`),
  });
  return [
    above("bash: source the completion script", times.bashLoad, times.bash, limits.load),
    above("zsh: source the completion script", times.zshLoad, times.zsh, limits.load),
    above("fish: source the completion script", times.fishLoad, times.fish, limits.load),
    above("bash: source, and the first TAB", times.bashTab, times.bash, limits.firstTab),
    above("fish: source, and the first TAB", times.fishTab, times.fishBareTab, limits.firstTab),
  ];
}

function above(name: string, values: readonly number[], floors: readonly number[], limit: number): Row {
  const differences = values.map((value, at) => value - (floors[at] ?? Number.NaN));
  return { name, value: median(values), floor: median(floors), above: median(differences), limit };
}

async function timeShell(program: string, args: readonly string[], env: Record<string, string>): Promise<number> {
  const started = performance.now();
  const child = spawn(program, args, { env, cwd: "/", stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const [code] = await once(child, "close");
  const ms = performance.now() - started;
  if (code !== 0 || errors !== "") throw new Error(`${program} ${args.join(" ")} ended with ${code}: ${errors}`);
  return ms;
}
