import type { IncomingMessage } from "node:http";
import { buildUrl } from "../client/build-url.ts";
import { onceTrusted } from "../client/http/exchange.ts";
import { encodeHeader } from "../client/http/headers.ts";
import { type Env, Routes } from "../client/http/routes.ts";
import { parseJson } from "../core/parse-json.ts";
import type { RecordSource } from "../core/record-source.ts";
import { version } from "../core/version.ts";
import { sinceStart } from "./since-start.ts";
import type { Target } from "./target.ts";

/** Minimum milliseconds for the service after a slow start; otherwise a busy machine would never complete names. */
export const ASK_AT_LEAST_MS = 200;

/** Maximum length of an answer: 10,000 sessions. */
const MAX_LENGTH = 12 * 2 ** 20;

export interface RecordQuestion {
  readonly source: RecordSource;
  readonly target: Target;
  readonly token: Target["token"];
  /** Arguments for the parameters of the path. */
  readonly args: readonly string[];
  /** Text that the service searches for; empty for the whole list. */
  readonly search: string;
  readonly mostPages: number;
  readonly env: Env;
  /** Time of {@link sinceStart} at which the answer is no longer wanted. */
  readonly until: number;
}

export interface RecordAnswer {
  readonly records: readonly unknown[];
  /** True when there are no more records. */
  readonly whole: boolean;
  readonly pages: number;
}

/** Error for a service that does not answer in time. */
export class LateError extends Error {}

/**
 * Records of a list, page by page until it ends or time is up: the pages that have arrived are an answer. Uses the
 * client's proxies and certificates; does not follow redirects. Rejects with {@link LateError} when time is up, and
 * with another error for an answer that is not a list.
 */
export async function fetchRecords(question: RecordQuestion): Promise<RecordAnswer> {
  const records: unknown[] = [];
  const { source, target, args, mostPages } = question;
  const names = [...source.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const params = Object.fromEntries(names.map((name, at) => [name, args[at] ?? ""]));
  const route = new Routes(question.env).to(new URL(target.baseUrl), target.listener);
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let offset = 0;
  try {
    for (let pages = 1; ; pages += 1) {
      const query = {
        limit: source.pageSize,
        ...(question.search !== "" && source.search && { [source.search]: question.search }),
        ...(offset > 0 && { offset }),
      };
      const url = buildUrl(target.baseUrl, source, params, query);
      const asked = fetchPage(route, url, question, late.signal);
      // Loading TLS and making the first request may have taken the time of a busy machine.
      timer ??= setTimeout(() => late.abort(), Math.max(ASK_AT_LEAST_MS, question.until - sinceStart()));
      const page = await asked.catch((error: unknown) => {
        if (pages > 1 && error instanceof LateError) return undefined;
        throw error;
      });
      if (page === undefined) return { records, whole: false, pages: mostPages };
      for (const record of page.records) records.push(record);
      if (page.next === undefined || page.records.length === 0) return { records, whole: true, pages };
      if (pages >= mostPages || !(page.next > offset)) return { records, whole: false, pages };
      offset = page.next;
    }
  } finally {
    clearTimeout(timer);
    route.agent.destroy();
  }
}

interface Page {
  readonly records: readonly unknown[];
  /** Offset of the next page. */
  readonly next: number | undefined;
}

type Route = ReturnType<Routes["to"]>;

function fetchPage(
  route: Route,
  url: URL,
  { source, target, token }: RecordQuestion,
  late: AbortSignal,
): Promise<Page> {
  const withProject = target.project !== undefined && (!source.unscoped || target.projectTyped);
  const headers = {
    accept: "application/json",
    "user-agent": `browserctl/${version}`,
    ...(typeof token === "string" && { authorization: `Bearer ${token}` }),
    ...(withProject && { "x-kernel-project": encodeHeader(target.project ?? "") }),
  };
  const { promise, resolve, reject } = Promise.withResolvers<Page>();
  const request = route.request(url, { agent: route.agent, headers });
  const onLate = (): void => {
    reject(new LateError());
    request.destroy();
  };
  late.addEventListener("abort", onLate, { once: true });
  request.on("error", reject);
  request.on("response", (response) => void readPage(response).then(resolve, reject));
  onceTrusted(request, route, () => request.end());
  return promise.finally(() => late.removeEventListener("abort", onLate));
}

async function readPage(response: IncomingMessage): Promise<Page> {
  const { statusCode, headers } = response;
  if (statusCode !== 200) throw new Error(`status ${statusCode}`);
  if (headers["content-encoding"] !== undefined) throw new Error("encoded, although nothing was accepted");
  const records: unknown = parseJson(await readText(response));
  if (!Array.isArray(records)) throw new Error("no list");
  return { records, next: headers["x-has-more"] === "true" ? Number(headers["x-next-offset"]) : undefined };
}

function readText(response: IncomingMessage): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = "";
  response.setEncoding("utf8");
  response.on("data", (chunk: string) => {
    text += chunk;
    if (text.length > MAX_LENGTH) reject(new Error("too large"));
  });
  response.on("end", () => resolve(text));
  response.on("error", reject);
  return promise;
}
