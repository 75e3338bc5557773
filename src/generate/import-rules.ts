import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { parseSync, Visitor } from "rolldown/utils";
import { sourceFiles, type Violation } from "./architecture.ts";
import { root } from "./paths.ts";

/** An import of one source file by another, of types too, as paths below the project's directory. */
export interface SourceImport {
  readonly from: string;
  /** A source file, a package or a `node:` module. */
  readonly to: string;
}

/**
 * The areas that each area may import beside itself. An area is a directory of `src` or of one of {@link parents}, or a file
 * that lies directly in one of these. An area without an entry is an error.
 */
export type ImportRules = Readonly<Record<string, readonly string[]>>;

/** Directories of `src` whose own directories are areas: rooms by stage, or layers. */
const parents = ["cli", "service", "service/login"];

const service = (...names: string[]): string[] => names.map((name) => `service/${name}`);

/** Rooms of `cli` by the stage of a command. Each may import those before it. */
const cliRooms = ["declare", "route", "input", "output", "transfer", "run", "help"].map((room) => `cli/${room}`);

/** Areas that every room of `cli` may import beside other rooms. */
const cliRule = ["archive", "client", "contract", "core", "generated", "oauth", "render", "settings", "tui"];

const login = (...rooms: string[]): string[] => rooms.map((room) => `service/login/${room}`);

/**
 * Rule of a resource of the service: a directory of `service` that holds a table. A resource that needs more imports
 * has its own entry.
 */
const resourceRule = [
  ...["contract", "core"],
  ...service("clock", "disk-full", "driver-error", "ids", "jobs", "projects", "sessions", "store"),
];

/**
 * The rules of this project. The areas of `service` are layers: those further down may import those further up, of
 * which each lists the ones it needs. Resources without an entry are added by {@link withResources}.
 */
