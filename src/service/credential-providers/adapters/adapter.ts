import type { ItemValues, ProviderItem, ProviderList } from "../provider-items.ts";
import type { ProviderProgram } from "../run-program.ts";

/** Way to ask the program of one type of provider. Its functions throw a `ProviderError`. */
export interface Adapter {
  /** Usual program; undefined where the provider has to name one. */
  readonly program: string | undefined;
  /** Environment variable for the token; undefined for a program without a token. */
  readonly tokenVariable: string | undefined;
  readonly list: (program: ProviderProgram, signal: AbortSignal) => Promise<ProviderList>;
  /** Values of an item of the list. */
  readonly get: (program: ProviderProgram, item: ProviderItem, signal: AbortSignal) => Promise<ItemValues>;
}
