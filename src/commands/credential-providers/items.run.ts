import type { Run } from "../../cli/declare/body.ts";
import type { credentialProvidersItems } from "./items.ts";

/** Prints the items as a list. */
export const run: Run<typeof credentialProvidersItems> = async ({ call, request, value }) => {
  const { items } = await call("credentialProviders.items", request);
  return value([...items]);
};
