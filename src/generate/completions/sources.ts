import { commandArgs, commandFlags } from "../../cli/declare/field-flags.ts";
import { allGlobalFlags, globalFlags, needsOf } from "../../cli/declare/global-flags.ts";
import { namedRecords } from "../../cli/declare/named-records.ts";
import type { ArgSpec, CommandSpec, FlagSpec } from "../../cli/declare/spec.ts";
import { appTemplates } from "../../commands/apps/lib/templates.ts";
import type { OperationId } from "../../contract/index.ts";
import type { PlainOperation, PlainSchema } from "../../contract/plain.ts";
import type { DescribedField, RecordSource } from "../../core/record-source.ts";

type Columns = NonNullable<CommandSpec["columns"]>;

/** Source of the names of contexts, which are in the settings. */
const CONTEXTS = "contexts";

/** Source of the templates of apps, which are in the program. */
const TEMPLATES = "app-templates";

/** Sources of words that the program itself knows, each with its description. */
const wordSources: Readonly<Record<string, readonly { readonly value: string; readonly description: string }[]>> = {
  [TEMPLATES]: appTemplates.map(({ name, summary }) => ({ value: name, description: summary })),
};

/**
 * Lists with another path than their records. The API has no list of processes; the local service has one, with a path
 * in the plural.
 */
const listsElsewhere: Readonly<Record<string, OperationId>> = { "/browsers/{id}/process": "local.processes" };

/**
 * Lists whose records have names that stand for ids in every path. assumed: below `/browsers/{id}/` too, whose
 * parameter is no `id_or_name`: the help of these commands says "Session id or name". The program looks up the others.
 */
const alwaysByName: readonly string[] = ["browsers", ...namedRecords.map(({ path }) => keyOf(path))];

/** Values of one record, named by the first argument: the field of the record, and the fields that may name it. */
const partsOfRecords: Readonly<Record<string, { readonly field: string; readonly of: readonly string[] }>> = {
  "apps/actions": { field: "actions.name", of: ["app_name"] },
  "apps/versions": { field: "version", of: ["app_name"] },
  "credentials/values": { field: "value_keys", of: ["name", "id"] },
};

/** Request fields whose list does not follow from their name or their operation. */
const sourcesOfFields: Readonly<Record<string, string>> = {
  "invocations.create action_name": "apps/actions",
  "invocations.create version": "apps/versions",
  "deployments.list app_version": "apps.version",
  "credentials.update remove_value_keys": "credentials/values",
  "authConnections.create credential.provider": "credential_providers.name",
  "authConnections.update credential.provider": "credential_providers.name",
};

/** Lists of the records that a member of a field names, by the end of its path. */
const sourcesOfMembers: Readonly<Record<string, string>> = { "otlp.destination": "telemetry/destinations" };

/** Arguments and flags that are not a field of an operation. */
const sourcesOfWords: Readonly<Record<string, string>> = {
  "apps delete app": "apps.app_name",
  "apps init --from-template": TEMPLATES,
  "logs app": "apps.app_name",
  "logs --action": "apps/actions",
  "logs --app-version": "apps/versions",
  "apps delete --app-version": "apps/versions",
  "browsers create --pool": "browser_pools",
  "context use name": CONTEXTS,
  "context show name": CONTEXTS,
  "context remove name": CONTEXTS,
  "context rename name": CONTEXTS,
};

const sourcesOfGlobals: Readonly<Record<string, string>> = { context: CONTEXTS, project: "projects" };

/** A list of the service: `auth/connections` for `/auth/connections`. */
interface List {
  readonly key: string;
  readonly operation: PlainOperation;
  readonly record: Readonly<Record<string, PlainSchema>>;
  /** Field of the id, its first one: `id`, `session_id`. */
  readonly id: string;
}

/**
 * Sources of the values of arguments and flags, by words such as `browsers`, `browsers/processes` and `proxies.id`. A
 * list stands for the names of its records, or their ids if they have no names; `LIST.FIELD` for one field of them;
 * `LIST/PART` for parts of the record that the first argument names.
 */
export class CompletionSources {
  readonly #lists: readonly List[];
  readonly #byName: ReadonlySet<string>;
  readonly #operations: readonly PlainOperation[];

