import { readdir, readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { root } from "./paths.ts";

/** Import graph from esbuild's metafile, without type-only imports. */
export interface ModuleGraph {
  readonly inputs: Readonly<Record<string, { readonly imports: readonly ModuleImport[] }>>;
}

export interface ModuleImport {
  readonly path: string;
  readonly kind: string;
  readonly external?: boolean;
}

/** A violated rule, and its place. */
export interface Violation {
  readonly rule: string;
  readonly where: string;
}

interface Edge {
  from: string;
  to: string;
  dynamic: boolean;
}

const directories = [
  "app",
  "contract",
  "core",
  "oauth",
  "settings",
  "client",
  "complete",
  "conformance",
  "curl-line",
  "cli",
  "commands",
  "render",
  "tui",
  "archive",
  "profiles",
  "extensions",
  "input-rules",
  "hosted-login",
  "launcher",
  "live-view",
  "local-profiles",
  "login-reader",
  "page-agent",
  "repl-helpers",
  "demo-site",
  "service",
  "standalone",
  "generate",
  "generated",
  "quickstart",
];

const vagueNames = ["utils", "util", "helpers", "common", "shared"];

/** Packages that must not be loaded before a command is known to need them. */
const lateOnly: readonly (string | RegExp)[] = [
  "ink",
  "react",
  "conf",
  "ora",
  "execa",
  "open",
  "fastify",
  "typebox",
  "ws",
  "yaml",
  "csv-stringify",
  "liquidjs",
  "chalk",
  "playwright-core",
  "puppeteer-core",
  "yauzl",
  "tar-stream",
  "form-data-encoder",
  /^@inquirer\//,
  /jmespath/,
];

/** Violations of the rules on when a module may be loaded, in the built bundle. */
export function architectureViolations(graph: ModuleGraph): Violation[] {
  const edges = edgesOf(graph);
  return [...edges.flatMap((edge) => edgeViolations(edge)), ...earlyPackages(edges)];
}

function edgesOf({ inputs }: ModuleGraph): Edge[] {
  return Object.entries(inputs).flatMap(([from, { imports }]) =>
    imports.map(({ path, kind }) => ({ from, to: path, dynamic: kind === "dynamic-import" })),
  );
}

function edgeViolations(edge: Edge): Violation[] {
  const { from, to, dynamic } = edge;
  const [own, other] = [directoryOf(from), directoryOf(to)];
  if (own === undefined) return [];
  const where = `${from} ${dynamic ? "import()s" : "imports"} ${to}`;
  const violations: Violation[] = [];
  if (other === undefined) return violations;
  for (const late of ["tui", "service"]) {
    if (other !== late || own === late) continue;
    if (!isRun(from)) violations.push({ rule: `only *.run.ts reaches ${late}`, where });
    else if (!dynamic) violations.push({ rule: `*.run.ts reaches ${late} by import() alone`, where });
  }
  if (isRun(to) && !dynamic) violations.push({ rule: "*.run.ts is reached by import() alone", where });
  return violations;
}

function isRun(path: string): boolean {
  return /\.run\.tsx?$/.test(path);
}

/** Import paths without import() from `src/main.ts` to a package that must be loaded late. */
function earlyPackages(edges: readonly Edge[]): Violation[] {
  const next = Map.groupBy(
    edges.filter((edge) => !edge.dynamic),
    (edge) => edge.from,
  );
  const cameFrom = new Map<string, string>([["src/main.ts", ""]]);
  const violations: Violation[] = [];
  const said = new Set<string>();
  for (const [module] of cameFrom) {
    const name = packageOf(module);
    if (name !== undefined && isLate(name, module)) {
      if (!said.has(name))
        violations.push({ rule: `${name} is loaded by import() alone`, where: wayTo(module, cameFrom) });
      said.add(name);
      continue;
    }
    for (const { to } of next.get(module) ?? []) if (!cameFrom.has(to)) cameFrom.set(to, module);
  }
  return violations;
}

function isLate(name: string, module: string): boolean {
  // The compiled validators use a few run-time functions of Ajv; only its compiler is forbidden.
  if (name === "ajv") return !module.includes("/ajv/dist/runtime/");
  return lateOnly.some((late) => (typeof late === "string" ? late === name : late.test(name)));
}

/** The package of a bundled file, or of a bare name that was left outside the bundle. */
function packageOf(module: string): string | undefined {
  const inside = module.split("node_modules/").at(-1) ?? "";
  if (inside === module && (/^(src|node:|\.|\/|empty:)/.test(module) || module.includes(":"))) return undefined;
  return /^(@[^/]+\/)?[^/]+/.exec(inside)?.[0];
}

function wayTo(module: string, cameFrom: ReadonlyMap<string, string>): string {
  const way: string[] = [];
  for (let at = module; at !== ""; at = cameFrom.get(at) ?? "") way.unshift(at);
  return way.join(" > ");
}

function directoryOf(module: string): string | undefined {
  const [src, directory, rest] = module.split("/");
  return src === "src" && rest !== undefined ? directory : src === "src" ? "main" : undefined;
}

/** Rules on where source files lie; `paths` are below the project's directory, with forward slashes. */
export function layoutViolations(paths: readonly string[]): Violation[] {
  return paths.flatMap((path) => {
    const inner = path.split("/").slice(1, -1);
    const vague = inner.find((name) => vagueNames.includes(name));
    return [
      ...(path === "src/main.ts" || directories.includes(inner[0] ?? "")
        ? []
        : [{ rule: `source files lie in ${directories.join(", ")}`, where: path }]),
      ...(vague ? [{ rule: "a function lives with its subject, in no directory of odds and ends", where: path }] : []),
    ];
  });
}

/** Every file below `directory`, by its path from the project's directory, with forward slashes. */
export async function sourceFiles(directory = "src", project = root): Promise<string[]> {
  const entries = await readdir(join(project, directory), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(project.length + 1)
        .replaceAll(sep, "/"),
    )
    .sort();
}

/** The module graph of the bundle as it was built last. */
export async function builtGraph(): Promise<ModuleGraph> {
  return JSON.parse(await readFile(join(root, "dist", "meta.json"), "utf8")) as ModuleGraph;
}
