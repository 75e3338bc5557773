import { type ApiClient, badAnswer, type CallInput, readJson } from "../client/call.ts";
import type { PlainOperation } from "../contract/plain.ts";
import type { CommandContext } from "./context.ts";

/** Items of one page with {@link everyPage}: the maximum of a service. */
const PAGE_ITEMS = 100;

/** Every item of a paged list, as one list (contract 0.8). */
export async function everyPage(client: ApiClient, operation: PlainOperation, input: CallInput): Promise<unknown[]> {
  const items: unknown[] = [];
  let offset = Number(input.query?.["offset"] ?? 0);
  for (;;) {
    const response = await client.send(
      client.request(operation, { ...input, query: pageQuery(input.query ?? {}, offset) }),
    );
    const page = await readJson(response);
    if (!Array.isArray(page)) throw badAnswer("the service returned no list");
    items.push(...page);
    const next = Number(response.headers.get("x-next-offset"));
    if (response.headers.get("x-has-more") !== "true" || page.length === 0) return items;
    if (!(next > offset)) {
      throw badAnswer("the service announced more pages without an offset");
    }
    offset = next;
  }
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

/** Query of one page with {@link everyPage}: the largest page, from the start unless the command has an offset. */
function pageQuery(
  query: Readonly<Record<string, unknown>>,
  offset = Number(query["offset"] ?? 0),
): Record<string, unknown> {
  return { limit: PAGE_ITEMS, ...query, offset };
}