  constructor(operations: readonly PlainOperation[]) {
    this.#operations = operations;
    this.#lists = operations.flatMap(listOf);
    const named = operations.flatMap(({ path }) => /^(.+)\/\{id_or_name\}/.exec(path)?.[1] ?? []);
    this.#byName = new Set([...named.map(keyOf), ...alwaysByName]);
  }

  /** Source of an argument; undefined if its values are unknown. */
  ofArg(spec: CommandSpec, operation: PlainOperation | undefined, arg: ArgSpec): string | undefined {
    const own = sourcesOfWords[`${spec.words} ${arg.name}`];
    if (arg.session !== undefined) return "browsers";
    if (own !== undefined || operation === undefined) return own;
    if (arg.field) return this.#ofField(operation, arg.field);
    const at = operation.path.indexOf(`/{${arg.name}}`);
    return at < 0 ? undefined : this.#ofPath(operation.path.slice(0, at));
  }

  /** Source of the value of a flag. Its `meanings` add words such as `none`. */
  ofFlag(spec: CommandSpec, operation: PlainOperation | undefined, flag: FlagSpec): string | undefined {
    const own = sourcesOfWords[`${spec.words} --${flag.name}`];
    if (own !== undefined) return own;
    if (flag.kind !== "string" && flag.kind !== "reference") return undefined;
    if (flag.choices && flag.choices.length > 0) return undefined;
    if (allGlobalFlags.some(({ name }) => name === flag.name) && !flag.field) return sourcesOfGlobals[flag.name];
    if (operation === undefined || !flag.field) return undefined;
    if (flag.kind === "reference")
      return sourcesOfMembers[flag.field.slice(-2).join(".")] ?? this.#listNamed(flag.field[1])?.key;
    return this.#ofField(operation, flag.field);
  }

  /** Table of the sources of these commands; the columns of those that list records describe the records. */
  table(commands: readonly CommandSpec[]): Record<string, RecordSource> {
    const used = commands.flatMap((spec) => {
      const operation = this.#operations.find(({ id }) => id === spec.operation);
      const flags = [...commandFlags(spec, operation), ...globalFlags(spec, needsOf(operation))];
      return [
        ...commandArgs(spec, operation).map((arg) => this.ofArg(spec, operation, arg)),
        ...flags.map((flag) => this.ofFlag(spec, operation, flag)),
      ];
    });
    const words = new Set(used.filter((word) => word !== undefined));
    for (const word of [CONTEXTS, ...Object.keys(wordSources)]) words.delete(word);
    return Object.fromEntries([...words].sort().map((word) => [word, this.#source(word, commands)]));
  }

  /** Records below a path: `/browsers/{id}/process` are the processes of a session. */
  #ofPath(path: string): string | undefined {
    const elsewhere = listsElsewhere[path];
    const list = elsewhere
      ? this.#lists.find(({ operation }) => operation.id === elsewhere)
      : this.#lists.find(({ key }) => key === keyOf(path));
    return list && this.#byIdOrName(list);
  }

  #byIdOrName({ key, id, record }: List): string {
    return this.#byName.has(key) || !record["name"] ? key : `${key}.${id}`;
  }

  #ofField(operation: PlainOperation, [part, ...path]: NonNullable<FlagSpec["field"]>): string | undefined {
    const own = sourcesOfFields[`${operation.id} ${path.join(".")}`];
    return own ?? this.#ofReference(path) ?? (part === "query" ? this.#ofFilter(operation, path) : undefined);
  }

