import type { Io } from "../../core/io.ts";
import { sanitizeLine } from "../../core/sanitize.ts";
import type { Service } from "../../settings/require-service.ts";
import { spinner } from "./spinner.ts";

/** Milliseconds after which a person is told what the command waits for. */
const PATIENCE_MS = 1_000;

/** Shows a spinner with the name of the service while its answer takes longer than a second. Returns what removes it. */
export function showWaiting(io: Io, { baseUrl, kind }: Pick<Service, "baseUrl" | "kind">): () => void {
  const name = kind === "local" ? "the local service" : new URL(baseUrl).host;
  return spinner(io, { text: () => sanitizeLine(`Waiting for ${name}`), afterMs: PATIENCE_MS });
}
