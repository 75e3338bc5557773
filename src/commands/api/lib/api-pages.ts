import type { BodyOf, Result } from "../../../cli/declare/body.ts";
import type { Printed } from "../../../cli/declare/spec.ts";
import { firstPosition, type Page, type Position, pageQuery, pages } from "../../../cli/run/pages.ts";
import type { ApiClient } from "../../../client/call.ts";
import { secretsIn } from "../../../client/redact.ts";
import type { ApiResponse, RawRequest } from "../../../client/request.ts";
import type { Paging } from "../../../contract/paging.ts";
import { Styled, styled } from "../../../core/styled.ts";
import type { api } from "../../api.ts";

/** Status line and headers of a response, and an empty line. */
export function headText({ status, statusText, headers }: ApiResponse): Styled {
  const lines = [...headers].map(([name, each]) => styled`${name}: ${each}`);
  return Styled.lines([styled`HTTP ${status} ${statusText}`, ...lines, ""]);
}

type Api = BodyOf<typeof api>;

/**
 * All pages of a list as one list; with `-o jsonl` the items as they arrive; with `--include` each page after its
 * status line and headers, as `gh api` prints them.
 */
export async function pagesResult(body: Api, client: ApiClient, request: RawRequest): Promise<Result> {
  const { flags, items, output, selects, value } = body;
  const { paging = "offset" } = request.operation ?? {};
  const from = firstPosition(paging, Object.fromEntries(request.url.searchParams));
  const requestAt = (at: Position) => ({ ...request, url: pageUrl(request.url, paging, at) });
  const hint = "leave --paginate out: the answer of this call is not a list";
  const each = masked(body, request, pages(client, requestAt, { paging, from, hint }));
  if (flags.include === true) {
    return items(withHeads(each), (item) => item);
  }
  if (output === "jsonl" && !selects) {
    return items(withoutHeads(each), (item) => item);
  }
  const all: unknown[] = [];
  for await (const page of each) for (const item of page.items) all.push(item);
  return value(all, { ...(output === "text" && { format: "json" }) });
}

/** Masks the secrets of each page before it can be printed. */
async function* masked({ maskInCi }: Api, { operation }: RawRequest, each: AsyncIterable<Page>): AsyncGenerator<Page> {
  const declared = operation?.response;
  for await (const page of each) {
    if (declared?.kind === "json") for (const secret of secretsIn(page.items, declared.schema)) maskInCi(secret);
    yield page;
  }
}

async function* withHeads(each: AsyncIterable<Page>): AsyncGenerator<Printed, number> {
  for await (const { items, response } of each) {
    yield { to: "stdout", data: headText(response) };
    yield { values: [items], format: "json" };
  }
  return 0;
}

async function* withoutHeads(each: AsyncIterable<Page>): AsyncGenerator<Printed, number> {
  for await (const { items } of each) yield { values: items };
  return 0;
}

function pageUrl(url: URL, paging: Paging, position: Position): URL {
  const at = new URL(url);
  for (const [name, value] of Object.entries(pageQuery(Object.fromEntries(at.searchParams), paging, position))) {
    at.searchParams.set(name, String(value));
  }
  return at;
}
