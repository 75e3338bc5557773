import { existsSync } from "node:fs";
import {
  type Bench,
  environment,
  interleaved,
  program,
  type Row,
  standalone,
  temporaryDirectory,
  timeProgram,
  timesFloor,
} from "./bench.ts";
import { sessionServer } from "./session-server.ts";

/** Times that the single executable may take, of the launcher's with the same Node in the same run. */
const LIMIT = 1.35;

/** Whole runs of the single executable against the launcher; nothing where `npm run build:standalone` has not built it. */
export async function benchStandalone(bench: Bench): Promise<readonly Row[]> {
  if (!existsSync(standalone)) return [];
  const home = await temporaryDirectory(bench);
  const baseUrl = await sessionServer(bench);
  const env = environment(home, { BROWSERCTL_BASE_URL: baseUrl, BROWSERCTL_TOKEN: "token" });
  const get = ["browsers", "get", "shop"];
  const launcher = (words: readonly string[]) => () => timeProgram(bench, [program, ...words], env);
  const alone = (words: readonly string[]) => () => timeProgram(bench, words, env, standalone);
  const times = await interleaved(bench, bench.long ? 60 : 20, {
    node: () => timeProgram(bench, ["-e", "0"], env),
    version: launcher(["--version"]),
    aloneVersion: alone(["--version"]),
    help: launcher(["--help"]),
    aloneHelp: alone(["--help"]),
    get: launcher(get),
    aloneGet: alone(get),
  });
  return [
    timesFloor("executable --version / launcher", times.aloneVersion, times.version, LIMIT),
    timesFloor("executable --help / launcher", times.aloneHelp, times.help, LIMIT),
    timesFloor("executable browsers get / launcher", times.aloneGet, times.get, LIMIT),
    timesFloor("executable --help / bare node", times.aloneHelp, times.node),
  ];
}
