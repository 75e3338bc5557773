import { createServer, type IncomingHttpHeaders } from "node:http";
import { onLoopback } from "../../support/servers/loopback.ts";

export interface ListServer {
  url: string;
  env: { BROWSERCTL_BASE_URL: string; BROWSERCTL_TOKEN: string };
  /** Path and query of each request, and its headers. */
  requests: { path: string; headers: IncomingHttpHeaders }[];
  /** Records of each list, by its path; they may change. */
  lists: Record<string, readonly unknown[]>;
  /** Holds every answer back from this request on. */
  hangsFrom: number;
  /** Answers instead of lists. */
  fails: { status: number; body: string } | undefined;
}

/** A service that has lists, with the pages and the search of the contract. */
export async function listServer(lists: Record<string, readonly unknown[]>): Promise<ListServer> {
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    const { pathname, searchParams } = new URL(path, "http://service");
    state.requests.push({ path, headers: request.headers });
    if (state.requests.length >= state.hangsFrom) return;
    if (state.fails) {
      response.writeHead(state.fails.status).end(state.fails.body);
      return;
    }
    const records = state.lists[pathname];
    if (!records) {
      response.writeHead(404).end("{}");
      return;
    }
    const search = searchParams.get("query") ?? "";
    const found = records.filter((record) => Object.values(record ?? {}).some((text) => String(text).includes(search)));
    const [limit, offset] = [Number(searchParams.get("limit") ?? 20), Number(searchParams.get("offset") ?? 0)];
    const end = offset + limit;
    response.setHeader("x-has-more", String(end < found.length));
    if (end < found.length) response.setHeader("x-next-offset", String(end));
    response.setHeader("content-type", "application/json").end(JSON.stringify(found.slice(offset, end)));
  });
  const { url, env } = await onLoopback(server);
  const state: ListServer = { url, env, requests: [], lists, hangsFrom: Number.POSITIVE_INFINITY, fails: undefined };
  return state;
}

/** Sessions of these names. */
export function sessions(...names: readonly string[]): Record<string, string>[] {
  return names.map((name, at) => ({
    session_id: `s${String(at).padStart(23, "0")}`,
    name,
    created_at: "2026-01-01T00:00:00Z",
  }));
}
