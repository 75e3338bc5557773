import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { CommandSpec } from "../../src/cli/spec.ts";
import { apiServer } from "../support/api-server.ts";
import { exampleCalls, writeExampleFiles } from "../support/example-lines.ts";
import { type Home, runHere, temporaryHome } from "../support/run-cli.ts";

/** Content of the files that examples name and that commands read before they make a request. */
const content: Record<string, string> = {
  "photo.png": "png",
  "a.csv": "a",
  "b.csv": "b",
  "actions.json": '[{"type":"sleep","sleep":{"duration_ms":100}}]',
  "my-extension/manifest.json": '{"manifest_version":3,"name":"mine","version":"1"}',
  "dist/manifest.json": '{"manifest_version":3,"name":"mine","version":"1"}',
  "cookies.json": '[{"name":"a","value":"b","domain":"example.com","path":"/"}]',
  "example-app/app.ts": "export default {};",
  "example-app/package.json": '{"name":"example","type":"module"}',
  "project/src/shop.ts": "export default {};",
  "project/prod.env": "A=b",
  "shop/app.ts": "export default {};",
  "orders.json": "{}",
  "state.json": '{"cookies":[{"name":"a","value":"b","domain":"example.com","path":"/"}],"origins":[]}',
};

/** Examples that fail here before they make a request: what they read is an archive or a profile. */
const withoutFiles = /work\.tar\.zst|blocker(-1\.4)?\.zip|\.config\/chromium/;

function writeContent(home: Home): void {
  writeExampleFiles(home);
  for (const [path, text] of Object.entries(content)) {
    mkdirSync(dirname(join(home.dir, path)), { recursive: true });
    writeFileSync(join(home.dir, path), text);
  }
}

/** The words with a flag that previews, and without another form of the result. */
function previewing(flag: string, argv: readonly string[]): string[] {
  const end = argv.indexOf("--");
  const own = (end === -1 ? argv : argv.slice(0, end)).filter(
    (word, at, all) => !["-o", "--query", "-q"].includes(word) && !["-o", "--query"].includes(all[at - 1] ?? ""),
  );
  return [...own, flag, ...(end === -1 ? [] : argv.slice(end))];
}

test.each(["--dry-run", "--print=curl"])("%s of every example prints the request and sends nothing", async (flag) => {
  const home = temporaryHome();
  writeContent(home);
  const server = await apiServer();
  const env = { ...server.env, PASSWORD: "secret" };
  const bad: string[] = [];
  let shown = 0;
  for (const { argv, spec, line } of exampleCalls(home)) {
    if (!(spec.requests ?? spec.operation !== undefined) || withoutFiles.test(line)) continue;
    const stdin = line.includes("state.json") ? content["state.json"] : "[]";
    const cwd = line.includes("--root .") ? join(home.dir, "project") : home.dir;
    const result = await runHere(previewing(flag, argv), { home, env, cwd, stdin: stdin ?? "" });
    if (result.code !== 0 || !result.stdout.includes(server.url)) {
      bad.push(`${line}: exit ${result.code}, ${result.stdout}${result.stderr}`);
    }
    shown += 1;
  }
  expect(bad).toEqual([]);
  expect(server.requests).toEqual([]);
  expect(shown).toBeGreaterThan(100);
});

/** A command whose own function sends without a thought of `--dry-run`. */
function careless(send: (call: () => Promise<unknown>) => Promise<unknown>): CommandSpec {
  return {
    words: "browsers get",
    operation: "browsers.get",
    examples: [],
    run: async () => ({
      run: async (context) => {
        const client = await context.client();
        const operation = await context.loadOperation("browsers.get");
        const value = await send(() => client.call(operation, { params: context.request.params }));
        return { kind: "value", value };
      },
    }),
  };
}

test.each(["--dry-run", "--print=curl"])("%s stops a call that a command makes unasked", async (flag) => {
  const server = await apiServer();
  const commands = [careless((call) => call())];
  const { code, stdout } = await runHere(["browsers", "get", "s1", flag], { env: server.env, commands });
  expect(stdout).toContain(`${server.url}/browsers/s1`);
  expect(code).toBe(0);
});

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
