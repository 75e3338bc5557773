import type { HttpResponse } from "../../../../client/http/exchange.ts";
import { isObject } from "../../../../core/is-object.ts";
import { version } from "../../../../core/version.ts";
import { type Finding, note, ok, warning } from "../finding.ts";

/** Maximum size of a document that is read, in bytes. */
const MAX_BYTES = 8 * 2 ** 20;
/** Maximum number of operations that a finding names. */
const MAX_SHOWN = 3;

/** Compares the API document of a service with this program; the document is often not public. */
export async function contractFinding(response: HttpResponse, signal: AbortSignal): Promise<Finding> {
  const id = "network.version";
  const local = response.headers.get("x-browserctl-local");
  if (local !== null) {
    await response.body?.cancel();
    if (local === version) return ok(id, `a local service of version ${local}, as this program`);
    const found = `the local service is of version ${local}, this program of ${version}`;
    return warning(id, found, "browserctl local stop && browserctl local start");
  }
  const theirs = response.status === 200 ? operationsOf(await document(response, signal)) : undefined;
  if (response.status !== 200) await response.body?.cancel();
  if (!theirs) return note(id, "the service does not publish which version of the API it has");
  const { default: own } = await import("../../../../generated/openapi.json", { with: { type: "json" } });
  const ours = operationsOf(own) ?? new Set<string>();
  const missing = [...ours].filter((operation) => !theirs.has(operation));
  const more = [...theirs].filter((operation) => !ours.has(operation)).length;
  const further = more > 0 ? `; it has ${more} more, for which there is: browserctl api` : "";
  if (missing.length === 0) return ok(id, `the service has every operation of this program${further}`);
  const named = missing.slice(0, MAX_SHOWN).join(", ");
  const others = missing.length > MAX_SHOWN ? ` and ${missing.length - MAX_SHOWN} others` : "";
  return note(id, `the service does not have ${named}${others}${further}`);
}

/** `POST /browsers` and the like of an OpenAPI document; undefined for anything else. */
function operationsOf(value: unknown): ReadonlySet<string> | undefined {
  if (!isObject(value) || typeof value["openapi"] !== "string" || !isObject(value["paths"])) return undefined;
  const operations = Object.entries(value["paths"]).flatMap(([path, methods]) =>
    Object.keys(isObject(methods) ? methods : {})
      .filter((method) => /^(?:get|head|post|put|patch|delete)$/.test(method))
      // Names of parameters may differ; a server does not see them.
      .map((method) => `${method.toUpperCase()} ${path.replace(/\{[^}]*\}/g, "{}")}`),
  );
  return new Set(operations);
}

async function document({ body }: HttpResponse, signal: AbortSignal): Promise<unknown> {
  if (!body) return undefined;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      signal.throwIfAborted();
      bytes += chunk.length;
      if (bytes > MAX_BYTES) return undefined;
      chunks.push(chunk);
    }
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    // A web page instead of the document, or an incomplete document.
    return undefined;
  }
}
