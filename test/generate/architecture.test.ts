import { expect, test } from "vitest";
import {
  architectureViolations,
  builtGraph,
  layoutViolations,
  type ModuleGraph,
  type ModuleImport,
  sourceFiles,
} from "../../src/generate/architecture.ts";

const dynamic = (path: string): ModuleImport => ({ path, kind: "dynamic-import" });
const plain = (path: string): ModuleImport => ({ path, kind: "import-statement" });

/** A graph of the given modules, each with its imports; those named by text alone are plain imports. */
function graph(modules: Record<string, readonly (string | ModuleImport)[]>): ModuleGraph {
  const inputs = Object.entries(modules).map(([path, imports]) => {
    return [path, { imports: imports.map((each) => (typeof each === "string" ? plain(each) : each)) }];
  });
  return { inputs: Object.fromEntries(inputs) };
}

const rules = (modules: Parameters<typeof graph>[0]): string[] =>
  architectureViolations(graph(modules)).map(({ rule }) => rule);

test("the built bundle keeps every rule", async () => {
  const built = await builtGraph();
  expect(Object.keys(built.inputs)).toEqual(expect.arrayContaining(["src/main.ts", "src/app/define-app.ts"]));
  expect(architectureViolations(built)).toEqual([]);
});

test("every source file lies in a known directory", async () => {
  const files = await sourceFiles();
  expect(files).toContain("src/main.ts");
  expect(layoutViolations(files)).toEqual([]);
});

test.for([
  ["src/cli/declare/spec.ts", "src/service/app.ts", "only *.run.ts reaches service"],
  ["src/commands/local/specs.ts", "src/tui/select.tsx", "only *.run.ts reaches tui"],
  ["src/main.ts", "src/service/app.ts", "only *.run.ts reaches service"],
  ["src/commands/local/start.run.ts", "src/service/app.ts", "*.run.ts reaches service by import() alone"],
  ["src/commands/context/use.run.ts", "src/tui/select.tsx", "*.run.ts reaches tui by import() alone"],
  ["src/generated/commands.ts", "src/commands/local/start.run.ts", "*.run.ts is reached by import() alone"],
] as const)("%s must not import %s", ([from, to, rule]) => {
  expect(architectureViolations(graph({ [from]: [to] }))).toContainEqual({ rule, where: `${from} imports ${to}` });
});

test("an import() outside of *.run.ts does not reach the views", () => {
  expect(rules({ "src/cli/output/print.ts": [dynamic("src/tui/select.tsx")] })).toEqual(["only *.run.ts reaches tui"]);
});

test("modules that the rules allow pass", () => {
  const modules = {
    "src/main.ts": [
      "src/cli/route/route.ts",
      "src/generated/commands.ts",
      "node:fs",
      "node_modules/commander/index.js",
    ],
    "src/generated/commands.ts": [dynamic("src/commands/local/start.run.ts")],
    "src/commands/local/start.run.ts": [dynamic("src/service/app.ts"), dynamic("src/tui/select.tsx"), "src/core/io.ts"],
    "src/service/app.ts": ["src/contract/common.ts", "src/core/io.ts", "src/settings/paths.ts", "src/service/clock.ts"],
    "src/client/call.ts": ["src/contract/common.ts", "src/core/io.ts", "node_modules/ofetch/dist/index.mjs"],
    "src/contract/plain.ts": ["src/contract/common.ts"],
    "src/core/io.ts": ["node:fs", "src/core/errors.ts"],
  };
  expect(rules(modules)).toEqual([]);
});

test.for([
  ["ink", "node_modules/ink/build/index.js"],
  ["react", "node_modules/react/index.js"],
  ["conf", "node_modules/conf/dist/source/index.js"],
  ["ora", "node_modules/ora/index.js"],
  ["execa", "node_modules/execa/index.js"],
  ["fastify", "node_modules/fastify/fastify.js"],
  ["ajv", "node_modules/ajv/dist/ajv.js"],
  ["typebox", "node_modules/typebox/build/index.mjs"],
  ["ws", "node_modules/ws/wrapper.mjs"],
  ["yaml", "node_modules/yaml/dist/index.js"],
  ["csv-stringify", "node_modules/csv-stringify/lib/sync.js"],
  ["@jmespath-community/jmespath", "node_modules/@jmespath-community/jmespath/dist/index.mjs"],
  ["@inquirer/prompts", "node_modules/@inquirer/prompts/dist/index.js"],
  ["chalk", "node_modules/chalk/source/index.js"],
  ["playwright-core", "playwright-core"],
  ["puppeteer-core", "node_modules/puppeteer-core/lib/index.js"],
] as const)("main.ts must not lead to %s without an import()", ([name, file]) => {
  const way = { "src/main.ts": ["src/cli/output/print.ts"], "src/cli/output/print.ts": ["src/core/io.ts", file] };
  expect(architectureViolations(graph(way))).toEqual([
    { rule: `${name} is loaded by import() alone`, where: `src/main.ts > src/cli/output/print.ts > ${file}` },
  ]);
  expect(rules({ "src/main.ts": [dynamic("src/cli/output/print.ts")], "src/cli/output/print.ts": [file] })).toEqual([]);
});

test("the few functions of Ajv that compiled validators use may come early, in ways of any length", () => {
  const runtime = "node_modules/ajv/dist/runtime/ucs2length.js";
  expect(
    rules({
      "src/main.ts": ["src/generated/validators/browsers.js"],
      "src/generated/validators/browsers.js": [runtime],
    }),
  ).toEqual([]);
  const further = { "src/main.ts": [runtime], [runtime]: ["node_modules/ajv/dist/core.js"] };
  expect(rules(further)).toEqual(["ajv is loaded by import() alone"]);
});

test.for([
  ["src/helper.ts", "source files lie in"],
  ["src/misc/thing.ts", "source files lie in"],
  ["src/cli/utils/text.ts", "a function lives with its subject"],
  ["src/service/common/text.ts", "a function lives with its subject"],
  ["src/service/http/shared/text.ts", "a function lives with its subject"],
  ["src/render/helpers/text.ts", "a function lives with its subject"],
] as const)("%s has no place", ([path, rule]) => {
  const violations = layoutViolations(["src/main.ts", "src/contract/common.ts", path]);
  expect(violations.map(({ where }) => where)).toEqual([path]);
  expect(violations[0]?.rule).toContain(rule);
});
