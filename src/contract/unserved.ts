import { type UnservedOperation, unserved } from "./operation.ts";

/** Operations of the API (contract 2) that have neither a schema nor a command yet; they answer 501. */
export const unservedOperations: readonly UnservedOperation[] = [
  unserved("POST", "/org/credential_providers", "Add a credential provider"),
  unserved("GET", "/org/credential_providers", "List credential providers"),
  unserved("GET", "/org/credential_providers/{id}", "Show a credential provider"),
  unserved("PATCH", "/org/credential_providers/{id}", "Change a credential provider"),
  unserved("DELETE", "/org/credential_providers/{id}", "Remove a credential provider"),
  unserved("GET", "/org/credential_providers/{id}/items", "List the items of a credential provider"),
  unserved("POST", "/org/credential_providers/{id}/test", "Test the connection to a credential provider"),
  unserved("GET", "/extensions/from_chrome_store", "Download an extension from the Chrome Web Store"),
];
