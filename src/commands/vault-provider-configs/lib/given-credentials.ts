import type { Needs } from "../../../cli/declare/body.ts";
import type { ValuesOf } from "../../../cli/declare/declaration.ts";
import { isSource, notEmpty, withoutLineBreak } from "../../../cli/input/named-values.ts";
import type { Problem } from "../../../core/errors.ts";
import type { credentialFlags } from "./config-words.ts";

/** Problem of a word that is not the source of a secret; it is not repeated, because it may be the secret. */
export function secretProblems(source: string | undefined): Problem[] {
  if (source === undefined || isSource(source)) return [];
  const message = "needs a source, not the secret itself; use @FILE, env:NAME or - for stdin";
  return [{ path: "--client-secret", message }];
}

/** Credentials of the flags; reads the secret. Exit 2 for an empty one. */
export async function readCredentials({
  flags: { clientSecret, publishableKey },
  read,
}: Needs<"read"> & { readonly flags: ValuesOf<typeof credentialFlags> }): Promise<{
  client_secret?: string;
  publishable_key?: string;
}> {
  const owner = "--client-secret";
  return {
    ...(clientSecret !== undefined && {
      client_secret: notEmpty(owner, withoutLineBreak(await read(clientSecret, owner))),
    }),
    ...(publishableKey !== undefined && { publishable_key: publishableKey }),
  };
}
