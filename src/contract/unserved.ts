import { type UnservedOperation, unserved } from "./operation.ts";

/** Operations of the API (contract 2) that have neither a schema nor a command yet; they answer 501. */
export const unservedOperations: readonly UnservedOperation[] = [
  unserved("GET", "/extensions/from_chrome_store", "Download an extension from the Chrome Web Store"),
];
