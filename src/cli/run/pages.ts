import { type ApiClient, badAnswer, type CallInput, readJson } from "../../client/call.ts";
import type { ApiResponse, RawRequest } from "../../client/request.ts";
import type { PlainOperation } from "../../contract/plain.ts";
import { CliError } from "../../core/errors.ts";
import type { CommandContext } from "../declare/context.ts";

/** Items per page of {@link everyPage}: the maximum of the service. */
const PAGE_ITEMS = 100;

/** One page of a list, with the response that it came in. */
export interface Page {
  readonly items: readonly unknown[];
  readonly response: ApiResponse;
}

/**
 * The pages of a list by offset, from `offset` on (contract 0.8). Exit 1 for an answer that is not a list, with `hint`,
 * and for a page that announces more without an offset.
 */
export async function* pages(
  client: ApiClient,
  requestAt: (offset: number) => RawRequest,
  offset: number,
  hint?: string,
): AsyncGenerator<Page> {
  for (let at = offset; ; ) {
    const response = await client.send(requestAt(at));
    const items = await readJson(response);
    if (!Array.isArray(items))
      throw new CliError("failed", "the service returned no list", { code: "bad_answer", hint });
    yield { items, response };
    const next = Number(response.headers.get("x-next-offset"));
    if (response.headers.get("x-has-more") !== "true" || items.length === 0) return;
    if (!(next > at)) {
      throw badAnswer("the service announced more pages without an offset");
    }
    at = next;
  }
}

/** Every item of a paged list, as one list. */
export async function everyPage(client: ApiClient, operation: PlainOperation, input: CallInput): Promise<unknown[]> {
  const { query = {} } = input;
  const requestAt = (offset: number) => client.request(operation, { ...input, query: pageQuery(query, offset) });
  const items: unknown[] = [];
  for await (const each of pages(client, requestAt, Number(query["offset"] ?? 0))) items.push(...each.items);
  return items;
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
    const first = Number(input.query?.["offset"] ?? 0);
    const count = Array.isArray(value) ? value.length : 0;
    const range = first === 0 ? `the first ${count}` : `${first + 1} to ${first + count}`;
    io.note(`Showing ${range}; use --all for the rest.`);
  }
  return value;
}

/** Query of one page with {@link everyPage}: the largest page unless the command has a limit. */
export function pageQuery(query: Readonly<Record<string, unknown>>, offset: number): Record<string, unknown> {
  return { limit: PAGE_ITEMS, ...query, offset };
}
