import { type UnservedOperation, unserved } from "./operation.ts";

const unservedBrowserOperations = [
  unserved("GET", "/browsers/{id}/logs/stream", "Follow a log of a session's machine"),
  unserved("GET", "/browsers/{id}/telemetry/events", "List captured telemetry events of a session"),
  unserved("GET", "/browsers/{id}/telemetry/stream", "Follow the telemetry events of a session"),
];

const unservedAuthOperations = [
  unserved("POST", "/org/credential_providers", "Add a credential provider"),
  unserved("GET", "/org/credential_providers", "List credential providers"),
  unserved("GET", "/org/credential_providers/{id}", "Show a credential provider"),
  unserved("PATCH", "/org/credential_providers/{id}", "Change a credential provider"),
  unserved("DELETE", "/org/credential_providers/{id}", "Remove a credential provider"),
  unserved("GET", "/org/credential_providers/{id}/items", "List the items of a credential provider"),
  unserved("POST", "/org/credential_providers/{id}/test", "Test the connection to a credential provider"),
];

const unservedRecordOperations = [
  unserved("POST", "/telemetry/destinations", "Create a telemetry export destination"),
  unserved("GET", "/telemetry/destinations", "List telemetry export destinations"),
  unserved("GET", "/telemetry/destinations/{id_or_name}", "Show a telemetry export destination"),
  unserved("PATCH", "/telemetry/destinations/{id_or_name}", "Change a telemetry export destination"),
  unserved("DELETE", "/telemetry/destinations/{id_or_name}", "Delete a telemetry export destination"),
  unserved("POST", "/audit-logs/export/destinations", "Create an audit log export destination"),
  unserved("GET", "/audit-logs/export/destinations", "List audit log export destinations"),
  unserved("GET", "/audit-logs/export/destinations/{id}", "Show an audit log export destination"),
  unserved("PATCH", "/audit-logs/export/destinations/{id}", "Change, pause or resume an audit log export"),
  unserved("DELETE", "/audit-logs/export/destinations/{id}", "Delete an audit log export destination"),
  unserved("POST", "/audit-logs/export/destinations/{id}/test", "Test an audit log export destination"),
];

const unservedAdviceOperations = [
  unserved("GET", "/extensions/from_chrome_store", "Download an extension from the Chrome Web Store"),
  unserved("GET", "/config-registry", "List recommendations for websites"),
  unserved("POST", "/config-registry/lookup", "Look up the known recommendation for a website"),
  unserved("POST", "/config-registry/resolve", "Find a recommendation for a website, by analysis if necessary"),
  unserved("GET", "/config-registry/analyses", "List analyses of websites"),
  unserved("GET", "/config-registry/analyses/{id}", "Show an analysis of a website"),
];

/** Operations of the API (contract 2) that answer 501. */
export const unservedOperations: readonly UnservedOperation[] = [
  ...unservedBrowserOperations,
  ...unservedAuthOperations,
  ...unservedRecordOperations,
  ...unservedAdviceOperations,
];
