import type { ContextEntry } from "../../../settings/model.ts";
import { storeWords } from "../../../settings/tokens/token-store.ts";

/** Place of a context's token in words; null where it has none. No store is asked. */
export function tokenPlace({ kind, token, token_store }: ContextEntry): string | null {
  if (kind === "local") return "the service's own";
  if (token_store !== undefined) return storeWords(token_store);
  return token === undefined ? null : "the settings file";
}
