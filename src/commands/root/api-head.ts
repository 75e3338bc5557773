import type { ApiResponse } from "../../client/request.ts";
import { sanitizeLine } from "../../core/sanitize.ts";

/** Status line and headers of a response, and an empty line. */
export function headText({ status, statusText, headers }: ApiResponse, terminal: boolean): string {
  const lines = [`HTTP ${status} ${statusText}`, ...[...headers].map(([name, each]) => `${name}: ${each}`)];
  return `${lines.map((line) => (terminal ? sanitizeLine(line) : line)).join("\n")}\n\n`;
}
