import { isAbsolute } from "node:path";
import type { OperationById } from "../../contract/index.ts";
import type { BodyOf, QueryOf, ResultOf } from "../../contract/operation.ts";
import type { InputProblem } from "../../contract/problems.ts";
import { untilAborted } from "../../core/abort.ts";
import type { Clock } from "../clock.ts";
import type { DriverError } from "../driver-error.ts";
import { ResourceError } from "../store/resource-error.ts";
import type { Rows } from "../store/rows.ts";
import type { ListPage } from "../store/scoped-rows.ts";
import { Sealed } from "../store/seal.ts";
import type { Store } from "../store/store.ts";
import type { ListedOf } from "../store/table.ts";
import type { Adapter } from "./adapters/adapter.ts";
import { bitwarden } from "./adapters/bitwarden.ts";
import { onepassword } from "./adapters/onepassword.ts";
import { pass } from "./adapters/pass.ts";
import { program } from "./adapters/program.ts";
import { vault } from "./adapters/vault.ts";
import { type ItemValues, itemsFor, type ProviderItem, type ProviderList, usableValues } from "./provider-items.ts";
import { credentialProviders, type ProviderType, type StoredProvider } from "./provider-table.ts";
import { failed, ProviderError, type ProviderProgram } from "./run-program.ts";

export type ProviderRecord = ResultOf<OperationById<"credentialProviders.get">>;
type CreateBody = BodyOf<OperationById<"credentialProviders.create">>;
type UpdateBody = BodyOf<OperationById<"credentialProviders.update">>;
type TestResult = ResultOf<OperationById<"credentialProviders.test">>;

export interface CredentialProvidersOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** The service's environment, which the programs get without the service's own variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Reference of an auth connection to an item: its path, or the item for the connection's domain. */
export type ItemReference = { readonly path: string } | { readonly auto: true };

/** Item for a login, with its values. */
export interface FoundItem extends ItemValues {
  readonly item: ProviderItem;
}

const adapters: Readonly<Record<ProviderType, Adapter>> = { bitwarden, onepassword, pass, program, vault };

/** Maximum number of items of one provider. */
const MAX_ITEMS = 10_000;

/** Items of a provider as they were read. */
interface CachedList {
  readonly list: Promise<ProviderList>;
  readonly readAt: number;
}

/**
 * Credential providers of the organization: programs of the machine that know logins. Lists of items are kept in memory
 * for the time that each provider sets; values are read for each login and kept nowhere.
 */
export class CredentialProviders {
  readonly #options: CredentialProvidersOptions;
  readonly #rows: Rows<typeof credentialProviders>;
  readonly #lists = new Map<string, CachedList>();
  readonly #closing = new AbortController();

  constructor(options: CredentialProvidersOptions) {
    this.#options = options;
    this.#rows = options.store.rows(credentialProviders);
  }

