import { table } from "../../core/table.ts";
import type { AgentState } from "../agent-state.ts";
import { evaluateApart } from "../evaluate.ts";
import { oneLine } from "../page-text.ts";
import { refuseDialog } from "../refuse-dialog.ts";
import type { NetworkRequest, NetworkResult } from "../requests.ts";
import { shortUrl } from "../snapshot/take-snapshot.ts";
import type { AgentPage, NetworkRequest as Request } from "../target.ts";
import { newest, startOf, timeOfDay } from "./newest.ts";

/** Budget in tokens where none is given. */
const MAX_TOKENS = 1_000;
/** Maximum number of requests that are read from the page itself. */
const MAX_ENTRIES = 1_000;
/** Maximum number of characters of an address that are read from the page itself. */
const MAX_ADDRESS = 8_192;

/**
 * Requests of the page in front in order of time, within a budget: the newest stay. What was recorded has methods, errors and
 * pages before; what the page itself has measured, for a time without a recording, has neither.
 */
export async function readNetwork(page: AgentPage, state: AgentState, request: NetworkRequest): Promise<NetworkResult> {
  refuseDialog(page);
  const since = startOf(request.since);
  const seen = request.new ? (state.seen.network ?? 0) : 0;
  const recorded = page.recordedRequests?.();
  const measured = (await measuredRequests(page)).filter(({ time }) => !recorded || time < recorded.since);
  const all = [...measured, ...(recorded?.requests ?? [])].sort((a, b) => a.time - b.time);
  state.seen.network = Math.max(state.seen.network ?? 0, all.at(-1)?.time ?? 0);
  const found = all.filter((own) => own.time >= since && own.time > seen && fits(own, request));
  const hide = (text: string): string => state.secrets.hide(text);
  const lineOf = (own: Request): string => hide(requestText(own));
  const shown = newest(found, request.max_tokens ?? MAX_TOKENS, lineOf);
  const foot = footOf(shown.length, found.length);
  return {
    text: [...shown.map(lineOf), ...foot, ""].join("\n"),
    requests: shown.map((own) => recordOf(own, hide)),
    shown: shown.length,
    total: found.length,
  };
}

function fits(own: Request, { failed, find, method, status, type }: NetworkRequest): boolean {
  if (failed && own.error === undefined && (own.status ?? 0) < 400) return false;
  if (method !== undefined && own.method !== method.toUpperCase()) return false;
  if (status !== undefined && !new RegExp(`^${status.replaceAll("x", "\\d")}$`).test(String(own.status ?? "")))
    return false;
  if (type !== undefined && kindOf(own.type) !== type) return false;
  return find === undefined || own.url.toLowerCase().includes(find.toLowerCase());
}

const kinds = new Set([
  "document",
  "stylesheet",
  "script",
  "image",
  "font",
  "media",
  "xhr",
  "fetch",
  "websocket",
  "ping",
]);
/** Kinds by the words of the page's own measurement. */
const initiators = table<string>({
  navigation: "document",
  iframe: "document",
  frame: "document",
  link: "stylesheet",
  css: "image",
  img: "image",
  xmlhttprequest: "xhr",
  beacon: "ping",
  audio: "media",
  video: "media",
});

function kindOf(type: string): NetworkResult["requests"][number]["type"] {
  const kind = initiators.get(type) ?? type;
  return (kinds.has(kind) ? kind : "other") as NetworkResult["requests"][number]["type"];
}

/** Text of a request: `12:03:04.512 POST 404 fetch https://shop.example.com/cart 120 ms 3.4 kB`. */
function requestText(own: Request): string {
  const { bytes, duration_ms, error, from_cache, isPending, method, status, time, type, url } = own;
  const parts = [
    ...[timeOfDay(time), method, status === undefined ? undefined : String(status), kindOf(type), shortUrl(url)],
    error === undefined ? undefined : `failed: ${oneLine(error)}`,
    isPending ? "pending" : undefined,
    duration_ms === undefined ? undefined : `${duration_ms} ms`,
    from_cache ? "from cache" : bytes === undefined ? undefined : sizeText(bytes),
  ];
  return parts.filter((part) => part !== undefined).join(" ");
}

function sizeText(bytes: number): string {
  return bytes < 1_000 ? `${bytes} B` : `${(bytes / 1_000).toFixed(1)} kB`;
}

function footOf(shown: number, total: number): string[] {
  if (total === 0) return ["no requests"];
  return shown === total ? [] : [`shown the newest ${shown} of ${total} requests; --failed, --type and --find choose`];
}

function recordOf(own: Request, hide: (text: string) => string): NetworkResult["requests"][number] {
  const { bytes, duration_ms, error, from_cache, isPending, method, status, time, type, url } = own;
  return {
    time: new Date(time).toISOString(),
    ...(method !== undefined && { method }),
    url: hide(shortUrl(url)),
    type: kindOf(type),
    ...(status !== undefined && { status }),
    ...(duration_ms !== undefined && { duration_ms }),
    ...(bytes !== undefined && { bytes }),
    ...(error !== undefined && { error: hide(oneLine(error)) }),
    ...(from_cache && { from_cache }),
    ...(isPending && { pending: true }),
  };
}

/** Requests of the document that is shown, as the page itself has measured them. */
async function measuredRequests(page: AgentPage): Promise<Request[]> {
  const entries = await evaluateApart(page, `(${measure})(${MAX_ENTRIES}, ${MAX_ADDRESS})`);
  return Array.isArray(entries) ? (entries as Request[]) : [];
}

/** Script in an isolated world: the page cannot change what is measured, but may have deleted it. */
const measure = `(max, length) => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .slice(-max).map((entry) => ({
    time: performance.timeOrigin + entry.startTime,
    url: entry.name.slice(0, length),
    type: entry.entryType === "navigation" ? "navigation" : entry.initiatorType,
    ...(entry.responseStatus > 0 && { status: entry.responseStatus }),
    duration_ms: Math.round(entry.duration),
    ...(entry.transferSize > 0 && { bytes: entry.transferSize }),
    ...(entry.transferSize === 0 && entry.decodedBodySize > 0 && { from_cache: true }),
    isPending: false,
  }))`;
