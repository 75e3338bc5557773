import { MAX_CREDENTIAL_VALUE_BYTES, MAX_CREDENTIAL_VALUES } from "../../contract/credentials.ts";
import type { OperationById } from "../../contract/index.ts";
import type { ResultOf } from "../../contract/operation.ts";
import { readDomain } from "../credentials/domain.ts";
import { readTotpSecret } from "../credentials/totp.ts";

/** Item of a provider, without its values. */
export type ProviderItem = ResultOf<OperationById<"credentialProviders.items">>["items"][number];

/** Vault of a provider. */
export type ProviderVault = ResultOf<OperationById<"credentialProviders.test">>["vaults"][number];

/** Items of a provider and the vaults that it can read. */
export interface ProviderList {
  readonly items: readonly ProviderItem[];
  readonly vaults: readonly ProviderVault[];
}

/** Values of an item by key, and its TOTP secret in base32. */
export interface ItemValues {
  readonly values: Readonly<Record<string, string>>;
  readonly totpSecret: string | undefined;
}

/** Texts of an object by key; other members are left out. */
export function textsOf(given: unknown): Record<string, string> {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return {};
  const texts = Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return Object.fromEntries(texts);
}

/** Members of a JSON array that are objects. */
export function objectsOf(given: unknown): Record<string, unknown>[] {
  if (!Array.isArray(given)) return [];
  return given.filter((each) => typeof each === "object" && each !== null && !Array.isArray(each));
}

/** TOTP secret of a text: base32, or an `otpauth://` address of six digits, 30 seconds and SHA-1. */
export function totpSecretOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  if (!given.startsWith("otpauth://")) return readTotpSecret(given);
  const query = URL.parse(given)?.searchParams;
  const isUsual =
    (query?.get("digits") ?? "6") === "6" &&
    (query?.get("period") ?? "30") === "30" &&
    (query?.get("algorithm") ?? "SHA1").toUpperCase() === "SHA1";
  const secret = query?.get("secret");
  return isUsual && secret ? readTotpSecret(secret) : undefined;
}

/** Values that a login can use: texts that are not empty, within the limits of stored credentials. */
export function usableValues(values: Readonly<Record<string, string>>): Record<string, string> {
  const usable = Object.entries(values).filter(
    ([key, value]) => key !== "" && value !== "" && Buffer.byteLength(value) <= MAX_CREDENTIAL_VALUE_BYTES,
  );
  return Object.fromEntries(usable.slice(0, MAX_CREDENTIAL_VALUES));
}

/** Item whose vault is the first part of its path, and whose addresses are the host names in the path. */
export function itemOfPath(path: string): ProviderItem {
  const parts = path.split("/");
  const vault = parts.length > 1 ? (parts[0] ?? "") : "";
  const hosts = parts.filter((part) => part.includes(".") && readDomain(part).problem === undefined);
  return {
    id: path,
    path,
    title: parts.at(-1) ?? path,
    vault_id: vault,
    vault_name: vault,
    ...(hosts.length > 0 && { urls: hosts.map((host) => `https://${host}`) }),
  };
}

/** Vaults of items, in the order of their first item. */
export function vaultsOf(items: readonly ProviderItem[]): ProviderVault[] {
  const vaults = new Map(items.map(({ vault_id: id, vault_name: name }) => [id, { id, name }]));
  return [...vaults.values()];
}

/**
 * Items for a domain: those with an address on exactly that host; otherwise those on a subdomain of it, or on the domain
 * with or without `www.`.
 */
export function itemsFor(domain: string, items: readonly ProviderItem[]): readonly ProviderItem[] {
  const hosts = items.map((item) => ({
    item,
    hosts: (item.urls ?? []).map(hostOf).filter((host) => host !== undefined),
  }));
  const matching = (fits: (host: string) => boolean): ProviderItem[] =>
    hosts.filter(({ hosts }) => hosts.some(fits)).map(({ item }) => item);
  const exact = matching((host) => host === domain);
  if (exact.length > 0) return exact;
  const bare = domain.replace(/^www\./, "");
  return matching((host) => host === bare || host.endsWith(`.${bare}`));
}

/** Host of an address; of a text without a scheme too, as people type them. */
function hostOf(url: string): string | undefined {
  const host = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`)?.hostname.toLowerCase();
  return host?.replace(/\.$/, "");
}