export const importRules: ImportRules = {
  contract: ["core"],
  core: [],
  app: [],
  settings: ["core"],
  render: ["core"],
  archive: ["core"],
  "curl-line": ["core"],
  profiles: ["archive", "core"],
  extensions: ["archive", "core"],
  "input-rules": ["contract", "generated"],
  "live-view": [],
  "hosted-login": [],
  "login-reader": [],
  "page-agent": ["contract", "core", "input-rules", "login-reader"],
  "repl-helpers": ["input-rules", "page-agent"],
  "demo-site": ["core"],
  generated: ["contract", "core"],
  client: ["contract", "core", "generated"],
  conformance: ["archive", "client", "contract", "core", "demo-site"],
  complete: ["client", "core", "generated", "render", "settings"],
  "local-profiles": ["core"],
  oauth: ["client", "core", "settings"],
  tui: ["core", "render"],
  ...Object.fromEntries(cliRooms.map((room, at) => [room, [...cliRule, ...cliRooms.slice(0, at)]])),
  commands: [
    ...cliRooms,
    ...[
      "archive",
      "client",
      "conformance",
      "contract",
      "core",
      "extensions",
      "generated",
      "input-rules",
      "local-profiles",
      "oauth",
      "page-agent",
      "profiles",
    ],
    "render",
    ...["curl-line", "demo-site", "generated/commands", "settings", "tui", ...service("lifecycle", "machine")],
  ],
  "generated/commands": ["cli/declare", "commands"],
  main: [...cliRooms, "commands", "core", "generated/commands"],
  standalone: ["cli/output", "core"],
  launcher: ["core"],
  generate: [
    ...cliRooms,
    "commands",
    "contract",
    "core",
    "generated/commands",
    "settings",
    "standalone",
    ...service("chromium", "login/page"),
  ],
  quickstart: ["generate"],

  "service/clock": ["core", ...service("error-owner")],
  "service/error-owner": [],
  "service/ids": ["core"],
  "service/log": ["core", ...service("clock")],
  "service/faults": ["core"],
  "service/driver-error": ["contract"],
  "service/disk-full": service("driver-error"),
  "service/packages": [],
  "service/chaos": ["contract", "core", ...service("driver-error", "faults")],

  "service/store": ["contract", "core", ...service("clock", "disk-full", "driver-error", "faults", "ids")],
  "service/audit": service("clock", "store"),
  "service/input": ["contract", "core", "input-rules", ...service("error-owner", "driver-error")],
  "service/chromium": ["contract", "core", "input-rules", ...service("error-owner", "driver-error", "input")],
  "service/login/page": ["core", "login-reader", ...service("chromium", "error-owner", "input")],
  "service/login/drive": ["core", "login-reader", ...service("chromium", "input"), ...login("page")],
  "service/login/values": ["core", ...service("clock"), ...login("page")],
  "service/login/decide": ["contract", "login-reader", ...login("page", "values")],
  "service/login/flow": [
    "contract",
    "core",
    "login-reader",
    ...service("chromium", "clock"),
    ...login("page", "drive", "values", "decide"),
  ],
  "service/agent": ["contract", "core", "page-agent", ...service("chromium", "driver-error")],
  "service/processes": [
    "contract",
    "core",
    "repl-helpers",
    ...service("error-owner", "chromium", "clock", "driver-error"),
  ],
  "service/screen": [
    ...["contract", "core", "input-rules"],
    ...service("error-owner", "chromium", "driver-error", "input", "packages", "processes"),
  ],
  "service/files": ["archive", "contract", "core", ...service("disk-full", "driver-error", "faults", "processes")],

  "service/projects": ["contract", ...service("clock", "disk-full", "driver-error", "store")],
  "service/sessions": [
    ...["contract", "core"],
    ...service(
      "error-owner",
      "chromium",
      "clock",
      "disk-full",
      "driver-error",
      "faults",
      "files",
      "ids",
      "input",
      "log",
    ),
    ...service("processes", "projects", "screen", "store"),
  ],
  "service/machine": [
    ...["core", "settings"],
    ...service("chromium", "disk-full", "log", "packages", "processes", "screen", "sessions"),
  ],
  "service/access": ["contract", "core", ...service("clock", "driver-error", "ids", "projects", "store")],
  "service/live-view": [
    ...["core", "live-view"],
    ...service("error-owner", "access", "chromium", "clock", "driver-error", "input", "log", "sessions"),
  ],
  "service/jobs": ["contract", "core", ...service("error-owner", "clock", "disk-full", "driver-error", "store")],

  "service/apps": [...resourceRule, "app", "archive", "settings", ...service("error-owner", "access", "processes")],
  "service/extensions": [
    ...resourceRule,
    ...["archive", "extensions"],
    ...service("chromium", "faults", "files", "processes"),
  ],
  "service/profiles": [...resourceRule, "archive", "profiles", ...service("chromium", "faults")],
  "service/proxies": [...resourceRule, ...service("error-owner", "chromium", "processes")],
  "service/pools": [...resourceRule, ...service("error-owner", "extensions", "faults", "log", "profiles", "proxies")],
  "service/credential-providers": [...resourceRule, ...service("credentials")],
  "service/managed-auth": [
    ...resourceRule,
    ...service("error-owner", "chromium", "credentials", "credential-providers", "profiles", "proxies"),
    ...login("page", "drive", "values", "decide", "flow"),
  ],
  "service/hosted-login": [
    ...["contract", "core", ...service("access", "clock", "managed-auth", "sessions", "store")],
    ...login("page", "drive", "flow"),
  ],

  "service/api-error": ["contract"],
  "service/support": ["contract", "generated", ...service("api-error")],
  "service/http": [
    ...["contract", "core", "generated"],
    ...service(
      "error-owner",
      "access",
      "api-error",
      "audit",
      "clock",
      "disk-full",
      "faults",
      "projects",
      "sessions",
      "store",
      "support",
    ),
  ],
  "service/foundation": [
    "contract",
    ...service("audit", "chaos", "clock", "faults", "http", "log", "processes", "screen", "sessions", "store"),
  ],
  "service/resource": ["contract", ...service("http", "store")],

  "service/handlers": [
    ...["archive", "contract", "core", "generated", "page-agent", "repl-helpers"],
    ...service(
      "audit",
      "agent",
      "error-owner",
      "api-error",
      "chaos",
      "chromium",
      "clock",
      "disk-full",
      "driver-error",
      "faults",
      "files",
    ),
    ...service("foundation", "hosted-login", "http", "ids", "input", "jobs", "live-view", "packages", "processes"),
    ...service("resource", "screen", "store", "support"),
  ],
  "service/resources": service("foundation", "handlers", "resource"),
  "service/all-handlers": service("handlers", "http", "resource", "resources"),
  "service/app": [
    ...["contract", "core", "generated"],
    ...service("error-owner", "all-handlers", "api-error", "handlers", "http", "resources"),
  ],
  "service/lifecycle": [
    ...["contract", "core", "demo-site", "settings"],
    ...service(
      "error-owner",
      "app",
      "audit",
      "chaos",
      "chromium",
      "clock",
      "disk-full",
      "faults",
      "foundation",
      "handlers",
      "http",
    ),
    ...service("live-view", "log", "machine", "packages", "processes", "resource", "resources", "screen"),
    ...service("sessions", "store"),
  ],
};

