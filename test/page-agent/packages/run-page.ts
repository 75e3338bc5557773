import { readFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import type { ActResult, SnapshotLine, SnapshotRequest, SnapshotResult } from "../../../src/page-agent/requests.ts";
import { bundleModule } from "./bundle-module.ts";
import type { PackageAct, PackagePage } from "./package-page.ts";

/** Outcome of an act, by the page's own state. */
export type Outcome = "right" | "refused rightly" | "wrong" | "refused wrongly" | "not shown";

export interface ActReport {
  readonly act: PackageAct;
  readonly outcome: Outcome;
  readonly text: string;
  readonly code: string | undefined;
  readonly ms: number;
}

export interface PageReport {
  readonly name: string;
  readonly tokens: number;
  readonly snapshot: string;
  /** Texts that the snapshot should have and does not, and the other way round. */
  readonly untrue: readonly string[];
  readonly acts: readonly ActReport[];
}

/** Page that the campaign works on. */
export interface Driver {
  open(url: string): Promise<void>;
  run<T>(expression: string): Promise<T>;
  until(expression: string): Promise<void>;
  snapshot(request?: SnapshotRequest): Promise<SnapshotResult>;
  act(verb: NonNullable<PackageAct["verb"]>, ref: string, value: string | string[] | undefined): Promise<ActResult>;
}

/** Time for the page to reach the state of an act, in milliseconds. */
const STATE_BOUND_MS = 3_000;

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".mjs": "text/javascript",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** Path of the bundled module of a page. */
const MODULE_PATH = "/page.js";

/** Serves the document at `/`, with its module, and packages below `/m/`. Gives its address and its end. */
export async function servePackages(
  directory: string,
  { html, module, root }: Pick<PackagePage, "html" | "module" | "root">,
): Promise<{ url: string; close: () => void }> {
  const bundled = module === undefined ? undefined : await bundleModule(directory, module);
  const script = bundled === undefined ? "" : `<script type=module src=${MODULE_PATH}></script>`;
  const listener: RequestListener = async (request, response) => {
    const path = decodeURIComponent((request.url ?? "/").split("?")[0] ?? "/");
    if (path === "/" && html !== undefined) {
      response.setHeader("content-type", types[".html"] ?? "");
      response.end(`<!doctype html><meta charset=utf-8><title>Widget</title>${html}${script}`);
      return;
    }
    if (path === MODULE_PATH && bundled !== undefined) {
      response.setHeader("content-type", types[".js"] ?? "");
      response.end(bundled);
      return;
    }
    const own = path.startsWith("/m/") ? normalize(path.slice(2)) : join(root ?? "", normalize(path));
    const file = join(directory, "node_modules", own);
    const content = await readFile(file).catch(() => undefined);
    response.statusCode = content ? 200 : 404;
    response.setHeader("content-type", types[extname(file)] ?? "application/octet-stream");
    response.end(content);
  };
  const server = createServer(listener);
  const started = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", started.resolve);
  await started.promise;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close };
}

/** Opens a page and does its acts in order; the state after each is read from the page itself. */
export async function runPage(driver: Driver, page: PackagePage, url: string): Promise<PageReport> {
  await driver.open(page.path === undefined ? url : `${url}${page.root === undefined ? "m/" : ""}${page.path}`);
  await driver.until(`Boolean(${page.ready ?? "document.readyState === 'complete'"})`);
  const { text, tokens } = await driver.snapshot();
  const untrue = [
    ...(page.sees ?? []).filter((part) => !text.includes(part)).map((part) => `lacks ${part}`),
    ...(page.hides ?? []).filter((part) => text.includes(part)).map((part) => `has ${part}`),
  ];
  const acts: ActReport[] = [];
  for (const act of page.acts) acts.push(await runAct(driver, act));
  return { name: page.name, tokens, snapshot: text, untrue, acts };
}

async function runAct(driver: Driver, act: PackageAct): Promise<ActReport> {
  const start = performance.now();
  const ref = await refOf(driver, act.on, act.nth ?? 0, act.cell !== undefined);
  if (ref === undefined) return report(act, "not shown", (await driver.snapshot()).text, undefined, start);
  const target = act.to === undefined ? undefined : await refOf(driver, act.to, 0, act.toCell !== undefined);
  if (act.to !== undefined && target === undefined) return report(act, "not shown", `no ${act.to}`, undefined, start);
  const value = target === undefined ? act.value : cellOf(target, act.toCell);
  const result = await driver.act(act.verb ?? "click", cellOf(ref, act.cell), value);
  const code = "code" in result ? String(result.code) : undefined;
  if (!result.ok) {
    const isRight = act.refused !== undefined && code === act.refused && (await holds(driver, act.holds, 0));
    return report(act, isRight ? "refused rightly" : "refused wrongly", result.text, code, start);
  }
  const isDone = act.refused === undefined && (await holds(driver, act.holds, STATE_BOUND_MS));
  return report(act, isDone ? "right" : "wrong", result.text, code, start);
}

function cellOf(ref: string, cell: number | undefined): string {
  return cell === undefined ? ref : `${ref}.${cell}`;
}

function report(act: PackageAct, outcome: Outcome, text: string, code: string | undefined, start: number): ActReport {
  return { act, outcome, text, code, ms: Math.round(performance.now() - start) };
}

/** Reference of a line: from the usual snapshot, otherwise from a search. */
async function refOf(driver: Driver, on: string | RegExp, nth: number, isRow: boolean): Promise<string | undefined> {
  const fits = ({ kind, ref, text }: SnapshotLine): boolean =>
    ref !== undefined && (kind === "row") === isRow && (typeof on === "string" ? text.includes(on) : on.test(text));
  const found = (await driver.snapshot()).lines.filter(fits)[nth];
  if (found || typeof on !== "string") return found?.ref;
  return (await driver.snapshot({ find: on })).lines.filter(fits)[nth]?.ref;
}

async function holds(driver: Driver, expression: string, boundMs: number): Promise<boolean> {
  const end = performance.now() + boundMs;
  for (;;) {
    if (await driver.run<boolean>(`Boolean(${expression})`).catch(() => false)) return true;
    if (performance.now() > end) return false;
  }
}