  /** Adds a provider. Throws a {@link ResourceError} `invalid`, and a UniqueError for a name in use. */
  create({
    name,
    provider_type: type,
    token,
    cache_ttl_seconds: cacheSeconds = 300,
    command,
  }: CreateBody): StoredProvider {
    const problems = [...commandProblems(type, command), ...tokenProblems(type, token)];
    if (type === "program" && command === undefined) {
      problems.push({ path: "command", message: "is missing: the program that knows the logins" });
    }
    if (type === "onepassword" && token === undefined) {
      problems.push({ path: "token", message: "is missing: the token of a service account" });
    }
    if (problems.length > 0) throw ResourceError.invalid(problems);
    const now = this.#options.clock.now();
    return this.#rows.insert({
      name: name.trim(),
      type,
      token: token === undefined ? null : new Sealed(token),
      command: command ?? null,
      enabled: true,
      priority: 0,
      cacheSeconds,
      createdAt: now,
      updatedAt: now,
    });
  }

  list(query: QueryOf<OperationById<"credentialProviders.list">>): ListPage<typeof credentialProviders> {
    return this.#rows.ofOrganization().list(query);
  }

  named(name: string): StoredProvider | undefined {
    return this.#rows.ofOrganization().first({ name });
  }

  byId(id: string): StoredProvider | undefined {
    return this.#rows.ofOrganization().byId(id);
  }

  /** Provider with an id. Throws a {@link ResourceError} `not-found`. */
  require(id: string): StoredProvider {
    return this.#rows.ofOrganization().require(id);
  }

  /** Changes a provider. Throws a {@link ResourceError} `invalid`, and a UniqueError for a name in use. */
  update(provider: StoredProvider, body: UpdateBody): StoredProvider {
    const { name, token, enabled, priority, cache_ttl_seconds: cacheSeconds, command } = body;
    const problems = [...commandProblems(provider.type, command), ...tokenProblems(provider.type, token)];
    if (problems.length > 0) throw ResourceError.invalid(problems);
    this.#lists.delete(provider.id);
    return this.#rows.change(provider, {
      ...(name !== undefined && { name: name.trim() }),
      ...(token !== undefined && { token: new Sealed(token) }),
      ...(enabled !== undefined && { enabled }),
      ...(priority !== undefined && { priority }),
      ...(cacheSeconds !== undefined && { cacheSeconds }),
      ...(command !== undefined && { command }),
      sends: null,
      updatedAt: this.#options.clock.now(),
    });
  }

  delete(provider: StoredProvider): void {
    this.#lists.delete(provider.id);
    this.#rows.delete(provider);
  }

  /** Items of a provider. Throws a {@link ProviderError}, for one that is not enabled too. */
  async items(provider: StoredProvider, signal: AbortSignal): Promise<readonly ProviderItem[]> {
    requireEnabled(provider);
    return (await this.#listOf(provider, signal)).items;
  }

  /** Lists the items of a provider again. Never throws a {@link ProviderError}. */
  async test(provider: StoredProvider, signal: AbortSignal): Promise<TestResult> {
    this.#lists.delete(provider.id);
    try {
      return { success: true, vaults: [...(await this.#listOf(provider, signal)).vaults] };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return { success: false, vaults: [], error: messageOf(error) };
    }
  }

  /** Item for a login on a domain, and its values as of now. Throws a {@link ProviderError}. */
  async read(
    provider: StoredProvider,
    reference: ItemReference,
    domain: string,
    signal: AbortSignal,
  ): Promise<FoundItem> {
    requireEnabled(provider);
    const item = await this.#itemOf(provider, reference, domain, signal);
    const { get } = adapters[provider.type];
    const read = await get(this.#programOf(provider), item, AbortSignal.any([signal, this.#closing.signal]));
    const values = usableValues(read.values);
    if (Object.keys(values).length === 0 && read.totpSecret === undefined) {
      throw noItem(provider, `has no values for its item ${JSON.stringify(item.path)}`);
    }
    return { item, values, totpSecret: read.totpSecret };
  }

  /** Records of the sends of values, as JSON; null without any, and after a change of the provider. */
  sendsOf(provider: StoredProvider): string | null {
    return this.byId(provider.id)?.sends?.reveal() ?? null;
  }

  /** Records that values were sent. Does nothing for a deleted provider. */
  recordSends(provider: StoredProvider, sends: string): void {
    this.#rows.update(provider, { sends: new Sealed(sends) });
  }

  /** Ends the programs that run. */
  async close(reason: string): Promise<void> {
    this.#closing.abort(new ProviderError("failed", reason));
  }

  async #itemOf(
    provider: StoredProvider,
    reference: ItemReference,
    domain: string,
    signal: AbortSignal,
  ): Promise<ProviderItem> {
    const find = (items: readonly ProviderItem[]): readonly ProviderItem[] =>
      "path" in reference ? items.filter(({ path }) => path === reference.path) : itemsFor(domain, items);
    let found = find((await this.#listOf(provider, signal)).items);
    if (found.length === 0) {
      // It may be newer than the list.
      this.#lists.delete(provider.id);
      found = find((await this.#listOf(provider, signal)).items);
    }
    const [item] = found;
    const what = "path" in reference ? `with the path ${JSON.stringify(reference.path)}` : `for the domain ${domain}`;
    if (!item) throw noItem(provider, `has no item ${what}`);
    if (found.length === 1) return item;
    const paths = [...new Set(found.map(({ path }) => JSON.stringify(path)))].slice(0, 5).join(", ");
    const way = "path" in reference ? "give them different names" : "name one by its path";
    throw noItem(provider, `has ${found.length} items ${what}: ${paths}; ${way}`);
  }

  async #listOf(provider: StoredProvider, signal: AbortSignal): Promise<ProviderList> {
    return untilAborted(this.#cachedListOf(provider), signal);
  }

  #cachedListOf(provider: StoredProvider): Promise<ProviderList> {
    const now = this.#options.clock.now();
    const cached = this.#lists.get(provider.id);
    if (cached && now - cached.readAt < provider.cacheSeconds * 1_000) return cached.list;
    // Another request may wait for the same list.
    const list = this.#readList(provider);
    const reading = { list, readAt: now };
    this.#lists.set(provider.id, reading);
    const forget = (): void => {
      if (this.#lists.get(provider.id) === reading) this.#lists.delete(provider.id);
    };
    list.then(() => provider.cacheSeconds === 0 && forget(), forget);
    return list;
  }

  async #readList(provider: StoredProvider): Promise<ProviderList> {
    const program = this.#programOf(provider);
    const list = await adapters[provider.type].list(program, this.#closing.signal);
    // An id or path becomes an argument of the program.
    const items = list.items.filter(
      ({ id, path }) => ![id, path].some((text) => text.startsWith("-") || text.includes("\0")),
    );
    if (items.length <= MAX_ITEMS) return { items, vaults: list.vaults };
    throw failed(provider.name, program.command[0], `has more than ${MAX_ITEMS} items`);
  }

  #programOf({ name, type, command, token }: StoredProvider): ProviderProgram {
    const { program: usual, tokenVariable } = adapters[type];
    const [file = usual ?? "", ...args] = command ?? [];
    const own = Object.entries(this.#options.env).filter(([key]) => !/^(BROWSERCTL|KERNEL)_/.test(key));
    return {
      name,
      command: [file, ...args],
      env: {
        ...Object.fromEntries(own),
        ...(tokenVariable !== undefined && token && { [tokenVariable]: token.reveal() }),
      },
    };
  }
}

/** API record of a provider, without its token (contract 2.16). */
export function providerRecord(provider: ListedOf<typeof credentialProviders>): ProviderRecord {
  return {
    id: provider.id,
    name: provider.name,
    provider_type: provider.type,
    enabled: provider.enabled,
    priority: provider.priority,
    ...(provider.command && { command: [...provider.command] }),
    created_at: new Date(provider.createdAt).toISOString(),
    updated_at: new Date(provider.updatedAt).toISOString(),
  };
}

function messageOf(error: DriverError): string {
  return error.withMachine ?? error.message;
}

function requireEnabled(provider: StoredProvider): void {
  if (!provider.enabled) throw noItem(provider, "is not enabled");
}

function noItem({ name }: StoredProvider, what: string): ProviderError {
  return new ProviderError("no-item", `the credential provider ${JSON.stringify(name)} ${what}`);
}

function commandProblems(type: ProviderType, command: readonly string[] | undefined): InputProblem[] {
  const file = command?.[0];
  if (file === undefined) return [];
  if (file === "" || file.startsWith("-") || (file.includes("/") && !isAbsolute(file))) {
    const example = adapters[type].program ?? "my-logins";
    return [
      {
        path: "command.0",
        message: `must be an absolute path, or a name on the PATH of the service such as ${example}`,
      },
    ];
  }
  return [];
}

function tokenProblems(type: ProviderType, token: string | undefined): InputProblem[] {
  if (token === undefined || adapters[type].tokenVariable !== undefined) return [];
  return [{ path: "token", message: `is not for the provider type ${type}, which has none` }];
}
