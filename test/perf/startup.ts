import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type Bench,
  environment,
  interleaved,
  program,
  type Row,
  temporaryDirectory,
  timeProgram,
  timesFloor,
} from "./bench.ts";
import { sessionServer } from "./session-server.ts";

/** Times of the same run that a row may take at most: of bare Node, or of a bare script with one `fetch`. */
const limits = { version: 1.2, help: 1.45, dryRun: 1.8, call: 0.85 } as const;

const bareFetch = `const response = await fetch(process.argv[2], {
  headers: { authorization: "Bearer token", accept: "application/json" },
});
process.stdout.write(\`\${JSON.stringify(JSON.parse(await response.text()), null, 2)}\\n\`);
`;

const bareHttp = `require("node:http").get(
  process.argv[2],
  { headers: { authorization: "Bearer token", accept: "application/json" } },
  async (response) => {
    let text = "";
    for await (const chunk of response) text += chunk;
    process.stdout.write(\`\${JSON.stringify(JSON.parse(text), null, 2)}\\n\`);
  },
);
`;

/** Whole runs of the program against bare Node, and against bare scripts that make the same call. */
export async function benchStartup(bench: Bench): Promise<readonly Row[]> {
  const home = await temporaryDirectory(bench);
  const [fetchScript, httpScript] = [join(home, "bare-fetch.mjs"), join(home, "bare-http.cjs")];
  await writeFile(fetchScript, bareFetch);
  await writeFile(httpScript, bareHttp);
  const baseUrl = await sessionServer(bench);
  const env = environment(home, { BROWSERCTL_BASE_URL: baseUrl, BROWSERCTL_TOKEN: "token" });
  const run =
    (...args: string[]) =>
    () =>
      timeProgram(bench, args, env);
  const get = [program, "browsers", "get", "shop"];
  const times = await interleaved(bench, bench.long ? 60 : 20, {
    node: run("-e", "0"),
    version: run(program, "--version"),
    help: run(program, "--help"),
    commandHelp: run(program, "browsers", "get", "--help"),
    completion: run(program, "completion", "bash"),
    dryRun: run(...get, "--dry-run"),
    http: run(httpScript, `${baseUrl}/browsers/shop`),
    fetch: run(fetchScript, `${baseUrl}/browsers/shop`),
    json: run(...get, "-o", "json"),
    text: run(...get),
  });
  const { node, fetch } = times;
  return [
    timesFloor("--version / bare node", times.version, node, limits.version),
    timesFloor("--help / bare node", times.help, node, limits.help),
    timesFloor("browsers get --help / bare node", times.commandHelp, node, limits.help),
    timesFloor("completion bash / bare node", times.completion, node, limits.help),
    timesFloor("browsers get --dry-run / bare node", times.dryRun, node, limits.dryRun),
    timesFloor("bare node:http script / bare node", times.http, node),
    timesFloor("bare fetch script / bare node", fetch, node),
    timesFloor("a call, -o json / bare node:http script", times.json, times.http),
    timesFloor("a call, -o json / bare fetch script", times.json, fetch, limits.call),
    timesFloor("a call, text in a pipe / bare fetch script", times.text, fetch, limits.call),
  ];
}
