import { existsSync } from "node:fs";
import { SESSION_DOWNLOADS } from "../../contract/session-home.ts";
import { isObject } from "../../core/is-object.ts";
import { table } from "../../core/table.ts";
import type { RootPath } from "./root-path.ts";

/** Error for a command that is rejected without a container, with the reason and an alternative. */
export class HostRefusal extends Error {
  override readonly name = "HostRefusal";
}

type Params = Record<string, unknown>;

/** Returns the params to send, or throws {@link HostRefusal}. */
type Rule = (params: Params, paths: RootPath) => Params;

const LOAD_EXTENSION =
  "load one with `browserctl browsers extensions upload <session> <directory>` (POST /browsers/{id}/extensions)";

const WAY_OUT = "This browser is not in a container, so it would reach files of this machine.";

/** True for an address that gives access to files of this machine or to pages that control the browser. */
export function isLocalAddress(url: string): boolean {
  // As in Chromium's parser: tabs and line ends are ignored everywhere, spaces at the beginning.
  const address = url.replace(/[\t\r\n]/g, "").replace(/^([\u0000-\u0020]|view-source:|filesystem:|blob:)+/i, "");
  return /^(file|devtools|chrome-extension):|^(chrome|about|edge|brave):\/*(extensions|settings|version)\b/i.test(
    address,
  );
}

/** A rule for each method of the protocol that takes an address to open. */
const addressMethods = {
  "Page.navigate": "url",
  "Target.createTarget": "url",
  "Fetch.continueRequest": "url",
  "Network.continueInterceptedRequest": "url",
  "Network.loadNetworkResource": "url",
  "PWA.install": "installUrlOrBundleUrl",
  "PWA.launch": "url",
} as const;

/** Rejected methods, with the reason. */
const refusedMethods = {
  "Extensions.loadUnpacked": `Extensions may read files; ${LOAD_EXTENSION} instead.`,
  "Target.exposeDevToolsProtocol": "A page would send commands that are not checked.",
  "Target.openDevTools": "Developer tools send commands that are not checked.",
  "Target.sendMessageToTarget": "Attach with flatten: true instead.",
  "Browser.getBrowserCommandLine": "It names directories of this machine.",
} as const;

const rules = table<Rule>({
  ...Object.fromEntries(
    Object.entries(addressMethods).map(([method, field]) => [method, (params: Params) => address(params, field)]),
  ),
  ...Object.fromEntries(
    Object.entries(refusedMethods).map(([method, why]) => [
      method,
      () => {
        throw new HostRefusal(why);
      },
    ]),
  ),
  "DOM.setFileInputFiles": (params, paths) => files(params, paths),
  "PWA.launchFilesInApp": (params, paths) => files(params, paths),
  "Page.handleFileChooser": (params, paths) => files(params, paths),
  "Input.dispatchDragEvent": (params, paths) => {
    const data = params["data"];
    return isObject(data) ? { ...params, data: files(data, paths) } : params;
  },
  "Browser.setDownloadBehavior": downloads,
  "Page.setDownloadBehavior": downloads,
  "Tracing.start": (params) => {
    if (params["perfettoConfig"] === undefined) return params;
    throw new HostRefusal("perfettoConfig may name a file of this machine; use traceConfig and transferMode.");
  },
});

/**
 * Protocol methods that take a path or an address of this machine, or allow others to send such commands. No other
 * method reads or writes a file named by its caller: traces, archives, PDFs and screenshots are returned as data.
 */
export const hostMethods: readonly string[] = [...rules.keys()];

/**
 * Rewrites the params of a command for a browser without a container: paths of the session become paths under its root.
 * Throws {@link HostRefusal}.
 */
export function hostParams(method: string, params: unknown, paths: RootPath): unknown {
  const rule = rules.get(method);
  if (!rule) return params;
  try {
    return rule(isObject(params) ? params : {}, paths);
  } catch (error) {
    if (error instanceof HostRefusal) throw new HostRefusal(`${method} is refused: ${error.message} ${WAY_OUT}`);
    throw error;
  }
}

/** Adds advice to an error of Chromium for a browser that does not see the files of this machine. */
export function withWayOut<Error extends { message: string }>(method: string, error: Error): Error {
  if (method !== "Extensions.loadUnpacked" || !/path cannot be resolved/i.test(error.message)) return error;
  const why = "the browser sees only the files of its session";
  return { ...error, message: `${error.message}: ${why}; for a directory of this machine, ${LOAD_EXTENSION}` };
}

/** Rewrites paths of this machine in an answer or event. */
export function hidePaths(method: string, value: unknown, paths: RootPath): void {
  if (!isObject(value)) return;
  const rewrite = (field: string): void => {
    if (typeof value[field] === "string" && value[field] !== "") value[field] = paths.toSession(value[field]) ?? "";
  };
  if (method === "DOM.getFileInfo") rewrite("path");
  else if (method === "Browser.downloadProgress") rewrite("filePath");
  else if (method === "SystemInfo.getInfo") value["commandLine"] = "";
}

function address(params: Params, field: string): Params {
  const url = params[field];
  if (typeof url !== "string" || !isLocalAddress(url)) return params;
  throw new HostRefusal(`${field} leads to "${url.slice(0, 100)}"; serve the file over http in the session instead.`);
}

function files(params: Params, paths: RootPath): Params {
  const { files: given } = params;
  if (!Array.isArray(given)) return params;
  return {
    ...params,
    files: given.map((path: unknown) => {
      if (typeof path !== "string") return path;
      const host = paths.toHost(path);
      if (host !== undefined && existsSync(host)) return host;
      throw new HostRefusal(`the session has no file "${path}"; upload it with \`browserctl fs upload\` first.`);
    }),
  };
}

function downloads(params: Params, paths: RootPath): Params {
  const { behavior, downloadPath } = params;
  if (behavior === "deny") return params;
  const own = behavior === "default";
  if (!own && downloadPath === undefined) return params;
  const host = own
    ? paths.toHost(SESSION_DOWNLOADS)
    : typeof downloadPath === "string"
      ? paths.toHost(downloadPath)
      : undefined;
  if (host === undefined) throw new HostRefusal("downloadPath is no absolute path of the session, such as /tmp/x.");
  return { ...params, behavior: own ? "allow" : behavior, downloadPath: host };
}
