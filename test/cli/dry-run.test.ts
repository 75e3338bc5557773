import { expect, test } from "vitest";
import type { BodyTools } from "../../src/cli/declare/body.ts";
import type { CommandTypes } from "../../src/cli/declare/declaration.ts";
import { loadOperation } from "../../src/cli/declare/operations.ts";
import type { CommandSpec } from "../../src/cli/declare/spec.ts";
import { commands as allCommands } from "../../src/generate/all-commands.ts";
import { placeOf, withFlags, writeExampleContent } from "../support/cli/example-content.ts";
import { exampleCalls, exampleVariables } from "../support/cli/example-lines.ts";
import { runHere, temporaryHome } from "../support/cli/run-cli.ts";
import { apiServer } from "../support/servers/api-server.ts";

/** Examples of a command that makes requests for other arguments. */
const readsFile = /^profiles inspect \.\//;

test.each(["--dry-run", "--print=curl", "--print=fetch", "--print=powershell"])(
  "%s of every example prints the request and sends nothing",
  async (flag) => {
    const home = temporaryHome();
    writeExampleContent(home);
    const server = await apiServer();
    const env = { ...server.env, ...exampleVariables("secret") };
    const bad: string[] = [];
    const shown = new Set<CommandSpec>();
    for (const { argv, spec, line } of exampleCalls(home)) {
      if (!(spec.requests ?? spec.operation !== undefined)) continue;
      const result = await runHere(withFlags(argv, flag), { home, env, ...placeOf(line, home) });
      // A local service that does not run has no port.
      const address = spec.service === "local" ? "http://127.0.0.1/_local/" : server.url;
      if (result.code !== 0 || (!result.stdout.includes(address) && !readsFile.test(line))) {
        bad.push(`${line}: exit ${result.code}, ${result.stdout}${result.stderr}`);
      }
      shown.add(spec);
    }
    expect(bad).toEqual([]);
    expect(server.requests).toEqual([]);
    const requesting = allCommands.filter((spec) => spec.requests ?? spec.operation !== undefined);
    expect(requesting.filter((spec) => !shown.has(spec)).map(({ words }) => words)).toEqual([]);
  },
);

/** A command whose own function sends without a thought of `--dry-run`. */
function careless(send: (call: () => Promise<unknown>) => Promise<unknown>): CommandSpec {
  return {
    words: "browsers get",
    effects: "none",
    operation: "browsers.get",
    examples: [],
    preview: "calls",
    run: async () => ({
      run: async ({ anyValue, client, request }: BodyTools<CommandTypes>) => {
        const made = await client();
        const operation = await loadOperation("browsers.get");
        return anyValue(await send(() => made.call(operation, { params: { ...request.params } })));
      },
    }),
  };
}

test.each(["--dry-run", "--print=curl", "--print=fetch", "--print=powershell"])(
  "%s stops a call that a command makes on its own",
  async (flag) => {
    const server = await apiServer();
    const commands = [careless((call) => call())];
    const { code, stdout } = await runHere(["browsers", "get", "s1", flag], { env: server.env, commands });
    expect(stdout).toContain(`${server.url}/browsers/s1`);
    expect(code).toBe(0);
  },
);

test("--dry-run prints the requests of a command that catches every error", async () => {
  const server = await apiServer();
  const commands = [
    careless(async (call) => {
      await call().catch(() => {});
      return call().catch(() => "not sent");
    }),
  ];
  const { code, stdout } = await runHere(["browsers", "get", "s1", "--dry-run", "-o", "json"], {
    env: server.env,
    commands,
  });
  expect(JSON.parse(stdout)).toMatchObject([{ method: "GET" }, { method: "GET" }]);
  expect(code).toBe(0);
});