/** Rules in which every resource of the imports has an entry, and handlers may import all of them. */
export function withResources(rules: ImportRules, imports: readonly SourceImport[]): ImportRules {
  const tables = imports.map(({ from }) => /^src\/(service\/[^/]+)\/[^/]+-table\.ts$/.exec(from)?.[1]);
  const resources = [...new Set(tables.filter((area) => area !== undefined))];
  return {
    ...Object.fromEntries(resources.map((area) => [area, resourceRule])),
    ...rules,
    "service/handlers": [...(rules["service/handlers"] ?? []), ...resources],
  };
}

/** Every import that no rule allows, and every area without a rule. */
export function importViolations(imports: readonly SourceImport[], rules: ImportRules): Violation[] {
  return imports.flatMap(({ from, to }): Violation[] => {
    const own = areaOf(from);
    const other = areaOf(to);
    const where = `${from} imports ${to}`;
    if (own === undefined) return [];
    const allowed = rules[own];
    if (!allowed) return [{ rule: `${own} has no import rule`, where }];
    if (own === "contract" && to.startsWith("node:")) return [{ rule: "contract imports no node:* module", where }];
    if (other === undefined || other === own || allowed.includes(other)) return [];
    return [{ rule: `${own} imports only ${["itself", ...allowed].join(", ")}`, where }];
  });
}

/** Every import of the TypeScript files of a project's `src`, read from the syntax tree. */
export async function sourceImports(project = root): Promise<SourceImport[]> {
  const paths = (await sourceFiles("src", project)).filter((path) => /\.tsx?$/.test(path));
  const imports = await Promise.all(
    paths.map(async (from) => {
      const modules = importedModules(from, await readFile(join(project, from), "utf8"));
      return modules.map((module) => ({ from, to: resolved(from, module) }));
    }),
  );
  return imports.flat();
}

/**
 * The modules that a source text names in imports, exports, import() calls and import() types. Throws on a syntax
 * error.
 */
export function importedModules(path: string, text: string): string[] {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const modules: string[] = [];
  const add = (source: { value?: unknown } | null): void => {
    if (typeof source?.value === "string") modules.push(source.value);
  };
  new Visitor({
    ImportDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => add(source),
    ExportAllDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => add(source as { value?: unknown }),
    TSImportType: ({ source }) => add(source),
  }).visit(program);
  return modules;
}

function resolved(from: string, module: string): string {
  return module.startsWith(".") ? posix.join(posix.dirname(from), module) : module;
}

/**
 * `service/chromium` for a file below that directory, `service/login/page` for one in that room, `service/clock` for
 * `src/service/clock.ts`, `main` for `src/main.ts`. The generated list of commands is an area of its own: it loads commands.
 */
export function areaOf(path: string): string | undefined {
  const [src, ...parts] = path.replace(/\.\w+$/, "").split("/");
  if (src !== "src") return undefined;
  const place = parts.join("/");
  if (place === "generated/commands") return place;
  const above = parts.findLastIndex((_, at) => parents.includes(parts.slice(0, at + 1).join("/")));
  return parts.slice(0, above + 2).join("/");
}
