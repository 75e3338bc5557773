import type { ApiClient } from "../../client/call.ts";
import { CliError } from "../../core/errors.ts";
import { isObject } from "../../core/is-object.ts";
import { LAST_SESSION } from "../../core/session-word.ts";
import type { CommandContext } from "../declare/context.ts";
import { commandArgs } from "../declare/field-flags.ts";
import { type NamedRecords, namedRecordsOf } from "../declare/named-records.ts";
import { sessionAt, withSessionAt } from "../input/session-words.ts";
import { looksLikeId } from "../output/project-name.ts";
import { largePages } from "./pages.ts";

/** Maximum number of pages in which a record is looked up by its name. */
const MAX_LOOKUP_PAGES = 100;

type Client = () => Promise<ApiClient>;

/**
 * Replaces `@last` and the names of records by ids where the API only takes an id, in the arguments and in the path.
 * Costs one request; none for a word in the form of an id. An unknown name is kept and sent, so that the service
 * answers it. Exit 2, `ambiguous_name`, when several records have the name; exit 4 for `@last` without a session. A
 * preview sends nothing and keeps the words.
 */
export async function withRecordIds(context: CommandContext, client: Client): Promise<CommandContext> {
  return withNamedRecord(await withLastSession(context, client), client);
}

async function withLastSession(context: CommandContext, client: Client): Promise<CommandContext> {
  const { args: words, io, loadOperation, operation, recorder, request, spec } = context;
  if (!words.some((word) => word.startsWith(LAST_SESSION))) return context;
  const args = commandArgs(spec, operation);
  const isLast = (word: string, at: number): boolean => sessionAt(args, at, word) === LAST_SESSION;
  if (!words.some(isLast)) return context;
  if (recorder) {
    io.note(`note: ${LAST_SESSION} is looked up before the request is sent, which has the id of the newest session`);
    return context;
  }
  const found = await (await client()).call(await loadOperation("browsers.list"), { query: { limit: 1 } });
  const newest = Array.isArray(found) && isObject(found[0]) ? found[0]["session_id"] : undefined;
  if (typeof newest !== "string") {
    throw new CliError("not-found", `${LAST_SESSION}: there is no active session`, {
      code: "not_found",
      hint: "browserctl browsers create",
    });
  }
  const params = Object.entries(request.params).map(([name, word]) => {
    const isPath = args.some((arg, at) => arg.name === name && !arg.field && isLast(words[at] ?? "", at));
    return [name, isPath ? newest : word] as const;
  });
  return {
    ...context,
    args: words.map((word, at) => (isLast(word, at) ? withSessionAt(args, at, word, newest) : word)),
    request: { ...request, params: Object.fromEntries(params) },
  };
}

async function withNamedRecord(context: CommandContext, client: Client): Promise<CommandContext> {
  const { args, io, operation, recorder, request } = context;
  const records = operation && namedRecordsOf(operation);
  const word = request.params["id"];
  if (!records || word === undefined || looksLikeId(word)) return context;
  if (recorder) {
    io.note(`note: "${word}" is looked up among the ${records.what} before the request is sent, which has the id`);
    return context;
  }
  const id = await idOf(word, records, context, await client());
  if (id === undefined) return context;
  const params = { ...request.params, id };
  return {
    ...context,
    args: args.map((each, at) => (at === 0 && each === word ? id : each)),
    request: { ...request, params },
  };
}

async function idOf(
  word: string,
  { beside, field, filter = field, list, what }: NamedRecords,
  { loadOperation }: CommandContext,
  client: ApiClient,
): Promise<string | undefined> {
  const records: Record<string, unknown>[] = [];
  let looked = 0;
  for await (const { items } of largePages(client, await loadOperation(list), { query: { [filter]: word } })) {
    looked += 1;
    if (looked > MAX_LOOKUP_PAGES) {
      const message = `"${word}" was looked up in ${MAX_LOOKUP_PAGES} pages of ${what}, and the service announced more`;
      throw new CliError("failed", message, { code: "bad_answer", hint: "type the id in its place" });
    }
    for (const item of items) if (isObject(item)) records.push(item);
  }
  // Names are case-sensitive; domains are not.
  const form = (one: string): string => (field === "domain" ? one.toLowerCase() : one);
  const meant = records.filter((record) => form(String(record[field])) === form(word));
  if (meant.length > 1) {
    const ids = meant.map((record) => {
      const other = beside === undefined ? undefined : record[beside];
      return typeof other === "string" && other !== "" ? `${record["id"]} (${other})` : String(record["id"]);
    });
    throw new CliError("usage", `${meant.length} ${what} have the ${field} "${word}": ${ids.join(", ")}`, {
      code: "ambiguous_name",
      hint: "type one of these ids in its place",
    });
  }
  const id = meant[0]?.["id"];
  return typeof id === "string" ? id : undefined;
}