  /** A field that names a record of another list: `deployment_id`, `profile_name`, `proxy.id`. */
  #ofReference(path: readonly string[]): string | undefined {
    const [, noun = "", form = ""] = /^(?:.*\.)?([a-z_]+)[._](id|name)$/.exec(path.join(".")) ?? [];
    const list = this.#listNamed(noun);
    if (list === undefined) return undefined;
    if (form === "id") return list.record["name"] ? `${list.key}.${list.id}` : list.key;
    const field = [form, `${noun}_${form}`].find((name) => list.record[name]);
    return field && `${list.key}.${field}`;
  }

  /** A filter of a list is a value of one of its records. */
  #ofFilter(operation: PlainOperation, path: readonly string[]): string | undefined {
    const list = this.#lists.find((each) => each.operation.id === operation.id);
    const [field = ""] = path;
    return list?.operation.paging && isText(list.record[field]) ? `${list.key}.${field}` : undefined;
  }

  /** The list of a noun in the singular or plural: `proxy`, `extensions`. */
  #listNamed(noun: string): List | undefined {
    const plural = noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`;
    return this.#lists.find(({ key }) => key === noun || key === plural);
  }

  #source(word: string, commands: readonly CommandSpec[]): RecordSource {
    const part = partsOfRecords[word];
    const [key = "", field = part?.field] = part ? [word.slice(0, word.lastIndexOf("/"))] : word.split(".");
    const list = this.#lists.find((each) => each.key === key);
    if (!list) throw new Error(`the source "${word}" of completion is no list`);
    const { operation, record, id } = list;
    const values = field !== undefined ? [field] : ["name", id].filter((name) => record[name]);
    const columns = commands.find((spec) => spec.operation === operation.id && spec.columns)?.columns ?? [];
    const identifies = values.every((name) => name === id || name === "name");
    const { limit, query } = operation.query?.properties ?? {};
    return {
      path: operation.path,
      values,
      describe: identifies ? describedFields(list, values, columns) : [],
      ...(operation.paging && limit?.maximum !== undefined && { pageSize: limit.maximum }),
      ...(query && { search: "query" }),
      ...(operation.unscoped && { unscoped: true }),
      ...(operation.localOnly && { localOnly: true }),
      ...(part && { of: part.of }),
    };
  }
}

/** Path without its prefix and parameters: `browsers/processes`, `projects`. */
function keyOf(path: string): string {
  return path.replace(/^\/(?:_local\/|org\/)?/, "").replace(/\/\{\w+\}/g, "");
}

function listOf(operation: PlainOperation): List[] {
  const { schema } = operation.response;
  const record = schema?.type === "array" ? schema.items?.properties : undefined;
  const [id] = Object.keys(record ?? {});
  if (operation.method !== "GET" || operation.deprecated || !record || id === undefined) return [];
  return [{ key: keyOf(operation.path), operation, record, id }];
}

/** Maximum number of texts in a description besides the name. */
const MAX_TEXTS = 3;

/** Name, state, further texts and age of a record, from the columns of its list. */
function describedFields({ record, id }: List, values: readonly string[], columns: Columns): readonly DescribedField[] {
  const name = values.includes(id) && record["name"] ? [{ field: "name" }] : [];
  const texts = columns
    .filter(({ path, as }) => path !== id && path !== "name" && (as ?? "state") === "state" && isText(record[path]))
    .filter(({ path }) => !path.endsWith("_at"))
    .sort((a, b) => Number(b.as === "state") - Number(a.as === "state"))
    .slice(0, MAX_TEXTS)
    .map(({ path }) => ({ field: path, ...(path === "command" && { firstWord: true as const }) }));
  const created = columns.find(({ as }) => as === "age");
  const age = created ? [{ field: created.path, age: created.title ?? created.path }] : [];
  return [...name, ...texts, ...age];
}

/** True for a text; states are texts too, and a field may be null. */
function isText(schema: PlainSchema | undefined): boolean {
  if (schema?.anyOf) return schema.anyOf.some(isText);
  return schema?.type === "string" || typeof schema?.enum?.[0] === "string";
}

/** Module with the table of all sources, for the program that answers the shells. */
export function completionSourcesModule(
  operations: readonly PlainOperation[],
  commands: readonly CommandSpec[],
): string {
  const table = new CompletionSources(operations).table(commands);
  return `import type { RecordSource } from "../core/record-source.ts";

export const recordSources: Readonly<Record<string, RecordSource>> = ${JSON.stringify(table, null, 2)};

/** Words that are known without a service, each with its description. */
export const wordSources: Readonly<
  Record<string, readonly { readonly value: string; readonly description: string }[]>
> = ${JSON.stringify(wordSources, null, 2)};
`;
}
