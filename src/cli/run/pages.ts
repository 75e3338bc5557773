import { type ApiClient, badAnswer, type CallInput, readJson } from "../../client/call.ts";
import type { ApiResponse, RawRequest } from "../../client/request.ts";
import { PAGE_ITEMS } from "../../contract/limits.ts";
import { type Paging, pagings } from "../../contract/paging.ts";
import type { PlainOperation } from "../../contract/plain.ts";
import { CliError } from "../../core/errors.ts";
import type { CommandContext } from "../declare/context.ts";

/** One page of a list, with the response that it came in. */
export interface Page {
  readonly items: readonly unknown[];
  readonly response: ApiResponse;
}

/** Position in a list: an offset, a token, or its beginning. */
export type Position = number | string | undefined;

export interface PagesOptions {
  readonly paging: Paging;
  /** Position of the first page. */
  readonly from: Position;
  /** Way out for an answer that is no list. */
  readonly hint?: string;
}

/**
 * The pages of a list (contract 0.8). Exit 1 for an answer that is not a list, with `hint`, and for a page that
 * announces more without saying where, or in a place that has been read.
 */
export async function* pages(
  client: ApiClient,
  requestAt: (position: Position) => RawRequest,
  { from, hint, paging }: PagesOptions,
): AsyncGenerator<Page> {
  const { header } = pagings[paging];
  const seen = new Set<Position>([from]);
  for (let at = from; ; ) {
    const response = await client.send(requestAt(at));
    const items = await readJson(response);
    if (!Array.isArray(items))
      throw new CliError("failed", "the service returned no list", { code: "bad_answer", hint });
    yield { items, response };
    const isEnd = paging === "offset" && items.length === 0;
    if (response.headers.get("x-has-more") !== "true" || isEnd) return;
    const next = response.headers.get(header);
    const isFurther =
      paging === "offset" ? Number(next) > Number(at ?? 0) : next !== null && next !== "" && !seen.has(next);
    if (!isFurther) throw badAnswer(`the service announced more pages without another ${header}`);
    at = paging === "offset" ? Number(next) : (next ?? undefined);
    seen.add(at);
  }
}

/** Every item of a paged list, as one list. */
export async function everyPage(client: ApiClient, operation: PlainOperation, input: CallInput): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const each of largePages(client, operation, input)) for (const item of each.items) items.push(item);
  return items;
}

/** Pages of a list, each as large as the service makes them. */
export function largePages(client: ApiClient, operation: PlainOperation, input: CallInput): AsyncGenerator<Page> {
  const { query = {} } = input;
  const { paging = "offset" } = operation;
  const requestAt = (at: Position) => client.request(operation, { ...input, query: pageQuery(query, paging, at) });
  return pages(client, requestAt, { paging, from: firstPosition(paging, query) });
}

/** One page of a list, with a note where there are more; every page with `--all`. */
export async function page(
  { globals, io }: Pick<CommandContext, "globals" | "io">,
  client: ApiClient,
  operation: PlainOperation,
  input: CallInput,
): Promise<unknown> {
  if (globals.all) return everyPage(client, operation, input);
  const response = await client.send(client.request(operation, input));
  const value = await readJson(response);
  if (response.headers.get("x-has-more") === "true") {
    const first = firstPosition(operation.paging ?? "offset", input.query ?? {});
    io.note(`Showing ${rangeOf(first, Array.isArray(value) ? value.length : 0)}; use --all for the rest.`);
  }
  return value;
}

function rangeOf(first: Position, count: number): string {
  if (typeof first === "string") return `the next ${count}`;
  return first === undefined || first === 0 ? `the first ${count}` : `${first + 1} to ${first + count}`;
}

/** Position of the first page that a query asks for. */
export function firstPosition(paging: Paging, query: Readonly<Record<string, unknown>>): Position {
  const given = query[pagings[paging].parameter];
  return paging === "offset" ? Number(given ?? 0) : (given as string | undefined);
}

/** Query of one page with {@link everyPage}: the largest page unless the command has a limit. */
export function pageQuery(
  query: Readonly<Record<string, unknown>>,
  paging: Paging,
  at: Position,
): Record<string, unknown> {
  return { limit: PAGE_ITEMS.max, ...query, ...(at !== undefined && { [pagings[paging].parameter]: at }) };
}
