import type { ApiClient } from "../client/call.ts";
import { CliError } from "../core/errors.ts";
import { isObject } from "../core/is-object.ts";
import type { CommandContext } from "./context.ts";
import { type NamedRecords, namedRecordsOf } from "./named-records.ts";
import { everyPage } from "./pages.ts";
import { looksLikeId } from "./project-name.ts";

/**
 * Replaces a name in the path of the request by the id of the record, where the API takes an id alone. Costs one request
 * where the word has not the form of an id. A word that names no record stays, and the service answers it. Exit 2,
 * `ambiguous_name`, where several records have the name. A preview sends nothing and keeps the name.
 */
export async function withRecordIds(
  context: CommandContext,
  client: () => Promise<ApiClient>,
): Promise<CommandContext> {
  const { io, operation, recorder, request } = context;
  const records = operation && namedRecordsOf(operation);
  const word = request.params["id"];
  if (!records || word === undefined || looksLikeId(word)) return context;
  if (recorder) {
    io.note(`note: "${word}" is looked up among the ${records.what} before the request is sent, which has the id`);
    return context;
  }
  const id = await idOf(word, records, context, await client());
  return id === undefined ? context : { ...context, request: { ...request, params: { ...request.params, id } } };
}

async function idOf(
  word: string,
  { beside, field, list, what }: NamedRecords,
  { loadOperation }: CommandContext,
  client: ApiClient,
): Promise<string | undefined> {
  const records = (await everyPage(client, await loadOperation(list), { query: { [field]: word } })).filter(isObject);
  const same = (one: string): boolean => one.toLowerCase() === word.toLowerCase();
  const named = records.filter((record) => same(String(record[field])));
  const exact = named.filter((record) => record[field] === word);
  const meant = exact.length > 0 ? exact : named;
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
