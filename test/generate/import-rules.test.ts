import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  areaOf,
  importedModules,
  importRules,
  importViolations,
  sourceImports,
  withResources,
} from "../../src/generate/import-rules.ts";

const ofProject = await sourceImports();
const projectRules = withResources(importRules, ofProject);
const rules = (from: string, to: string): string[] =>
  importViolations([{ from, to }], projectRules).map(({ rule }) => rule);

/** Writes a project of these files and gives its directory. */
async function project(files: Record<string, string>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "browserctl-imports-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(directory, dirname(path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
  return directory;
}

test("the sources keep every import rule", () => {
  expect(ofProject.length).toBeGreaterThan(2_000);
  expect(importViolations(ofProject, projectRules)).toEqual([]);
});

test("a type imported upwards in a project on disk is found, with its file", async () => {
  const directory = await project({
    "src/service/chromium/pages.ts": 'import type { Reply } from "../http/reply.ts";\nexport type Page = Reply;\n',
    "src/service/http/reply.ts": 'import { page } from "../chromium/pages.ts";\nexport type Reply = typeof page;\n',
  });
  const found = importViolations(await sourceImports(directory), {
    "service/chromium": ["core"],
    "service/http": ["service/chromium"],
  });
  expect(found).toEqual([
    {
      rule: "service/chromium imports only itself, core",
      where: "src/service/chromium/pages.ts imports src/service/http/reply.ts",
    },
  ]);
});

test("a directory without a rule fails, whatever it imports", async () => {
  const directory = await project({ "src/service/queues/queue.ts": 'import { join } from "node:path";\njoin();\n' });
  expect(importViolations(await sourceImports(directory), importRules)).toEqual([
    { rule: "service/queues has no import rule", where: "src/service/queues/queue.ts imports node:path" },
  ]);
});

test("a directory that holds a table needs no rule of its own, and handlers may import it", async () => {
  const imported = 'import { table } from "../store/table.ts";\ntable;\n';
  const directory = await project({
    "src/service/bookmarks/bookmark-table.ts": imported,
    "src/service/bookmarks/bookmarks.ts": 'import { launch } from "../chromium/launch.ts";\nlaunch;\n',
    "src/service/handlers/bookmarks.ts": 'import { bookmarks } from "../bookmarks/bookmark-table.ts";\nbookmarks;\n',
    "src/service/lines/table.ts": imported,
  });
  const imports = await sourceImports(directory);
  const found = importViolations(imports, withResources(importRules, imports)).map(({ rule, where }) => [where, rule]);
  expect(found).toEqual([
    [
      "src/service/bookmarks/bookmarks.ts imports src/service/chromium/launch.ts",
      expect.stringMatching("^service/bookmarks imports only itself, contract, core, service/clock"),
    ],
    ["src/service/lines/table.ts imports src/service/store/table.ts", "service/lines has no import rule"],
  ]);
});

test.for([
  ["import of a value", 'import { a } from "./a.ts";'],
  ["import for its effects", 'import "./a.ts";'],
  ["import of a type", 'import type { A } from "./a.ts";'],
  ["inline import of a type", 'import { type A } from "./a.ts";'],
  ["re-export", 'export { a } from "./a.ts";'],
  ["re-export of a type", 'export type { A } from "./a.ts";'],
  ["re-export of everything", 'export * from "./a.ts";'],
  ["import()", 'const a = await import("./a.ts");'],
  ["import() with attributes", 'const a = await import("./a.ts", { with: { type: "json" } });'],
  ["import() type", 'type A = import("./a.ts").A;'],
] as const)("the syntax tree shows an %s", ([, text]) => {
  expect(importedModules("src/core/b.ts", text)).toEqual(["./a.ts"]);
});

test("text that only looks like an import is none, and a syntax error names its file", () => {
  expect(importedModules("src/core/b.ts", '// import "./a.ts"\nconst text = `import("./a.ts")`;')).toEqual([]);
  expect(() => importedModules("src/core/b.ts", "import {")).toThrow("src/core/b.ts: ");
});

test.for([
  ["src/app/define-app.ts", "src/core/io.ts"],
  ["src/contract/browsers.ts", "src/client/call.ts"],
  ["src/core/io.ts", "src/contract/common.ts"],
  ["src/core/io.ts", "src/main.ts"],
  ["src/settings/model.ts", "src/client/call.ts"],
  ["src/render/table.ts", "src/contract/common.ts"],
  ["src/client/call.ts", "src/cli/declare/spec.ts"],
  ["src/client/call.ts", "src/settings/model.ts"],
  ["src/tui/select.tsx", "src/cli/declare/spec.ts"],
  ["src/service/app.ts", "src/cli/declare/spec.ts"],
  ["src/service/app.ts", "src/commands/login.ts"],
  ["src/service/handlers/browsers.ts", "src/client/call.ts"],
  ["src/service/http/routes.ts", "src/render/table.ts"],
  ["src/service/lifecycle/serve.ts", "src/tui/select.tsx"],
  ["src/service/login/page/read-page.ts", "src/service/login/drive/driven-page.ts"],
  ["src/service/login/drive/open-login-page.ts", "src/service/login/flow/flow-error.ts"],
  ["src/service/login/decide/verdict.ts", "src/service/login/drive/login-page.ts"],
  ["src/service/hosted-login/hosted-page.ts", "src/service/login/decide/verdict.ts"],
] as const)("%s must not import %s", ([from, to]) => {
  const rule = expect.stringMatching(`^${areaOf(from)} imports only itself`);
  expect(rules(from, to)).toEqual([rule]);
});

test("commands reach the machine through its facade and the service through its lifecycle, and no driver", () => {
  const reached = importRules["commands"]?.filter((area) => area.startsWith("service/"));
  expect(reached).toEqual(["service/lifecycle", "service/machine"]);
  const rule = expect.stringMatching("^commands imports only itself");
  expect(rules("src/commands/local/setup.run.ts", "src/service/chromium/find.ts")).toEqual([rule]);
  expect(rules("src/commands/local/setup.run.ts", "src/service/machine/find-browser.ts")).toEqual([]);
});

test("contract imports no module of Node; the other areas may", () => {
  expect(rules("src/contract/browsers.ts", "node:fs")).toEqual(["contract imports no node:* module"]);
  expect(rules("src/core/io.ts", "node:fs")).toEqual([]);
});

test("the layers of the service have no cycle", () => {
  const service = Object.keys(projectRules).filter((area) => area.startsWith("service/"));
  const reached = (from: string, seen = new Set<string>()): Set<string> => {
    for (const next of projectRules[from] ?? []) {
      if (!seen.has(next)) reached(next, seen.add(next));
    }
    return seen;
  };
  expect(service.filter((area) => reached(area).has(area))).toEqual([]);
});

test("every file of the rooms of a login is reached from the program, and none lies beside the rooms", () => {
  const next = Map.groupBy(ofProject, ({ from }) => from);
  const reached = new Set(["src/main.ts"]);
  for (const file of reached) for (const { to } of next.get(file) ?? []) reached.add(to);
  const files = [...next.keys(), ...reached].filter((file) => file.startsWith("src/service/login/"));
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => !reached.has(file))).toEqual([]);
  expect(files.filter((file) => file.split("/").length !== 5)).toEqual([]);
});

test("every area that a rule names has a rule of its own", () => {
  for (const [area, allowed] of Object.entries(projectRules)) {
    for (const other of allowed) expect(Object.keys(projectRules), `${area} names ${other}`).toContain(other);
  }
});
