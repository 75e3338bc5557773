import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import {
  aboveFloor,
  type Bench,
  environment,
  interleaved,
  program,
  type Row,
  temporaryFolder,
  timeProgram,
} from "./bench.ts";

const VERSION_LIMIT = 8;
const HELP_LIMIT = 15;
const COMMAND_LIMIT = 20;
const CALL_LIMIT = 15;

/**
 * Ends the program where it calls `fetch`. Node's own HTTP library, which any `fetch` loads, is loaded before on both
 * sides: some of it is needed to make the request.
 */
const untilFetch = "void globalThis.Headers; globalThis.fetch = () => process.exit(0);\n";

const bareFetch = `const response = await fetch(process.argv[2], {
  headers: { authorization: "Bearer token", accept: "application/json" },
});
process.stdout.write(\`\${JSON.stringify(JSON.parse(await response.text()), null, 2)}\\n\`);
`;

const session = {
  session_id: "session",
  name: "shop",
  created_at: "2026-01-01T00:00:00Z",
  cdp_ws_url: "ws://127.0.0.1/cdp",
  headless: true,
  stealth: false,
  timeout_seconds: 600,
};

/** Milliseconds of the start of the program above those of a Node that does nothing, or the same bare call. */
export async function benchStartup(bench: Bench): Promise<readonly Row[]> {
  const home = await temporaryFolder(bench);
  const preload = join(home, "until-fetch.cjs");
  const script = join(home, "bare-fetch.mjs");
  await writeFile(preload, untilFetch);
  await writeFile(script, bareFetch);
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "application/json").end(JSON.stringify(session));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  bench.defer(() => server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = environment(home, { BROWSERCTL_BASE_URL: baseUrl, BROWSERCTL_TOKEN: "token" });
  const run =
    (...args: string[]) =>
    () =>
      timeProgram(bench, args, env);
  const get = [program, "browsers", "get", "shop"];
  const rounds = bench.long ? 60 : 20;
  const starts = await interleaved(bench, rounds, {
    floor: run("-e", "0"),
    version: run(program, "--version"),
    help: run(program, "--help"),
    commandHelp: run(program, "browsers", "get", "--help"),
    completion: run(program, "completion", "bash"),
  });
  const commands = await interleaved(bench, rounds, {
    floor: run("--require", preload, "-e", "fetch()"),
    command: run("--require", preload, ...get),
  });
  const calls = await interleaved(bench, rounds, {
    floor: run(script, `${baseUrl}/browsers/shop`),
    json: run(...get, "-o", "json"),
    text: run(...get),
  });
  return [
    aboveFloor("--version", starts.version, starts.floor, VERSION_LIMIT),
    aboveFloor("--help", starts.help, starts.floor, HELP_LIMIT),
    aboveFloor("browsers get --help", starts.commandHelp, starts.floor, HELP_LIMIT),
    aboveFloor("completion bash", starts.completion, starts.floor, HELP_LIMIT),
    aboveFloor("a command until it calls fetch", commands.command, commands.floor, COMMAND_LIMIT),
    aboveFloor("a call to loopback, -o json", calls.json, calls.floor, CALL_LIMIT),
    aboveFloor("a call to loopback, text in a pipe", calls.text, calls.floor, CALL_LIMIT),
  ];
}
